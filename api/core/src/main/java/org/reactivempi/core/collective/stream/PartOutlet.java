package org.reactivempi.core.collective.stream;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.stream.StreamParts;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/** What goes to another rank: a publisher for the stream there, which takes it when that rank has come. */
final class PartOutlet extends Flux<byte[]> implements Outlet, Subscription {

    private final int rank;
    private final Runnable wake;
    private @Nullable CoreSubscriber<? super byte[]> sender;
    private long requested;
    private long given;
    private boolean ending;
    private boolean gone;
    private boolean over;
    private @Nullable Failure why;
    private @Nullable Failure failure;

    PartOutlet(int rank, Runnable wake) {
        this.rank = rank;
        this.wake = wake;
    }

    /** Begins the stream. */
    void start(StreamParts parts, int tag) {
        parts.send(this, rank, tag).subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnComplete() {
                sent(null);
            }

            @Override
            protected void hookOnError(Throwable error) {
                sent(Failure.ofPart(rank, error));
            }
        });
    }

    int rank() {
        return rank;
    }

    private void sent(@Nullable Failure how) {
        over = true;
        gone = true;
        // What this side has told it is not news.
        failure = ending ? null : how;
        wake.run();
    }

    @Override
    public void subscribe(CoreSubscriber<? super byte[]> subscriber) {
        sender = subscriber;
        subscriber.onSubscribe(this);
        finish();
    }

    @Override
    public void request(long n) {
        requested = Operators.addCap(requested, n);
        wake.run();
    }

    @Override
    public void cancel() {
        gone = true;
        wake.run();
    }

    @Override
    public long open() {
        return requested - given;
    }

    @Override
    public void give(byte[] element) {
        given++;
        Objects.requireNonNull(sender).onNext(element);
    }

    @Override
    public void end(@Nullable Failure why) {
        if (!ending) {
            this.why = why;
            ending = true;
            finish();
        }
    }

    private void finish() {
        CoreSubscriber<? super byte[]> to = sender;
        if (to == null || !ending || gone) {
            return;
        }
        if (why == null) {
            to.onComplete();
        } else {
            to.onError(why);
        }
    }

    @Override
    public boolean isGone() {
        return gone;
    }

    @Override
    public @Nullable Failure failure() {
        return failure;
    }

    @Override
    public boolean isOver() {
        return over;
    }
}
