package org.reactivempi.transport.engine.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.event.DiagnosedStall;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.platform.Program;

/** A rank that waits for itself, on a loop whose time goes on only when it is told. */
class StallDetectorTest {

    private static final Duration TICK = Duration.ofSeconds(1).dividedBy(StallSettings.QUIET_TICKS);

    private final EmbeddedChannel loop = new EmbeddedChannel();
    private final List<DiagnosedStall> stalls = new ArrayList<>();
    private final Alone rank = new Alone();
    private int tasks;
    private long acts;
    private long looks = Long.MAX_VALUE;
    private @Nullable String actor;
    private int dumps;

    private int ticks;

    StallDetectorTest() {
        loop.freezeTime();
        new StallDetector(
                        rank,
                        program(),
                        peer -> {
                            throw new IllegalStateException("there is nobody else");
                        },
                        StallSettings.defaults(),
                        loop.eventLoop(),
                        new StallDetector.Listener() {
                            @Override
                            public void stalled(DiagnosedStall stall) {
                                stalls.add(stall);
                            }

                            @Override
                            public void ticked() {
                                ticks++;
                            }
                        })
                .start();
    }

    private Program program() {
        return new Program() {
            @Override
            public @Nullable String whoMayAct() {
                dumps++;
                return actor;
            }

            @Override
            public long acts() {
                return acts++ / looks;
            }

            @Override
            public int tasks() {
                return tasks;
            }
        };
    }

    @AfterEach
    void end() {
        loop.finishAndReleaseAll();
    }

    private void pass(Duration time) {
        loop.advanceTimeBy(time.toNanos(), TimeUnit.NANOSECONDS);
        loop.runPendingTasks();
    }

    private void ticks(int count) {
        for (int i = 0; i < count; i++) {
            pass(TICK);
        }
    }

    @Test
    @DisplayName("a rank that waits is told of when it has been quiet for some ticks, once")
    void quiet() {
        ticks(3);
        assertThat(stalls).isEmpty();
        ticks(10);
        assertThat(stalls).singleElement().matches(DiagnosedStall::proven);
    }

    @Test
    @DisplayName("PRG-4 one that has gone on since looks again")
    void again() {
        ticks(13);
        rank.epoch++;
        ticks(13);
        assertThat(stalls).hasSize(2).allMatch(DiagnosedStall::proven);
    }

    @Test
    @DisplayName(
            "a process that was stopped has one tick behind it, however long that was: its threads get their turn first")
    void stopped() {
        ticks(2);
        rank.epoch++;
        ticks(1);
        pass(Duration.ofHours(1));
        assertThat(rank.ticks).isEqualTo(4);
        assertThat(stalls).isEmpty();
    }

    @Test
    @DisplayName("nothing is proven while something happens now and then, a thread may act, or work waits in the loop")
    void busy() {
        for (int i = 0; i < 10; i++) {
            ticks(3);
            rank.epoch++;
        }
        actor = "a thread may act";
        ticks(40);
        actor = null;
        tasks = 1;
        ticks(40);
        assertThat(stalls).noneMatch(DiagnosedStall::proven);
        tasks = 0;
        ticks(80);
        assertThat(stalls).filteredOn(DiagnosedStall::proven).hasSize(1);
    }

    @Test
    @DisplayName("nothing is proven while code of the program runs on the progress thread between the two questions")
    void acts() {
        looks = 1;
        ticks(80);
        assertThat(stalls).noneMatch(DiagnosedStall::proven);
    }

    @Test
    @DisplayName(
            "PRG-4 a thread that had been woken, and looked asleep when it was asked for, leaves it open once it has run")
    void wokenThread() {
        ticks(4);
        actor = "a thread may act";
        ticks(1);
        actor = null;
        ticks(2);
        assertThat(stalls).isEmpty();
        ticks(13);
        assertThat(stalls).singleElement().matches(DiagnosedStall::proven);
    }

    @Test
    @DisplayName("a rank that waits and isn't stuck looks at its threads when it is asked, and not at each tick")
    void looksSeldom() {
        actor = "a thread may act";
        ticks(32);
        // Five attempts with at most three looks each: after 3, 4, 6, 10 and 18 ticks.
        assertThat(dumps).isBetween(5, 15);
    }

    @Test
    @DisplayName("a rank that has gone on while it was watched looks at its threads no more until it is asked again")
    void looksNoMore() {
        ticks(4);
        actor = "a thread may act";
        ticks(1);
        int once = dumps;
        rank.epoch++;
        ticks(3);
        assertThat(dumps).isEqualTo(once);
    }

    @Test
    @DisplayName("what can't be proven is suspected, the next time when it has been quiet for twice as long")
    void suspected() {
        actor = "a thread may act";
        ticks(32);
        assertThat(stalls).singleElement().matches(stall -> !stall.proven());
        ticks(30);
        assertThat(stalls).hasSize(1);
        ticks(1);
        assertThat(stalls).hasSize(2);
    }

    /** Waits for itself. */
    private static final class Alone implements Evidence {

        private long epoch;
        private int ticks;

        @Override
        public int rank() {
            return 0;
        }

        @Override
        public int size() {
            return 1;
        }

        @Override
        public void onTick() {
            ticks++;
        }

        @Override
        public long epoch() {
            return epoch;
        }

        @Override
        public @Nullable String unrest() {
            return null;
        }

        @Override
        public boolean waits() {
            return true;
        }

        @Override
        public boolean isClosing() {
            return false;
        }

        @Override
        public BitSet awaited() {
            BitSet ranks = new BitSet();
            ranks.set(0);
            return ranks;
        }

        @Override
        public void forEachLink(LinkVisitor visitor) {}

        @Override
        public List<String> absences() {
            return List.of();
        }

        @Override
        public List<PendingOperation> pending() {
            return List.of(PendingOperation.other("barrier"));
        }
    }
}
