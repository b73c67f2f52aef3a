package org.reactivempi.conformance;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/** A subscriber that asks for nothing by itself and keeps every signal that it gets, wrong ones too. */
public class Recorder<T> implements CoreSubscriber<T> {

    private final List<Object> signals = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile Subscription subscription;

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
    }

    @Override
    public void onNext(T value) {
        signals.add(value);
    }

    @Override
    public void onError(Throwable error) {
        signals.add(error);
        onEnd();
    }

    @Override
    public void onComplete() {
        signals.add("complete");
        onEnd();
    }

    /** No signal is to come. */
    final void onEnd() {
        end.countDown();
    }

    public void request(long n) {
        subscription.request(n);
    }

    public void cancel() {
        subscription.cancel();
    }

    /** All signals so far. */
    public List<Object> signals() {
        return signals;
    }

    /** All signals, when the last one has come. */
    public List<Object> await() throws InterruptedException {
        if (!end.await(Payloads.TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("no end in time after " + signals);
        }
        return signals;
    }
}
