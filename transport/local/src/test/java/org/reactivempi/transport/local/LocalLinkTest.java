package org.reactivempi.transport.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.Lending;
import org.reactivempi.transport.channel.Lending.Payload;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.ProgressThread;
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
            new LocalChannel(hub).open(here, Recorder::new).block();
    private final Endpoint target =
            new LocalChannel(hub).open(there, () -> acceptor).block();

    private static ProgressLoop loop() {
        return new ProgressLoop("rank", false, new Waiting(Waiting.Mode.SLEEP), () -> {});
    }

    @AfterEach
    void end() {
        here.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
        there.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private static void on(ProgressLoop loop, Runnable action) throws Exception {
        loop.submit(action).get(60, TimeUnit.SECONDS);
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
        assertThat(link.remote()).isEqualTo(target.address());
    }

    /** Bytes of one value. */
    private static final class Lent extends Payload {

        private final int lengthBytes;
        private final CountDownLatch returned = new CountDownLatch(1);

        Lent(int lengthBytes) {
            this.lengthBytes = lengthBytes;
        }

        @Override
        public int lengthBytes() {
            return lengthBytes;
        }

        @Override
        public void copyTo(int position, ByteBuffer target) {
            while (target.hasRemaining()) {
                target.put((byte) 7);
            }
        }

        @Override
        public void returned() {
            assertThat(Thread.currentThread()).isInstanceOf(ProgressThread.class);
            returned.countDown();
        }
    }

    @Test
    @DisplayName("what is lent comes between what is written, counts as unread, and comes back when it has been taken")
    void lent() throws Exception {
        here.execute(() -> endpoint.connect(target.address(), connector));
        Link link = connector.link();
        Lent lent = new Lent(2_000_000);
        on(here, () -> {
            link.write(Unpooled.buffer(100).writeZero(100));
            ((Lending.Output) link).lend(lent);
            link.write(Unpooled.buffer(100).writeZero(100));
            assertThat(link.isWritable()).isFalse();
            assertThat(link.unreadBytes()).isEqualTo(2_000_200);
            link.flush();
        });
        assertThat(acceptor.got(2_000_200)).isTrue();
        assertThat(lent.returned.await(60, TimeUnit.SECONDS)).isTrue();
        on(here, () -> assertThat(link.isWritable()).isTrue());
    }

    @Test
    @DisplayName("what its lender has taken back is not read, and ends the link")
    void revoked() throws Exception {
        here.execute(() -> endpoint.connect(target.address(), connector));
        Link link = connector.link();
        Lent lent = new Lent(1000);
        on(here, () -> {
            ((Lending.Output) link).lend(lent);
            lent.revoke();
            link.flush();
        });
        assertThat(acceptor.cause()).containsInstanceOf(IOException.class);
        assertThat(acceptor.pending()).isZero();
        assertThat(lent.returned.getCount()).isEqualTo(1);
    }

    @Test
    @DisplayName("who takes back what is being read waits until it has been")
    void revokedWhileRead() throws Exception {
        Lent lent = new Lent(1000);
        AtomicBoolean isBack = new AtomicBoolean();
        Thread lender = new Thread(() -> {
            lent.revoke();
            isBack.set(true);
        });
        on(here, () -> {
            assertThat(lent.claim()).isTrue();
            lender.start();
        });
        on(there, () -> {
            assertThat(isBack).isFalse();
            lent.release();
        });
        lender.join(10_000);
        assertThat(isBack).isTrue();
        assertThat(lent.claim()).isFalse();
    }

    @Test
    @DisplayName("an address of another JVM, and one that is none, reach nobody; one that is closed neither")
    void reaches() {
        assertThat(endpoint.reaches(target.address())).isTrue();
        assertThat(endpoint.reaches(new LocalHub().address(2))).isFalse();
        String prefix = target.address().substring(0, target.address().indexOf('-') + 1);
        for (String none : new String[] {"", "rank-1", prefix, prefix + "x", prefix + "-2", prefix + "99999999999"}) {
            assertThat(endpoint.reaches(none)).as(none).isFalse();
        }
        target.close();
        assertThat(endpoint.reaches(target.address())).isFalse();
    }
}
