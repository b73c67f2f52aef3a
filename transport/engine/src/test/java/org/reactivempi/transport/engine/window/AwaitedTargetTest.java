package org.reactivempi.transport.engine.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.RankParts;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;
import org.reactivempi.transport.engine.port.EngineWindows;
import org.reactivempi.transport.engine.port.MemberRanks;

/** What a window hears of a target that it waits for, and has never talked to. */
class AwaitedTargetTest {

    private static final int WINDOW = 3;

    private final FakeNetwork network = new FakeNetwork();
    private final FakeRank zero = new FakeRank(network, 0, 2);
    private final FakeRank one = new FakeRank(network, 1, 2);
    private final RankParts parts = RankParts.of(zero.context(4096, null), zero.links());
    private final Windows windows = new Windows(zero.links(), parts.flows(), zero.signals(), zero.loop(), null, false);
    private final List<String> heard = new ArrayList<>();
    private EngineWindows.OwnWindow window;

    private final class TestListener implements EngineWindows.Listener {

        @Override
        public void notified(int origin, int tag) {}

        @Override
        public void told(int origin, EngineWindows.Word word) {}

        @Override
        public void answered(int target, EngineWindows.Word word) {}

        @Override
        public void lost(int member, Throwable cause) {
            heard.add("rank " + member + " is lost");
        }

        @Override
        public void ended(Throwable cause) {}
    }

    /** Nobody reads or writes it. */
    private static EngineWindows.Memory memory() {
        return (EngineWindows.Memory) Proxy.newProxyInstance(
                AwaitedTargetTest.class.getClassLoader(),
                new Class<?>[] {EngineWindows.Memory.class},
                (proxy, method, arguments) -> {
                    throw new AssertionError(method);
                });
    }

    @BeforeEach
    void make() {
        MemberRanks members = MemberRanks.of(0, 1);
        zero.run(() -> zero.signals().step(() -> {
            window = windows.add(
                    parts.communicators().add(WINDOW, "test", members, members, member -> WINDOW),
                    0,
                    members,
                    0,
                    memory(),
                    () -> "test");
            window.heardBy(new TestListener());
        }));
    }

    private @Nullable Throwable awaits(int target) {
        List<@Nullable Throwable> answers = new ArrayList<>();
        zero.run(() -> zero.signals().step(() -> answers.add(window.awaits(target))));
        network.run();
        return answers.get(0);
    }

    @Test
    @DisplayName("WIN-50 a window that waits for what a target tells connects to it")
    void alive() {
        assertThat(awaits(1)).isNull();
        assertThat(zero.connections()).hasSize(1);
        assertThat(heard).isEmpty();
    }

    @Test
    @DisplayName("WIN-50 it hears of the loss of a target that was dead before, and that nobody has talked to")
    void dead() {
        one.close();
        assertThat(awaits(1)).isNull();
        assertThat(heard).containsExactly("rank 1 is lost");
        assertThat(awaits(1)).hasMessageContaining("rank 1");
        assertThat(heard).hasSize(1);
    }

    @Test
    @DisplayName("WIN-50 it does not connect to itself")
    void own() {
        assertThat(awaits(0)).isNull();
        assertThat(zero.connections()).isEmpty();
    }
}
