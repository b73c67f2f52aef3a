package org.reactivempi.transport.rsocket.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.rsocket.Payload;
import io.rsocket.util.ByteBufPayload;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/**
 * The payloads that go out: as many as the peer has requested, no more. What it has not requested stays in the outbox.
 *
 * <p>The side that opens the stream says so with the first payload, which carries what there is, and may be empty.
 */
public final class PayloadFlux extends Flux<Payload> implements Subscription {

    /** What a peer may request ahead; otherwise RSocket's own queue would have no limit. */
    private static final long MOST_DEMAND = 8 * Intake.WINDOW;

    private final RSocketLink link;
    private final Outbox outbox;
    private boolean opening;
    private volatile @Nullable CoreSubscriber<? super Payload> stream;
    private long demand;
    private long sentPieces;
    private boolean completing;
    private boolean completed;

    public PayloadFlux(RSocketLink link, Outbox outbox, boolean opens) {
        this.link = link;
        this.outbox = outbox;
        this.opening = opens;
    }

    /** By RSocket, once, on the connection's thread. */
    @Override
    public void subscribe(CoreSubscriber<? super Payload> stream) {
        if (this.stream != null) {
            Operators.error(stream, new IllegalStateException("a connection has one stream"));
            return;
        }
        this.stream = stream;
        stream.onSubscribe(this);
    }

    @Override
    public void request(long payloads) {
        link.run(() -> onDemand(payloads));
    }

    @Override
    public void cancel() {
        link.run(link::onCancelled);
    }

    private void onDemand(long payloads) {
        demand += payloads;
        if (demand < 0 || demand > MOST_DEMAND) {
            link.fail(new IOException("the peer requests more than " + MOST_DEMAND + " payloads"));
        } else {
            drain();
        }
    }

    /** Sends what was flushed, as far as it is requested. */
    public void drain() {
        CoreSubscriber<? super Payload> open = stream;
        if (open == null) {
            return;
        }
        while (demand > 0 && !link.isClosed()) {
            ByteBuf piece = outbox.next();
            if (piece == null && !opening) {
                break;
            }
            opening = false;
            demand--;
            sentPieces++;
            open.onNext(ByteBufPayload.create(piece == null ? Unpooled.EMPTY_BUFFER : piece));
        }
        if (completing && !completed && !opening && outbox.bytes() == 0) {
            completed = true;
            open.onComplete();
        }
        link.onDrained();
    }

    /** Ends this half of the stream after all that is in the outbox. */
    public void complete() {
        completing = true;
        drain();
    }

    public boolean isCompleted() {
        return completed;
    }

    public long sentPieces() {
        return sentPieces;
    }
}
