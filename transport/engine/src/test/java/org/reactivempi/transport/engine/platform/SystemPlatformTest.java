package org.reactivempi.transport.engine.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.concurrent.Ticker;
import java.security.SecureRandom;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.channel.Workers;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.ProgressThread;
import org.reactivempi.transport.engine.progress.RankLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import reactor.core.scheduler.Schedulers;

class SystemPlatformTest {

    private final Platform platform = Platform.system();

    @Test
    @DisplayName("SIM-2 without another platform a rank has a thread of its own, named after it, with Netty's timers")
    void thread() throws Exception {
        RankLoop loop = platform.loop(
                new Platform.LoopRequest("reactive-mpi-3", "job", 3, false, new Waiting(Waiting.Mode.SLEEP), () -> {}));
        loop.begin();
        try {
            assertThat(loop).isInstanceOf(ProgressLoop.class);
            assertThat(loop.ticker()).isSameAs(Ticker.systemTicker());
            Thread inside = loop.submit(Thread::currentThread).get();
            assertThat(inside).isInstanceOfSatisfying(ProgressThread.class, thread -> {
                assertThat(thread.getName()).isEqualTo("reactive-mpi-3");
                assertThat(thread.rankIn("job")).isEqualTo(3);
            });
            assertThat(platform.program("job", null, () -> 0)).isInstanceOf(JvmThreads.class);
            assertThat(platform.hasThreads()).isTrue();
        } finally {
            loop.execute(loop::end);
            loop.terminationFuture().await();
        }
    }

    @Test
    @DisplayName("SIM-2 without another platform time is the machine's: ranks of one host compare it")
    void time() {
        long before = System.nanoTime();
        long now = platform.ticker().nanoTime();
        assertThat(now - before).isNotNegative();
        assertThat(System.nanoTime() - now).isNotNegative();

        Instant early = Instant.now();
        Instant date = platform.clock().instant();
        assertThat(date).isBetween(early, Instant.now());
    }

    @Test
    @DisplayName("SIM-2 without another platform nobody can foresee a rank's chance")
    void chance() {
        assertThat(platform.random(0)).isInstanceOf(SecureRandom.class);
        assertThat(platform.random(0).nextLong())
                .isNotEqualTo(platform.random(0).nextLong());
    }

    @Test
    @DisplayName(
            "SIM-2 without another platform limits of ranks that are stuck are Reactor's matter, and work that blocks is not")
    void schedulers() {
        assertThat(platform.timer()).isSameAs(Schedulers.parallel());
        assertThat(platform.worker()).isSameAs(Workers.scheduler());
    }
}
