package org.reactivempi.transport.shm.handshake;

import io.netty.buffer.ByteBuf;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.shm.handshake.Answer.Verdict;
import org.reactivempi.transport.shm.ring.RingFile;
import org.reactivempi.transport.shm.ring.RingFile.Side;
import org.reactivempi.transport.shm.ring.RingPoller;
import org.reactivempi.transport.shm.ring.ShmLink;

/**
 * The connector's half of a handshake.
 *
 * <pre>
 *  CONNECTING --connected: makes the file--> OFFERED --accepted--> link
 *      +------------------------------------+--any failure: tells the handler--> FAILED
 * </pre>
 */
public final class Connecting extends Handshake {

    private final RingPoller links;
    private final LinkHandler handler;
    private final byte[] name;
    private @Nullable RingFile file;

    public Connecting(ShmHost host, EpollDomainSocketChannel socket, RingPoller links, LinkHandler handler) {
        super(host, socket, links.loop(), Answer.LENGTH_BYTES);
        this.links = links;
        this.handler = handler;
        this.name = host.names().next();
    }

    @Override
    void onPeer() throws IOException {
        byte[] nonce = host.names().next();
        int ringBytes = host.ringBytes();
        RingFile.Made made = RingFile.create(host.directory(), name, nonce, ringBytes);
        file = made.file();
        ByteBuf offer = socket.alloc().buffer(Offer.LENGTH_BYTES);
        Offer.encode(offer, nonce, ringBytes);
        socket.writeAndFlush(offer);
        socket.writeAndFlush(made.descriptor())
                .addListener(given -> made.descriptor().close());
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
        file = null;
        ShmLink link = new ShmLink(shared, Side.CONNECTOR, socket, peer(), links, handler);
        become(link);
        link.open();
    }

    @Override
    void onFailed(Throwable cause) {
        RingFile useless = file;
        file = null;
        if (useless != null) {
            useless.free();
        }
        links.loop().execute(() -> handler.onClosed(cause));
    }
}
