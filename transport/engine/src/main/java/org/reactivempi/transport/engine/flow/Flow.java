package org.reactivempi.transport.engine.flow;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerListener;
import org.reactivempi.transport.engine.packet.CreditPackets.Credit;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PayloadSink;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * What all families of packets share on the way to one peer: {@link EagerCredit credit} for what they send unasked, and the
 * {@link BulkSends turns} of what is long.
 */
public final class Flow implements PeerListener {

    private final PeerLink link;
    private final CompletionQueue signals;
    private final Executor loop;
    private final EagerCredit credit;
    private final Runnable giveBack = this::giveBack;
    private final List<LongSupplier> kept = new ArrayList<>(1);
    private Runnable whenReturned = () -> {};
    private Runnable whenForgotten = () -> {};
    /** Null as long as nothing long has been sent. */
    private @Nullable BulkSends bulk;

    Flow(PeerLink link, Flows.Bounds bounds, int initialBytes, CompletionQueue signals, Executor loop) {
        this.link = link;
        this.signals = signals;
        this.loop = loop;
        this.credit = new EagerCredit(bounds.windowBytes(), initialBytes, this::giveBackLast);
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

    /** Tells how much of what the peer has sent unasked a family keeps, by its {@linkplain EagerCredit#cost cost}; when a check asks. */
    public void keeps(LongSupplier storedBytes) {
        kept.add(storedBytes);
    }

    /** How much of what the peer has sent unasked is kept here, of all families. */
    public long storedBytes() {
        return kept.stream().mapToLong(LongSupplier::getAsLong).sum();
    }

    /** Sets who hears that the peer has room for more. */
    public void whenReturned(Runnable told) {
        whenReturned = told;
    }

    void whenForgotten(Runnable told) {
        whenForgotten = told;
    }

    CompletionQueue signals() {
        return signals;
    }

    /** Does something in a step of its own, when the one that runs is over. */
    void later(Runnable work) {
        loop.execute(() -> signals.step(work));
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

    @Override
    public void onForgotten() {
        whenForgotten.run();
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
