package org.reactivempi.transport.channel.tls;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.ssl.SslHandler;
import javax.net.ssl.SSLEngine;

/**
 * Netty's handler of TLS, which leaves the costly steps of handshakes to another thread, and never waits for that thread: the
 * JDK's engine is locked as long as one of its tasks runs, so a connection that ends meanwhile ends without the engine.
 */
final class TlsHandler extends SslHandler {

    private final HandshakeTasks tasks;

    TlsHandler(SSLEngine engine, HandshakeTasks tasks) {
        super(engine, tasks);
        this.tasks = tasks;
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) throws Exception {
        if (tasks.isBusy()) {
            tasks.abandon();
            context.fireChannelInactive();
        } else {
            super.channelInactive(context);
        }
    }

    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) throws Exception {
        if (tasks.isBusy()) {
            tasks.abandon();
            context.close(promise);
        } else {
            super.close(context, promise);
        }
    }

    @Override
    public void disconnect(ChannelHandlerContext context, ChannelPromise promise) throws Exception {
        close(context, promise);
    }

    @Override
    public void handlerRemoved0(ChannelHandlerContext context) throws Exception {
        tasks.abandon();
        super.handlerRemoved0(context);
    }
}
