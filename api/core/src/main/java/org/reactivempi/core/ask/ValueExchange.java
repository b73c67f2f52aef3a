package org.reactivempi.core.ask;

import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.Status;
import org.reactivempi.core.operation.Coded;
import org.reactivempi.core.operation.UserTasks;
import org.reactivempi.transport.engine.event.OperationTrace;
import org.reactivempi.transport.engine.event.Outcome;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * One question for a value at its handler: the subscriber of what the handler makes of it. The first value decides, an error, or the end.
 *
 * @param <T> the question's type
 * @param <R> the answer's type
 */
final class ValueExchange<T, R> extends Exchange implements CoreSubscriber<R>, UserTasks.Owner {

    private final Codec<T> codec;
    private final Codec<R> answerCodec;
    private final BiFunction<? super T, ? super Status, ? extends Publisher<? extends R>> work;
    private volatile @Nullable Subscription upstream;

    /** A question that has come, and what makes an answer of it. */
    ValueExchange(
            Taken question,
            Codec<T> codec,
            Codec<R> answerCodec,
            BiFunction<? super T, ? super Status, ? extends Publisher<? extends R>> work) {
        super(question);
        this.codec = codec;
        this.answerCodec = answerCodec;
        this.work = work;
    }

    @Override
    void handle() {
        OperationTrace trace = question.trace();
        if (trace == null) {
            UserTasks.run(this, this::begin);
        } else {
            trace.signal(() -> UserTasks.run(this, this::begin));
        }
    }

    /** By a task that the handler has scheduled: the asker hears of it, as of all that the handler fails with. */
    @Override
    public boolean onThrown(Throwable thrown) {
        boolean open = decide();
        if (open) {
            fail(thrown);
            cancelWork();
        }
        return open;
    }

    private void begin() {
        try {
            T value = question.decode(codec);
            Publisher<? extends R> publisher =
                    Objects.requireNonNull(work.apply(value, status()), "the handler returned null");
            // Inside as well: what is fatal to the JVM, Reactor throws at the caller of subscribe.
            Mono.from(publisher).subscribe((CoreSubscriber<? super R>) this);
        } catch (Throwable thrown) {
            stopFor(thrown);
        }
    }

    @Override
    public Context currentContext() {
        return handler().subscriber().currentContext();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        if (Operators.validate(upstream, subscription)) {
            upstream = subscription;
            if (isDecided()) {
                cancel(subscription);
            } else {
                request(subscription);
            }
        }
    }

    /** The other rank waits for an answer, whatever the handler's code has met. */
    private void request(Subscription subscription) {
        try {
            subscription.request(Long.MAX_VALUE);
        } catch (Throwable thrown) {
            stopFor(thrown);
        }
    }

    /** The operators that have thrown it signal no more, and give back what they hold when they are cancelled. */
    private void stopFor(Throwable thrown) {
        onError(thrown);
        cancelWork();
    }

    @Override
    public void onNext(R value) {
        if (!decide()) {
            Operators.onDiscard(value, currentContext());
            return;
        }
        Answer answer;
        try {
            answer = Answer.value(Coded.encode(value, answerCodec));
        } catch (Throwable unwritable) {
            // It is decided: nobody else answers any more.
            fail(unwritable);
            return;
        }
        reply(answer, Outcome.DONE, null);
    }

    @Override
    public void onError(Throwable error) {
        if (decide()) {
            fail(error);
        } else {
            Operators.onErrorDropped(error, currentContext());
        }
    }

    private void fail(Throwable error) {
        reply(Answer.error(error), Outcome.FAILED, error);
    }

    @Override
    public void onComplete() {
        if (decide()) {
            reply(Answer.NONE, Outcome.DONE, null);
        }
    }

    @Override
    void cancelWork() {
        Subscription subscription = upstream;
        if (subscription != null) {
            later(() -> cancel(subscription));
        }
    }

    private void cancel(Subscription subscription) {
        try {
            subscription.cancel();
        } catch (Throwable thrown) {
            engine().drop(thrown, handler().subscriber());
        }
    }
}
