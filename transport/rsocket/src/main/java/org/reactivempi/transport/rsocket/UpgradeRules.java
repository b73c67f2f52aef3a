package org.reactivempi.transport.rsocket;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;
import reactor.netty.NettyPipeline;

/**
 * Ends connections that begin with anything else than the one request for the rank's WebSocket, before reactor-netty sees it,
 * which would keep some of them, and write stack traces of others.
 *
 * <pre>
 *  AWAITING --the request--&gt; ASKED --frames--&gt; gone from the pipeline
 *      +------anything else-----+------&gt; REFUSED: drops what comes
 * </pre>
 */
final class UpgradeRules extends ChannelInboundHandlerAdapter {

    private enum State {
        AWAITING,
        ASKED,
        REFUSED
    }

    private static final String HANDLER = "reactive-mpi-upgrade";
    private static final String VERSION = "13";

    private final String path;
    private State state = State.AWAITING;

    private UpgradeRules(String path) {
        this.path = path;
    }

    /** Puts the rules after the decoder of requests. */
    static void check(Channel channel, String path) {
        channel.pipeline().addBefore(NettyPipeline.HttpTrafficHandler, HANDLER, new UpgradeRules(path));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        String objection = message instanceof HttpObject part && state != State.REFUSED ? objectionTo(part) : null;
        if (objection != null) {
            state = State.REFUSED;
            Arrival.of(context.channel()).onStranger(objection);
        }
        if (state == State.REFUSED) {
            ReferenceCountUtil.release(message);
            return;
        }
        if (!(message instanceof HttpObject)) {
            context.pipeline().remove(this);
        }
        context.fireChannelRead(message);
    }

    private @Nullable String objectionTo(HttpObject part) {
        if (part.decoderResult().isFailure()) {
            return "this is no HTTP";
        }
        if (part instanceof HttpRequest request) {
            boolean isFirst = state == State.AWAITING;
            state = State.ASKED;
            return isFirst && isUpgrade(request) ? null : "this is no request for the WebSocket at " + path;
        }
        return part instanceof HttpContent body && body.content().isReadable() ? "a request with a body" : null;
    }

    private boolean isUpgrade(HttpRequest request) {
        HttpHeaders headers = request.headers();
        return request.method().equals(HttpMethod.GET)
                && request.protocolVersion().equals(HttpVersion.HTTP_1_1)
                && request.uri().equals(path)
                && headers.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE, true)
                && headers.containsValue(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true)
                && headers.contains(HttpHeaderNames.SEC_WEBSOCKET_KEY)
                && headers.contains(HttpHeaderNames.SEC_WEBSOCKET_VERSION, VERSION, false);
    }

    /**
     * Ends WebSocket connections whose client has gone on before it was answered: reactor-netty gets such bytes as no frame, and
     * would not release them. Stands right before its handler.
     */
    static final class StrayBytes extends ChannelInboundHandlerAdapter {

        private static final String HANDLER = "reactive-mpi";

        private StrayBytes() {}

        static void endConnection(Channel channel) {
            channel.pipeline().addBefore(NettyPipeline.ReactiveBridge, HANDLER, new StrayBytes());
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof ByteBuf bytes) {
                bytes.release();
                context.close();
            } else {
                context.fireChannelRead(message);
            }
        }
    }
}
