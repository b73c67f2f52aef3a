package org.reactivempi.transport.rsocket;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import javax.net.ssl.SSLEngine;

/** TLS below everything else that a connection has. */
final class Protection {

    private static final String HANDLER = "reactive-mpi-tls";

    private Protection() {}

    /** What was decrypted goes up, what goes down is encrypted; the end of the handshake. */
    static Future<Channel> below(Channel channel, SSLEngine engine) {
        SslHandler handler = new SslHandler(engine);
        channel.pipeline().addFirst(HANDLER, handler);
        return handler.handshakeFuture();
    }
}
