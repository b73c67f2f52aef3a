package org.reactivempi.core.ask;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;
import org.reactivempi.core.operation.Coded;
import org.reactivempi.core.operation.UserTasks;
import org.reactivempi.transport.engine.event.AskRefusal;
import org.reactivempi.transport.engine.event.OperationTrace;
import org.reactivempi.transport.engine.event.Outcome;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * One question at its handler: the subscriber of what the handler makes of it.
 *
 * <pre>
 *  OPEN --a value, an error, the end; recalled, abandoned, lost--&gt; DECIDED --&gt; its answer leaves, unless the asker is lost
 * </pre>
 * The handler's signals come from any thread, and all else from the progress thread: the first of them decides.
 *
 * @param <T> the question's type
 * @param <R> the answer's type
 */
final class Exchange<T, R> implements CoreSubscriber<R>, Runnable, UserTasks.Owner {

    private static final int OPEN = 0;
    private static final int DECIDED = 1;

    @SuppressWarnings("rawtypes") // A field updater takes a class, which has no type argument.
    private static final AtomicIntegerFieldUpdater<Exchange> STATE =
            AtomicIntegerFieldUpdater.newUpdater(Exchange.class, "state");

    private final Answering<T, R> handler;
    private final int peer;
    private final int number;
    private final Status question;
    private volatile @Nullable Subscription upstream;

    @SuppressWarnings("unused") // by the updater
    private volatile int state;

    private Answer answer = Answer.NONE;
    private Outcome outcome = Outcome.DONE;
    private @Nullable Throwable failure;
    /** In whose scope the handler works; it ends with the answer. */
    private final @Nullable OperationTrace trace;

    /**
     * A question that has come.
     *
     * @param peer the asker's rank in the job
     * @param number the question's, at the asker
     * @param question source, tag and length
     * @param trace the asker's goes on there, or null
     */
    Exchange(Answering<T, R> handler, int peer, int number, Status question, @Nullable OperationTrace trace) {
        this.handler = handler;
        this.peer = peer;
        this.number = number;
        this.question = question;
        this.trace = trace;
    }

    Status question() {
        return question;
    }

    boolean isOf(Answering<?, ?> other) {
        return handler == other;
    }

    long key() {
        return Asks.key(peer, number);
    }

    boolean isFrom(int peer) {
        return this.peer == peer;
    }

    // The handler.

    /** Gives the question to the handler. */
    void handle(Answering.Handling<T, R> flux, byte[] message) {
        if (trace == null) {
            UserTasks.run(this, () -> begin(flux, message));
        } else {
            trace.signal(() -> UserTasks.run(this, () -> begin(flux, message)));
        }
    }

    /** By a task that the handler has scheduled: the asker hears of it, as of all that the handler fails with. */
    @Override
    public boolean onThrown(Throwable thrown) {
        boolean open = decide();
        if (open) {
            reply(failed(thrown));
        }
        return open;
    }

    private void begin(Answering.Handling<T, R> flux, byte[] message) {
        try {
            T value = decode(flux.codec, message);
            Publisher<? extends R> publisher =
                    Objects.requireNonNull(flux.handler.apply(value, question), "the handler returned null");
            // Inside as well: what is fatal to the JVM, Reactor throws at the caller of subscribe.
            Mono.from(publisher).subscribe((CoreSubscriber<? super R>) this);
        } catch (Throwable thrown) {
            onError(thrown);
        }
    }

    private T decode(Codec<T> codec, byte[] message) {
        if (question.lengthBytes() > codec.longestBytes()) {
            engine().askNews().refused(AskRefusal.QUESTION_TOO_LONG);
            throw new TruncationException(question, codec.longestBytes());
        }
        try {
            return Coded.decode(Tailed.payload(message, Tailed.NUMBER_BYTES), codec);
        } catch (RuntimeException unreadable) {
            engine().askNews().refused(AskRefusal.QUESTION_UNREADABLE);
            throw unreadable;
        }
    }

