package org.reactivempi.core.stream;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.core.operation.Coded;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.UserTasks;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Operators;
import reactor.util.concurrent.Queues;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * The sending end of a stream: the subscriber of the user's values. How it meets its receiver is its subclasses' business.
 *
 * <pre>
 *  NEW --request--&gt; WAITING --met--&gt; OPEN --last word said--&gt; ENDING --last word heard--&gt; ENDED --&gt; CLOSED
 *                       |                   |                                                   ^        ^
 *                       |                   +--last word heard--&gt; STOPPED --last word said------+        |
 *                       +---withdrawn------------------------------------------------------------------+
 * </pre>
 * A stream that is broken goes to CLOSED from every state, as soon as none of its messages is under way.
 *
 * <pre>
 *  the publisher   AWAITED --subscribed--&gt; FLOWING --onComplete, onError--&gt; ENDED
 *                                             +-----rule or value broken--&gt; REFUSED
 * </pre>
 * Values are encoded where the publisher gives them, and wait in a queue, where the {@link SendWindow} knows that they
 * fit, for the progress thread.
 *
 * @param <T> the values' type
 */
abstract class StreamSend<T> extends StreamEnd
        implements Element.Sender, CoreSubscriber<T>, Subscription, UserTasks.Owner {

    private enum State {
        NEW,
        /** It waits for its receiver. */
        WAITING,
        /** The receiver wants elements. */
        OPEN,
        /** The receiver has said its last word, and wants no more; this side's last word follows. */
        STOPPED,
        /** This side has said its last word, and waits for the receiver's. */
        ENDING,
        /** Both have said their last word. */
        ENDED,
        /** The subscriber has heard the end. */
        CLOSED
    }

    /** What the publisher may still do. */
    private enum Supply {
        /** It has not been subscribed. */
        AWAITED,
        FLOWING,
        /** It has broken a rule, or a value could not be encoded: it is to be cancelled. */
        REFUSED,
        ENDED
    }

    final int destination;
    /** The receiver's rank in the job. */
    final int peer;

    private final CoreSubscriber<? super Void> subscriber;
    private final Publisher<? extends T> values;
    private final Codec<T> codec;
    private final Queue<Element.Sent> queue =
            Queues.<Element.Sent>get(SendWindow.MOST_ELEMENTS).get();

    // What the subscriber asks for, on any thread.
    private volatile boolean requested;
    private volatile boolean cancelled;
    private volatile @Nullable Throwable badRequest;

    // By the publisher.
    private volatile @Nullable Subscription upstream;
    private volatile Supply supply = Supply.AWAITED;
    private @Nullable Throwable failure;
    private long produced;

    // By the progress thread.
    private final SendWindow window = new SendWindow();
    private volatile long allowed;
    private volatile State state = State.NEW;
    private int receiver;
    /** The receiver wants no more. */
    private boolean left;

    private long sent;
    private @Nullable Throwable refusal;
    private @Nullable Throwable outcome;

    StreamSend(
            StreamContext streams,
            CoreSubscriber<? super Void> subscriber,
            Publisher<? extends T> values,
            Codec<T> codec,
            int destination) {
        super(streams);
        this.subscriber = subscriber;
        this.values = values;
        this.codec = codec;
        this.destination = destination;
        this.peer = streams.ranks().worldRank(destination);
    }

    /** Looks for the receiver: whose number and demand the end is told by {@link #met}. */
    abstract void meet();

    /** Nobody wants to meet a receiver any more; perhaps once more. */
    abstract void leave();

    /** The user's call with its arguments, for errors. */
    abstract String inWords();

    /** For reports. */
    abstract String call();

    /** What the receiver hears when the user has cancelled. */
    abstract String cancelled();

    /** Nothing of it is under way; {@code complete} says whether the receiver has all values, and the end of them or an error. */
    void over(boolean complete) {}

    // The subscription of the subscriber that waits for the stream's end.

    @Override
    public void request(long n) {
        if (n <= 0) {
            badRequest = Exceptions.nullOrNegativeRequestException(n);
        }
        requested = true;
        wake();
    }

    @Override
    public void cancel() {
        cancelled = true;
        wake();
    }

    // The subscriber of the values.

    @Override
    public Context currentContext() {
        return subscriber.currentContext();
    }

    @Override
    ContextView openingContext() {
        return currentContext();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        if (Operators.validate(upstream, subscription)) {
            upstream = subscription;
            wake();
        }
    }

    @Override
    public void onNext(T value) {
        Objects.requireNonNull(value, "a publisher's value is null");
        if (supply != Supply.FLOWING) {
            Operators.onNextDropped(value, currentContext());
            return;
        }
        if (cancelled || receiverHasEnded()) {
            Operators.onDiscard(value, currentContext());
            return;
        }
        try {
            count(value);
            // There is room, since this much was asked for.
            queue.offer(new Element.Sent(this, streams.elements(), peer, receiver, Coded.encode(value, codec)));
        } catch (Throwable refused) {
            end(Supply.REFUSED, refused);
        }
        wake();
    }

    @Override
    public boolean onThrown(Throwable thrown) {
        boolean flowing = supply == Supply.FLOWING;
        if (flowing) {
            end(Supply.REFUSED, thrown);
            wake();
        }
        return flowing;
    }

    private void count(T value) {
        if (produced == allowed) {
            throw new IllegalStateException("the publisher gave " + value + ", its value number " + (produced + 1)
                    + ", but only " + allowed + " were requested: rule 1.1");
        }
        produced++;
    }

    @Override
    public void onError(Throwable error) {
        Objects.requireNonNull(error, "a publisher's error is null");
        if (supply != Supply.FLOWING || cancelled || receiverHasEnded()) {
            Operators.onErrorDropped(error, currentContext());
        } else {
            end(Supply.ENDED, error);
            wake();
        }
    }

    @Override
    public void onComplete() {
        if (supply == Supply.FLOWING) {
            end(Supply.ENDED, null);
            wake();
        }
    }

    private void end(Supply how, @Nullable Throwable why) {
        failure = why;
        supply = how;
    }

    // The stream, on the progress thread.

    @Override
    void flowOn() {
        switch (state) {
            case NEW -> beginIfWanted();
            case WAITING -> {
                if (isUnwanted()) {
                    leave();
                }
            }
            case OPEN, STOPPED -> flow();
            case ENDING, ENDED, CLOSED -> {}
        }
        cancelUpstream();
        close();
    }

    private void beginIfWanted() {
        if (cancelled) {
            state = State.CLOSED;
            over(false);
        } else if (badRequest != null) {
            state = State.CLOSED;
            giveError(subscriber, badRequest);
            over(false);
        } else if (requested) {
            start();
        }
    }

    private void start() {
        try {
            begin();
        } catch (RuntimeException closed) {
            state = State.CLOSED;
            giveError(subscriber, ContractFailures.of(closed, null, inWords()));
            over(false);
            return;
        }
        state = State.WAITING;
        meet();
    }

    /** The receiver, by its number there, takes the stream, and wants so many values at once. */
    public void met(int receiver, long demand) {
        state = State.OPEN;
        this.receiver = receiver;
        window.grant(demand);
    }

    @Override
    boolean onControl(ByteBuffer message) {
        Control.Kind kind = Control.kind(message);
        long amount = Control.amount(message);
        if (kind != Control.Kind.ANSWER && state == State.WAITING
                || kind == Control.Kind.DONE && state != State.ENDING) {
            throw Control.breach(kind + " to a sender that is " + state);
        }
        switch (kind) {
            case ANSWER -> {
                if (state != State.WAITING) {
                    throw Control.breach("a second answer");
                }
                met(Control.answered(message), amount);
            }
            case DEMAND -> window.grant(amount);
            case DONE, CANCEL -> {
                state = state == State.ENDING ? State.ENDED : State.STOPPED;
                left = kind == Control.Kind.CANCEL;
                refusal = left ? Control.refusal(message) : null;
            }
            case END, ERROR -> throw Control.breach(kind + " to a sender");
        }
        return !receiverHasEnded();
    }

    private void flow() {
        subscribe();
        Supply before = supply;
        if (isUnwanted()) {
            queue.clear();
        } else {
            sendQueue();
        }
        if (broken() != null) {
            return;
        }
        if (isUnwanted() || before != Supply.FLOWING) {
            sendLast();
        } else {
            requestMore();
        }
    }

    private void subscribe() {
        if (supply == Supply.AWAITED && !isUnwanted()) {
            supply = Supply.FLOWING;
            try {
                UserTasks.watch();
                UserTasks.run(this, () -> values.subscribe(this));
            } catch (Throwable thrown) {
                end(Supply.REFUSED, thrown);
            }
        }
    }

    private void sendQueue() {
        for (Element.Sent next = queue.poll(); next != null; next = queue.poll()) {
            sent++;
            send(next);
        }
    }

    private void requestMore() {
        Subscription source = upstream;
        long n = source == null ? 0 : window.take();
        if (source != null && n > 0) {
            allowed = window.requested();
            try {
                UserTasks.run(this, () -> source.request(n));
            } catch (Throwable thrown) {
                end(Supply.REFUSED, thrown);
                wake();
            }
        }
    }

    private void sendLast() {
        state = state == State.STOPPED ? State.ENDED : State.ENDING;
        outcome = error();
        byte[] last = outcome == null ? Control.of(Control.Kind.END, sent) : Control.error(sent, outcome);
        send(ControlMessage.to(this, streams.elements(), peer, receiver, last));
    }

    /** What went wrong on this side. */
    private @Nullable Throwable error() {
        if (badRequest != null) {
            return badRequest;
        }
        if (cancelled) {
            return new CancellationException(cancelled());
        }
        return refusal == null ? failure : refusal;
    }

    @Override
    public void sent(long lengthBytes) {
        window.completed(lengthBytes);
        ended();
    }

    /** Whether values that the publisher may still have are of no use. */
    private boolean isUnwanted() {
        return cancelled || receiverHasEnded() || badRequest != null || broken() != null || isWithdrawn();
    }

    final boolean isWaiting() {
        return state == State.WAITING;
    }

    /** Whether the receiver has said its last word, or can't any more. */
    private boolean receiverHasEnded() {
        return switch (state) {
            case STOPPED, ENDED, CLOSED -> true;
            case NEW, WAITING, OPEN, ENDING -> false;
        };
    }

    private void cancelUpstream() {
        Subscription source = upstream;
        boolean useless = isUnwanted() || supply == Supply.REFUSED;
        if (useless && source != null && supply != Supply.ENDED && source != Operators.cancelledSubscription()) {
            upstream = Operators.cancelledSubscription();
            try {
                source.cancel();
            } catch (Throwable thrown) {
                engine().drop(thrown, subscriber);
            }
        }
    }

    private void close() {
        boolean over = broken() != null || isWithdrawn() || state == State.ENDED;
        if (over && isQuiet() && state != State.NEW && state != State.CLOSED) {
            boolean heard = receiverHasEnded();
            state = State.CLOSED;
            signalEnd(heard);
            end();
            over(heard && !cancelled && !left);
        }
    }

    private void signalEnd(boolean receiverHasEnded) {
        Throwable cause = broken();
        if (outcome == null) {
            outcome = error();
        }
        if (outcome == null && cause != null && !receiverHasEnded) {
            outcome = ContractFailures.of(cause, streams.ranks(), inWords());
        }
        if (cancelled) {
            return;
        }
        if (outcome == null) {
            give(subscriber, subscriber::onComplete);
        } else {
            giveError(subscriber, outcome);
        }
    }

    @Override
    boolean isOver() {
        return state == State.CLOSED;
    }

    @Override
    boolean isCancelled() {
        return cancelled;
    }

    @Override
    @Nullable
    Throwable failure() {
        return outcome;
    }

    @Override
    protected void onNoEngine(RejectedExecutionException cause) {
        cancelUpstream();
        if (state == State.NEW && !cancelled) {
            giveError(subscriber, badRequest == null ? ContractFailures.of(cause, null, inWords()) : badRequest);
        }
    }

    @Override
    public String toString() {
        return call() + ", " + state + ", " + sent + " sent, demand for " + window.waiting() + " more";
    }
}
