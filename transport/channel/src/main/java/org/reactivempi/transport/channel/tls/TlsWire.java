package org.reactivempi.transport.channel.tls;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * What passes between TLS and the socket. It sees by which messages the two ends have come to their keys, and takes nothing more
 * from the socket while a step of the handshake is done elsewhere, since TLS would only keep it.
 *
 * <pre>
 *   OPEN --a step begins--&gt; PAUSED: nothing is read, and the end of the input waits --no step is left--&gt; OPEN
 * </pre>
 * The system may show what the peer has sent last, and its end, in spite of that: so the end must not overtake what TLS keeps. On the
 * progress thread.
 */
final class TlsWire extends ChannelDuplexHandler {

    private final SSLEngine engine;
    private final HandshakeTasks tasks;
    private final Hellos sent = new Hellos();
    private final Hellos received = new Hellos();
    private byte @Nullable [] binding;
    private boolean paused;
    private boolean wasAutomatic;
    private boolean readIsDue;
    private boolean inputHasEnded;

    TlsWire(SSLEngine engine, HandshakeTasks tasks) {
        this.engine = engine;
        this.tasks = tasks;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        tasks.watch(() -> pause(context), () -> resumeLater(context));
    }

    private void pause(ChannelHandlerContext context) {
        if (!paused) {
            paused = true;
            ChannelConfig config = context.channel().config();
            wasAutomatic = config.isAutoRead();
            config.setAutoRead(false);
            config.setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        }
    }

    private void resumeLater(ChannelHandlerContext context) {
        try {
            context.executor().execute(() -> resume(context));
        } catch (RejectedExecutionException e) {
            // The loop has ended, and the connection with it.
        }
    }

    private void resume(ChannelHandlerContext context) {
        if (!paused || tasks.isBusy()) {
            return;
        }
        paused = false;
        context.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, false);
        if (inputHasEnded) {
            context.close();
            return;
        }
        if (readIsDue) {
            readIsDue = false;
            context.read();
        }
        if (wasAutomatic) {
            context.channel().config().setAutoRead(true);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            inputHasEnded = true;
        } else if (event != ChannelInputShutdownReadComplete.INSTANCE) {
            context.fireUserEventTriggered(event);
        }
    }

    @Override
    public void read(ChannelHandlerContext context) {
        if (paused) {
            readIsDue = true;
        } else {
            context.read();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        if (binding == null) {
            received.see((ByteBuf) bytes);
        }
        context.fireChannelRead(bytes);
    }

    @Override
    public void write(ChannelHandlerContext context, Object bytes, ChannelPromise promise) {
        if (binding == null) {
            sent.see((ByteBuf) bytes);
        }
        context.write(bytes, promise);
    }

    /** What both ends see of this TLS connection, and see of no other. */
    byte[] binding() {
        byte[] known = binding;
        if (known == null) {
            known = makeBinding();
            binding = known;
        }
        return known;
    }

    private byte[] makeBinding() {
        SSLSession session = engine.getSession();
        try {
            byte[] own = digest(session.getLocalCertificates());
            byte[] peers = digest(session.getPeerCertificates());
            return engine.getUseClientMode()
                    ? Tls.joined(own, peers, sent.end(), received.end())
                    : Tls.joined(peers, own, received.end(), sent.end());
        } catch (SSLPeerUnverifiedException | CertificateEncodingException e) {
            throw new IllegalStateException("TLS has not been established", e);
        }
    }

    /** That of the first one: the key of this connection belongs to it. Of nothing if the other end has asked for none. */
    private static byte[] digest(Certificate @Nullable [] chain) throws CertificateEncodingException {
        return Tls.sha256().digest(chain == null || chain.length == 0 ? new byte[0] : chain[0].getEncoded());
    }
}
