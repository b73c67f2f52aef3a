package org.reactivempi.transport.rsocket;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.Future;
import io.rsocket.ConnectionSetupPayload;
import io.rsocket.DuplexConnection;
import io.rsocket.RSocket;
import io.rsocket.core.RSocketServer;
import io.rsocket.exceptions.RejectedSetupException;
import io.rsocket.frame.decoder.PayloadDecoder;
import java.io.IOException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.reactivempi.transport.channel.RefusedException;
import org.reactivempi.transport.channel.tls.Tls;
import org.reactivempi.transport.rsocket.frame.CheckedConnection;
import org.reactivempi.transport.rsocket.frame.FrameRules;
import org.reactivempi.transport.rsocket.frame.Greeting;
import org.reactivempi.transport.rsocket.link.RSocketLink;
import org.reactivempi.transport.rsocket.link.RSocketLink.Carrier;
import reactor.core.publisher.Mono;

/**
 * A connection to the rank's own server, from its first byte: a link that waits for its stream. The engine knows it at
 * once, and ends connections that say nothing, or are too many.
 */
final class Arrival implements Carrier {

    private static final AttributeKey<Arrival> KEY = AttributeKey.valueOf(Arrival.class, "arrival");

    private final Door door;
    private final Channel channel;
    private final RSocketLink link;

    private Arrival(Door door, Channel channel) {
        this.door = door;
        this.channel = channel;
        this.link = new RSocketLink(door.loop(), this, door.departures(), false);
    }

    static void at(Door door, Channel channel, Optional<Tls> tls) {
        Arrival arrival = new Arrival(door, channel);
        tls.ifPresent(protection -> protection.protectAcceptor(channel).addListener(arrival::onProtected));
        channel.attr(KEY).set(arrival);
        channel.closeFuture().addListener(closed -> arrival.link.onConnectionEnd());
        arrival.link.begin(door.acceptor().accept());
    }

    /** Says itself why it refuses somebody: RSocket would not. */
    private void onProtected(Future<? super Channel> handshake) {
        if (handshake.cause() instanceof SSLException refused) {
            link.fail(refused);
        }
    }

    static Arrival of(Channel channel) {
        return channel.attr(KEY).get();
    }

    /** Speaks RSocket with the peer; ends with the connection. */
    Mono<Void> serve(DuplexConnection frames) {
        return RSocketServer.create((setup, peer) -> admit(setup))
                .payloadDecoder(PayloadDecoder.ZERO_COPY)
                .maxInboundPayloadSize(FrameRules.MOST_FRAME_BYTES)
                .asConnectionAcceptor(FrameRules.MOST_FRAME_BYTES)
                .apply(new CheckedConnection(
                        channel, false, frames, FrameRules.ofAcceptor(), this::onBreach, link::fail))
                .onErrorComplete();
    }

    private Mono<RSocket> admit(ConnectionSetupPayload setup) {
        try {
            String name = Greeting.door(setup);
            return name.equals(door.name()) ? Mono.just(link.guest()) : refuse("it looks for another endpoint");
        } catch (IOException e) {
            return refuse(String.valueOf(e.getMessage()));
        }
    }

    private Mono<RSocket> refuse(String reason) {
        door.acceptor().refused(new RefusedException(remote() + ": " + reason));
        return Mono.error(new RejectedSetupException(reason));
    }

    private void onBreach(String breach) {
        link.fail(new RefusedException("the peer broke the protocol: " + breach));
    }

    /** What has come is none of RSocket's. */
    void onStranger(String objection) {
        link.fail(new RefusedException(objection));
    }

    @Override
    public void end() {
        channel.close();
    }

    @Override
    public byte[] binding() {
        return Tls.binding(channel);
    }

    @Override
    public String remote() {
        return String.valueOf(channel.remoteAddress());
    }
}
