package org.reactivempi.core.ask;

import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.event.OperationTrace;
import org.reactivempi.transport.engine.event.Outcome;
import org.reactivempi.transport.engine.port.Engine;

/**
 * One question at its handler, from its coming on until it needs no answer any more: then its place among the handler's is free.
 *
 * <pre>
 *  OPEN --what is answered; recalled, abandoned, lost--&gt; DECIDED --&gt; its answer leaves, unless the asker is lost
 * </pre>
 * What decides may come from any thread; the first one does.
 */
abstract class Exchange {

    private static final int OPEN = 0;
    private static final int DECIDED = 1;

    private static final AtomicIntegerFieldUpdater<Exchange> STATE =
            AtomicIntegerFieldUpdater.newUpdater(Exchange.class, "state");

    final Taken question;

    @SuppressWarnings("unused") // by the updater
    private volatile int state;

    /** A question that has come. */
    Exchange(Taken question) {
        this.question = question;
    }

    /** Gives the question to its handler's code, on the progress thread. */
    abstract void handle();

    /** Has the handler's code stop, on the progress thread; after it was decided. */
    abstract void cancelWork();

    /** Whether its asker may use its number again before it has ended; then nobody recalls it. */
    boolean outlivesItsNumber() {
        return false;
    }

    final Status status() {
        return question.status();
    }

    final boolean isOf(Answering other) {
        return question.handler() == other;
    }

    final boolean isFrom(int peer) {
        return question.peer() == peer;
    }

    final long key() {
        return Asks.key(question.peer(), question.tail().number());
    }

    final Answering handler() {
        return question.handler();
    }

    final Engine engine() {
        return handler().engine();
    }

    /** Whether it is this caller that says what the answer is. */
    final boolean decide() {
        return STATE.compareAndSet(this, OPEN, DECIDED);
    }

    final boolean isDecided() {
        return state == DECIDED;
    }

    /** Sends an answer, by the progress thread; after the decision for it. */
    final void reply(Answer answer, Outcome outcome, @Nullable Throwable failure) {
        if (engine().inProgressThread()) {
            send(answer, outcome, failure);
            return;
        }
        try {
            engine().execute(() -> send(answer, outcome, failure));
        } catch (RejectedExecutionException ended) {
            // And with it all that it has asked and been asked.
        }
    }

    private void send(Answer answer, Outcome outcome, @Nullable Throwable failure) {
        endTrace(outcome, failure);
        handler().messages().send(new Reply(answer));
    }

    private void endTrace(Outcome outcome, @Nullable Throwable failure) {
        OperationTrace trace = question.trace();
        if (trace != null) {
            trace.over(outcome, failure);
        }
    }

    // The end of it from outside, on the progress thread.

    /** Its asker waits no more. */
    void recalled() {
        if (decide()) {
            end(Answer.RECALLED);
        }
    }

    /** Its handler is cancelled. */
    void abandoned() {
        if (decide()) {
            end(Answer.error(new CancellationException("the handler was cancelled")));
        }
    }

    private void end(Answer answer) {
        cancelWork();
        reply(answer, Outcome.CANCELLED, null);
    }

    /** Its asker is lost, and nobody hears an answer. */
    void lost() {
        if (decide()) {
            cancelWork();
            endTrace(Outcome.CANCELLED, null);
            later(() -> handler().ended(this));
        }
    }

    /** Not at once: the engine may be in the middle of a packet, and this runs code of the program. */
    final void later(Runnable work) {
        try {
            Engine.ProgramTask task = () -> engine().act(work);
            engine().execute(task);
        } catch (RejectedExecutionException ended) {
            work.run();
        }
    }

    /** The answer, on its way. */
    private final class Reply extends Tailed {

        private final Answer.Kind kind;

        Reply(Answer answer) {
            super(handler().asks().answers, question.peer(), question.tail().number(), answer);
            kind = answer.kind();
        }

        @Override
        protected void onDone() {
            if (kind == Answer.Kind.GIVEN_UP || kind == Answer.Kind.OTHER_FORM) {
                handler().ended(Exchange.this);
            } else {
                handler().answered(Exchange.this);
            }
        }

        /** The asker is lost, or doesn't wait any more since the communicator is revoked. */
        @Override
        protected void onFailed(Throwable failure) {
            handler().ended(Exchange.this);
        }
    }
}
