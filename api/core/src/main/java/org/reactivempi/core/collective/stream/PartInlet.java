package org.reactivempi.core.collective.stream;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.stream.Refusable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Flux;

/** What another rank sends. Its signals come on the progress thread. */
final class PartInlet extends Inlet<byte[]> {

    private final Flux<byte[]> part;

    PartInlet(Flux<byte[]> part, int rank, Runnable wake) {
        super(rank, new ArrayDeque<>(), wake);
        this.part = part;
    }

    @Override
    void open() {
        part.subscribe(this);
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        arrived(subscription);
    }

    @Override
    public void onNext(byte[] element) {
        if (!isClosed()) {
            put(element);
        }
    }

    @Override
    public void onError(Throwable error) {
        end(Failure.ofPart(rank, error));
    }

    @Override
    public void onComplete() {
        end(null);
    }

    @Override
    public boolean onThrown(Throwable thrown) {
        end(Failure.ofPart(rank, thrown));
        return true;
    }

    /** The other rank comes in any case, and hears of it then. */
    @Override
    void stop(@Nullable Failure why) {
        if (upstream == null) {
            open();
        }
        Subscription source = upstream;
        if (source == null || isEnded()) {
            return;
        }
        if (why != null && source instanceof Refusable refusable) {
            refusable.refuse(why);
        } else {
            source.cancel();
        }
    }
}
