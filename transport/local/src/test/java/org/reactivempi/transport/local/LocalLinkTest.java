package org.reactivempi.transport.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.tck.Recorder;

/** What is this channel's own, beyond {@link LocalChannelTest}. */
class LocalLinkTest {

    private final LocalHub hub = new LocalHub();
    private final Recorder connector = new Recorder();
    private final Recorder acceptor = new Recorder();
    private final ProgressLoop here = loop();
    private final ProgressLoop there = loop();
    private final Endpoint endpoint =
            new LocalChannel(0, hub).open(here, Recorder::new).block();
    private final Endpoint target =
            new LocalChannel(1, hub).open(there, () -> acceptor).block();

    private static ProgressLoop loop() {
        return new ProgressLoop("rank", false, new Waiting(Waiting.Mode.SLEEP), () -> {});
    }

    @AfterEach
    void end() {
        here.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
        there.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private static void on(ProgressLoop loop, Runnable action) throws Exception {
        loop.submit(action).get(10, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName("bytes leave with the flush, not before")
    void flush() throws Exception {
        here.execute(() -> endpoint.connect(target.address(), connector));
        Link link = connector.link();
        on(here, () -> link.write(Unpooled.buffer(100).writeZero(100)));
        on(there, () -> {});
        assertThat(acceptor.pending()).isZero();
        on(here, link::flush);
        assertThat(acceptor.got(100)).isTrue();
        assertThat(link.remote()).isEqualTo("rank-1");
    }
}
