package org.reactivempi.transport.engine.flow;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerListener;
import org.reactivempi.transport.engine.packet.CreditPackets.Credit;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.port.PayloadSink;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * What all families of packets share on the way to one peer: {@link EagerCredit credit} for what they send unasked, and the
 * {@link BulkSends turns} of what is long.
 */
public final class Flow implements PeerListener {

    private final PeerLink link;
    private final Flows rank;
    private final EagerCredit credit;
    private final Runnable giveBack = this::giveBack;
    private Runnable whenReturned = () -> {};
    /** Null as long as nothing long has been sent. */
    private @Nullable BulkSends bulk;

    Flow(PeerLink link, Flows rank, long windowBytes, int initialBytes) {
        this.link = link;
        this.rank = rank;
        this.credit = new EagerCredit(windowBytes, initialBytes, this::giveBackLast);
    }

    /** The way to the peer. */
    public PeerLink link() {
        return link;
    }

    /** The credit both ways. */
    public EagerCredit credit() {
        return credit;
    }

    /** What is long, in turns. */
    public BulkSends bulk() {
        BulkSends begun = bulk;
        if (begun == null) {
            begun = new BulkSends(this);
            bulk = begun;
        }
        return begun;
    }

    /** The same where something long has been sent, else null. */
    public @Nullable BulkSends begunBulk() {
        return bulk;
    }

    /** Sets who hears that the peer has room for more. */
    public void whenReturned(Runnable told) {
        whenReturned = told;
    }

    CompletionQueue signals() {
        return rank.signals();
    }

    /** Does something in a step of its own, when the one that runs is over. */
    void later(Runnable work) {
        rank.later(work);
    }

    @Override
    public void onStanding(long creditBytes) {
        credit.onGrant(creditBytes);
    }

    @Override
    public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        credit.onReturned(Credit.bytes(packet));
        whenReturned.run();
        return PayloadSink.NOWHERE;
    }

    @Override
    public void onWritable() {
        if (bulk != null) {
            bulk.pumpLater();
        }
    }

    /** At the end of the turn: what is passed before that takes no credit along. */
    private void giveBackLast() {
        if (link.loss() == null) {
            link.writeLast(giveBack);
        }
    }

    private void giveBack() {
        // Since then messages may have been given back to their queue, and take again what they had left.
        if (link.loss() == null && credit.unreturned() > 0) {
            ByteBuf packet = link.room(Credit.LENGTH_BYTES);
            Credit.encode(packet, link.nextSequence(), credit.giveBack());
        }
    }
}
