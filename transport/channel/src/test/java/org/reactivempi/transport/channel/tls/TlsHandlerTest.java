package org.reactivempi.transport.channel.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.ArrayDeque;
import java.util.Queue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A connection whose handshake waits for the worker, which is the test. */
class TlsHandlerTest {

    private final Queue<Runnable> worker = new ArrayDeque<>();
    private final HandshakeTasks tasks = new HandshakeTasks(worker::add);
    private final SSLEngine engine;
    private final EmbeddedChannel channel;

    TlsHandlerTest() throws GeneralSecurityException {
        engine = engine(false);
        channel = new EmbeddedChannel(new TlsWire(engine, tasks), new TlsHandler(engine, tasks));
    }

    private static SSLEngine engine(boolean client) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(null, null, null);
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(client);
        return engine;
    }

    private static ByteBuf clientHello() throws GeneralSecurityException, SSLException {
        ByteBuffer hello = ByteBuffer.allocate(32 * 1024);
        engine(true).wrap(ByteBuffer.allocate(0), hello);
        return Unpooled.wrappedBuffer(hello.flip());
    }

    @BeforeEach
    void begin() throws Exception {
        channel.writeInbound(clientHello());
        assertThat(worker).hasSize(1);
        assertThat(tasks.isBusy()).isTrue();
    }

    @AfterEach
    void release() {
        channel.finishAndReleaseAll();
    }

    @Test
    @DisplayName("what the handshake costs is not paid by the thread that reads, which reads no more meanwhile")
    void elsewhere() {
        assertThat(engine.getHandshakeStatus()).isEqualTo(HandshakeStatus.NEED_TASK);
        assertThat(channel.config().isAutoRead()).isFalse();
        worker.remove().run();
        assertThat(engine.getHandshakeStatus()).isNotEqualTo(HandshakeStatus.NEED_TASK);
        assertThat(tasks.isBusy()).isFalse();
        channel.runPendingTasks();
        assertThatThrownBy(channel::checkException).hasMessageContaining("No available authentication scheme");
    }

    @Test
    @DisplayName("it reads on when no step is left; an end of the input has not overtaken what came before")
    void readsOn() {
        HandshakeTasks steps = new HandshakeTasks(worker::add);
        EmbeddedChannel other = new EmbeddedChannel(new TlsWire(engine, steps));
        steps.execute(() -> {});
        steps.execute(() -> {});
        worker.remove();
        worker.remove().run();
        other.runPendingTasks();
        assertThat(other.config().isAutoRead()).isFalse();
        other.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        worker.remove().run();
        assertThat(other.isOpen()).isTrue();
        other.runPendingTasks();
        assertThat(other.isOpen()).isFalse();

        EmbeddedChannel another = new EmbeddedChannel(new TlsWire(engine, steps));
        steps.execute(() -> {});
        worker.remove().run();
        another.runPendingTasks();
        assertThat(another.isOpen()).isTrue();
        assertThat(another.config().isAutoRead()).isTrue();
    }

    @Test
    @DisplayName("a connection that ends meanwhile ends at once, and what it still waits for is not done")
    void ended() {
        assertThat(channel.close().isDone()).isTrue();
        assertThat(channel.isOpen()).isFalse();
        worker.remove().run();
        channel.runPendingTasks();
        assertThat(engine.getHandshakeStatus()).isEqualTo(HandshakeStatus.NEED_TASK);
        assertThat(worker).isEmpty();
    }
}
