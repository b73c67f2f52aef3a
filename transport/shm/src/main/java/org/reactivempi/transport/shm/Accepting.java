package org.reactivempi.transport.shm;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Acceptor;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * The acceptor's half of a handshake.
 *
 * <pre>
 *  ACCEPTED --offer: maps and unlinks the file, answers--> link
 *      +-----any failure: a line in the log, and an answer where there was an offer--> FAILED
 * </pre>
 */
final class Accepting extends Handshake {

    /** So many may be there at once; where more come, the one that has waited longest goes. */
    static final int MOST_STRANGERS = 256;

    private static final Logger log = Loggers.getLogger(Accepting.class);

    private final RingPoller links;
    private final Acceptor acceptor;
    private final Set<Accepting> strangers;

    /** Is one of the {@code strangers} as long as the handshake is not over. */
    Accepting(
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
    }

    @Override
    void onPeer() {}

    @Override
    void onMessage(ByteBuf offer, int more) throws IOException {
        Verdict verdict = more > 0 ? Verdict.NO_OFFER : Offer.check(offer);
        RingFile file = verdict == Verdict.ACCEPTED ? map(offer) : null;
        if (file == null) {
            refuse(verdict == Verdict.ACCEPTED ? Verdict.NOT_THE_FILE : verdict);
            return;
        }
        end();
        strangers.remove(this);
        answer(Verdict.ACCEPTED);
        ShmLink link = new ShmLink(file, Side.ACCEPTOR, socket, peer(), links, acceptor.accept());
        become(link);
        link.open();
    }

    /** The file is gone from the directory as soon as both have it; whoever is first removes it. */
    private @Nullable RingFile map(ByteBuf offer) {
        byte[] name = Offer.name(offer);
        try {
            RingFile file = host.directory().open(name, Offer.nonce(offer), Offer.ringBytes(offer));
            host.directory().unlink(name);
            return file;
        } catch (IOException e) {
            log.warn("refused shared memory of {}: {}", peer(), words(e));
            return null;
        }
    }

    private void refuse(Verdict verdict) {
        if (end()) {
            strangers.remove(this);
            log.debug("refused {}: {}", peer(), verdict);
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
        log.debug("closed a socket before it had offered memory: {}", words(cause));
    }

    private static String words(Throwable cause) {
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
