package org.reactivempi.conformance.turned;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.reactivempi.spi.CancelListener;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** All signals of an operation, also the answer to its cancellation, and what operators have dropped since it came too late. */
final class Outcome<T> implements CoreSubscriber<T>, CancelListener {

    static final String CANCELLED = "cancelled";
    static final String COMPLETE = "complete";

    private final List<Object> signals = new ArrayList<>();
    private final List<Object> dropped = new ArrayList<>();
    private Runnable cancel = () -> {};
    private boolean ended;

    private Outcome() {}

    /** Starts an operation. */
    static <T> Outcome<T> of(Mono<T> operation) {
        Outcome<T> outcome = new Outcome<>();
        operation.subscribe(outcome);
        return outcome;
    }

    @Override
    public Context currentContext() {
        return Context.of("reactor.onNextDropped.local", (Consumer<Object>) dropped::add);
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        cancel = subscription::cancel;
        subscription.request(1);
    }

    @Override
    public void onNext(T value) {
        signals.add(value);
    }

    @Override
    public void onError(Throwable error) {
        signals.add(error);
        ended = true;
    }

    @Override
    public void onComplete() {
        signals.add(COMPLETE);
        ended = true;
    }

    @Override
    public void onCancelled() {
        signals.add(CANCELLED);
        ended = true;
    }

    void cancel() {
        cancel.run();
    }

    boolean hasEnded() {
        return ended;
    }

    /** In their order. */
    List<Object> signals() {
        return signals;
    }

    /** In their order. */
    List<Object> dropped() {
        return dropped;
    }
}
