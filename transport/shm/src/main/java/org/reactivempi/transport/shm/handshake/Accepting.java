package org.reactivempi.transport.shm.handshake;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.unix.DomainSocketReadMode;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.RefusedException;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.shm.handshake.Answer.Verdict;
import org.reactivempi.transport.shm.ring.RingFile;
import org.reactivempi.transport.shm.ring.RingFile.Side;
import org.reactivempi.transport.shm.ring.RingPoller;
import org.reactivempi.transport.shm.ring.ShmLink;

/**
 * The acceptor's half of a handshake.
 *
 * <pre>
 *  ACCEPTED --request: answers, and gives the descriptor of a segment--> closed
 *      +-----offer--> OFFERED --descriptor: maps the file, answers--> link
 *      +------------------+--any failure: a line in the log, and an answer where there was an offer--> FAILED
 * </pre>
 */
public final class Accepting extends Handshake {

    /** So many may be there at once; where more come, the one that has waited longest goes. */
    public static final int MOST_STRANGERS = 256;

    private static final Log log = Log.of(Accepting.class);

    private final RingPoller links;
    private final Acceptor acceptor;
    private final Set<Accepting> strangers;
    private @Nullable ByteBuf offered;

    /** Is one of the {@code strangers} as long as the handshake is not over. */
    public Accepting(
            ShmHost host,
            EpollDomainSocketChannel socket,
            RingPoller links,
            Acceptor acceptor,
            Set<Accepting> strangers) {
        super(host, socket, links.loop(), Offer.LENGTH_BYTES);
        this.links = links;
        this.acceptor = acceptor;
        this.strangers = strangers;
        strangers.add(this);
        readOnly(Offer.LENGTH_BYTES);
    }

    @Override
    void onPeer() {}

    @Override
    void onMessage(ByteBuf offer, int more) throws IOException {
        if (more == 0 && SegmentRequest.is(offer)) {
            give(offer);
            return;
        }
        Verdict verdict = more > 0 ? Verdict.NO_OFFER : Offer.check(offer);
        if (verdict == Verdict.ACCEPTED) {
            offered = offer;
            readDescriptors();
        } else {
            refused(verdict.toString());
            refuse(verdict);
        }
    }

    /** One of this rank's segments. */
    private void give(ByteBuf request) {
        Verdict verdict = SegmentRequest.check(request);
        FileDescriptor segment =
                verdict == Verdict.ACCEPTED ? host.segments().find(SegmentRequest.name(request)) : null;
        if (segment == null) {
            refuse(verdict == Verdict.ACCEPTED ? Verdict.NO_SEGMENT : verdict);
        } else if (end()) {
            strangers.remove(this);
            answer(Verdict.ACCEPTED);
            socket.writeAndFlush(segment).addListener(ChannelFutureListener.CLOSE);
        }
    }

    /** Not in the middle of what Netty does with the socket, which answers may close: see {@link #closeSocket}. */
    @Override
    void onDescriptor(FileDescriptor given) {
        links.loop().execute(() -> {
            if (isOver() || !socket.isOpen()) {
                close(given);
            } else {
                use(given);
            }
        });
    }

    private void use(FileDescriptor given) {
        ByteBuf offer = offered;
        RingFile file = offer == null ? null : map(given, offer);
        close(given);
        if (file == null) {
            refuse(Verdict.NOT_THE_FILE);
        } else {
            end();
            strangers.remove(this);
            readNext(DomainSocketReadMode.BYTES);
            answer(Verdict.ACCEPTED);
            ShmLink link = new ShmLink(file, Side.ACCEPTOR, socket, peer(), links, acceptor.accept());
            become(link);
            link.open();
        }
    }

    private @Nullable RingFile map(FileDescriptor given, ByteBuf offer) {
        try {
            return RingFile.open(host.directory(), given, Offer.nonce(offer), Offer.ringBytes(offer));
        } catch (IOException | OutOfMemoryError e) {
            refused("its memory cannot be used: " + words(e));
            return null;
        }
    }

    private void refuse(Verdict verdict) {
        if (end()) {
            strangers.remove(this);
            answer(verdict).addListener(ChannelFutureListener.CLOSE);
        }
    }

    private ChannelFuture answer(Verdict verdict) {
        ByteBuf answer = socket.alloc().buffer(Answer.LENGTH_BYTES);
        Answer.encode(answer, verdict);
        return socket.writeAndFlush(answer);
    }

    @Override
    void onFailed(Throwable cause) {
        strangers.remove(this);
        if (cause instanceof RefusedException refused) {
            acceptor.refused(refused);
        } else {
            log.debug("closed a socket before it had offered memory: {}", words(cause));
        }
    }

    private void refused(String why) {
        acceptor.refused(new RefusedException(peer() + ": " + why));
    }
}
