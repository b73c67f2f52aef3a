package org.reactivempi.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.tck.Recorder;
import reactor.test.StepVerifier;

/** Runs in a JVM of its own, where Netty may not use native code. */
class WithoutEpollTest {

    @Test
    @DisplayName("where there is no native epoll the open fails, and says so")
    void open() {
        assumeFalse(Epoll.isAvailable());
        ProgressLoop loop = new ProgressLoop("rank", true, new Waiting(Waiting.Mode.SLEEP), () -> {});
        StepVerifier.create(new ShmChannel(ShmSettings.from(
                                name -> Map.<String, String>of().get(name)))
                        .open(loop, Recorder::new))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(IOException.class)
                        .hasMessageStartingWith("shm needs Linux and Netty's native epoll, which is not available: "))
                .verify();
        loop.execute(() -> {});
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