    @Override
    public Context currentContext() {
        return handler.subscriber().currentContext();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        if (Operators.validate(upstream, subscription)) {
            upstream = subscription;
            if (state == DECIDED) {
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
            onError(thrown);
        }
    }

    @Override
    public void onNext(R value) {
        if (decide()) {
            reply(encode(value));
        } else {
            Operators.onDiscard(value, currentContext());
        }
    }

    private Answer encode(R value) {
        try {
            return Answer.value(Coded.encode(value, handler.flux().answerCodec));
        } catch (Throwable unwritable) {
            // It is decided: nobody else answers any more.
            return failed(unwritable);
        }
    }

    @Override
    public void onError(Throwable error) {
        if (decide()) {
            reply(failed(error));
        } else {
            Operators.onErrorDropped(error, currentContext());
        }
    }

    @Override
    public void onComplete() {
        if (decide()) {
            reply(Answer.NONE);
        }
    }

    private Answer failed(Throwable error) {
        outcome = Outcome.FAILED;
        failure = error;
        return Answer.error(error);
    }

    private boolean decide() {
        return STATE.compareAndSet(this, OPEN, DECIDED);
    }

    private void reply(Answer with) {
        answer = with;
        if (engine().inProgressThread()) {
            run();
            return;
        }
        try {
            engine().execute(this);
        } catch (RejectedExecutionException ended) {
            // And with it all that it has asked and been asked.
        }
    }

    /** Sends the answer, on the progress thread. */
    @Override
    public void run() {
        endTrace();
        handler.messages().send(new Reply(answer));
    }

    private void endTrace() {
        if (trace != null) {
            trace.over(outcome, failure);
        }
    }

    private Engine engine() {
        return handler.engine();
    }

    // The end of it from outside, on the progress thread.

    /** Its asker waits no more. */
    void recalled() {
        end(() -> Answer.RECALLED);
    }

    /** Its handler is cancelled. */
    void abandoned() {
        end(() -> Answer.error(new CancellationException("the handler was cancelled")));
    }

    private void end(Supplier<Answer> with) {
        if (decide()) {
            cancelUpstream();
            outcome = Outcome.CANCELLED;
            reply(with.get());
        }
    }

    /** Its asker is lost, and nobody hears an answer. */
    void lost() {
        if (decide()) {
            cancelUpstream();
            outcome = Outcome.CANCELLED;
            endTrace();
            later(() -> handler.ended(this));
        }
    }

    /** Not at once: the engine may be in the middle of a packet, and this runs code of the program. */
    private void cancelUpstream() {
        Subscription subscription = upstream;
        if (subscription != null) {
            later(() -> cancel(subscription));
        }
    }

    private void later(Runnable work) {
        try {
            Engine.ProgramTask task = () -> engine().act(work);
            engine().execute(task);
        } catch (RejectedExecutionException ended) {
            work.run();
        }
    }

    private void cancel(Subscription subscription) {
        try {
            subscription.cancel();
        } catch (Throwable thrown) {
            engine().drop(thrown, handler.subscriber());
        }
    }

    /** The answer, on its way. */
    private final class Reply extends Tailed {

        private final boolean recalled;

        Reply(Answer answer) {
            super(
                    Form.ANSWER,
                    handler.flux().asks.answers,
                    peer,
                    number,
                    answer.data(),
                    answer.kind().ordinal());
            recalled = answer.kind() == Answer.Kind.GIVEN_UP;
        }

        @Override
        protected void onDone() {
            if (recalled) {
                handler.ended(Exchange.this);
            } else {
                handler.answered(Exchange.this);
            }
        }

        /** The asker is lost, or doesn't wait any more since the communicator is revoked. */
        @Override
        protected void onFailed(Throwable failure) {
            handler.ended(Exchange.this);
        }
    }
}
