package org.reactivempi.transport.shm;

import io.netty.buffer.ByteBuf;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.LinkHandler;

/**
 * The connector's half of a handshake.
 *
 * <pre>
 *  CONNECTING --connected: makes the file--> OFFERED --accepted: unlinks it--> link
 *      +------------------------------------+--any failure: unlinks it, tells the handler--> FAILED
 * </pre>
 */
final class Connecting extends Handshake {

    private final RingPoller links;
    private final LinkHandler handler;
    private final byte[] name;
    private @Nullable RingFile file;

    Connecting(ShmHost host, EpollDomainSocketChannel socket, RingPoller links, LinkHandler handler) {
        super(host, socket, links.loop(), Answer.LENGTH_BYTES);
        this.links = links;
        this.handler = handler;
        this.name = host.names().next();
    }

    @Override
    void onPeer() throws IOException {
        byte[] nonce = host.names().next();
        int ringBytes = host.settings().ringBytes();
        file = host.directory().create(name, nonce, ringBytes);
        ByteBuf offer = socket.alloc().buffer(Offer.LENGTH_BYTES);
        Offer.encode(offer, name, nonce, ringBytes);
        socket.writeAndFlush(offer);
    }

    @Override
    void onMessage(ByteBuf message, int more) throws IOException {
        Verdict verdict = Answer.verdict(message);
        RingFile shared = file;
        if (verdict == null || shared == null) {
            throw new IOException("what listens there does not speak shm");
        }
        if (verdict != Verdict.ACCEPTED) {
            throw new IOException(
                    "the peer refused to share " + host.directory().file(name) + ": " + verdict);
        }
        end();
        host.directory().unlink(name);
        ShmLink link = new ShmLink(shared, Side.CONNECTOR, socket, peer(), links, handler);
        become(link);
        link.open();
    }

    @Override
    void onFailed(Throwable cause) {
        if (file != null) {
            host.directory().unlink(name);
        }
        links.loop().execute(() -> handler.onClosed(cause));
    }
}
