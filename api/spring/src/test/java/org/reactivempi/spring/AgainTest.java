package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.Communicator;
import org.reactivempi.Member;
import org.reactivempi.Session;
import org.reactivempi.transport.fixtures.FreePorts;
import org.reactivempi.transport.launcher.Launcher;
import org.springframework.context.ConfigurableApplicationContext;

/** A context that is closed, and made anew in the same process. */
class AgainTest {

    private static final int TIMES = AgainApplication.TIMES;

    @TempDir
    Path directory;

    @Test
    @DisplayName("an application alone has a new session each time")
    void alone() {
        Session last = null;
        for (int time = 0; time < TIMES; time++) {
            try (ConfigurableApplicationContext context = AgainApplication.run(Map.of())) {
                Session session = context.getBean(Session.class);
                assertThat(session).isNotSameAs(last);
                assertThat(Pair.await(AgainApplication.ask(session.world(), time, 0)))
                        .isEqualTo(time + 1);
                last = session;
            }
        }
    }

    @Test
    @DisplayName("an application of a list of peers leaves its job in order, and comes back into it")
    void listed() {
        String peers = FreePorts.peers(2);
        Application.rank(peers, 0).run(zero -> {
            Communicator world = Application.world(zero);
            BlockingQueue<Member.State> states = new LinkedBlockingQueue<>();
            zero.getBean(Session.class)
                    .members()
                    .filter(member -> member.rank() == 1)
                    .map(Member::state)
                    // A busy machine may be silent for a while.
                    .filter(state -> state != Member.State.SUSPECT)
                    .distinctUntilChanged()
                    .subscribe(states::add, error -> {});
            assertThat(states.poll(30, TimeUnit.SECONDS)).isEqualTo(Member.State.AWAITED);
            for (int time = 0; time < TIMES; time++) {
                try (ConfigurableApplicationContext one = AgainApplication.run(Map.of(
                        "reactivempi.peers",
                        peers,
                        "reactivempi.rank",
                        "1",
                        "reactivempi.secret",
                        Application.SECRET))) {
                    assertThat(states.poll(30, TimeUnit.SECONDS))
                            .isEqualTo(time == 0 ? Member.State.JOINED : Member.State.RETURNED);
                    assertThat(Pair.await(AgainApplication.ask(world, time, 1))).isEqualTo(time + 1);
                    assertThat(Pair.await(AgainApplication.ask(one.getBean(Communicator.class), time, 1)))
                            .isEqualTo(time + 1);
                }
                assertThat(states.poll(30, TimeUnit.SECONDS)).isEqualTo(Member.State.LEFT);
            }
        });
    }

    @Tag("long")
    @Test
    @DisplayName("applications of a launcher run again together: each start waits until all ranks have come")
    void launched() throws Exception {
        try (ChildJvm launcher = ChildJvm.start(
                directory.resolve("output"),
                Map.of(),
                Launcher.class.getName(),
                "-n",
                "2",
                AgainApplication.class.getName())) {
            String text = launcher.ended(0);
            for (int rank = 0; rank < 2; rank++) {
                for (int time = 0; time < TIMES; time++) {
                    assertThat(text).contains("rank " + rank + " of 2 was answered " + (time + 1));
                }
            }
        }
    }
}
