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
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.operation.UserTasks;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Operators;
import reactor.util.concurrent.Queues;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * The sending end of a stream: the subscriber of the user's values.
 *
 * <pre>
 *  NEW --request--&gt; ANNOUNCED --answer--&gt; OPEN --last word said--&gt; ENDING --last word heard--&gt; ENDED --&gt; CLOSED
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
final class StreamSend<T> extends StreamEnd
        implements Element.Sender, CoreSubscriber<T>, Subscription, UserTasks.Owner {

    private enum State {
        NEW,
        /** The announcement waits for its receiver. */
        ANNOUNCED,
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

    private final CoreSubscriber<? super Void> subscriber;
    private final Sending<T> mono;
    private final int destination;
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
    private ControlMessage.@Nullable Announcing announcement;
    private int receiver;
    private long sent;
    private @Nullable Throwable refusal;
    private @Nullable Throwable outcome;

    StreamSend(CoreSubscriber<? super Void> subscriber, Sending<T> mono, int destination) {
        super(mono.streams);
        this.subscriber = subscriber;
        this.mono = mono;
        this.destination = destination;
    }

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
            queue.offer(
                    new Element.Sent(this, streams.elements, destination, receiver, Coded.encode(value, mono.codec)));
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
            case NEW -> announce();
            case ANNOUNCED -> withdraw();
            case OPEN, STOPPED -> flow();
            case ENDING, ENDED, CLOSED -> {}
        }
        cancelUpstream();
        close();
    }

    private void announce() {
        if (cancelled) {
            state = State.CLOSED;
        } else if (badRequest != null) {
            state = State.CLOSED;
            giveError(subscriber, badRequest);
        } else if (requested) {
            start();
        }
    }

    private void start() {
        try {
            begin();
        } catch (RuntimeException closed) {
            state = State.CLOSED;
            giveError(subscriber, ContractFailures.of(closed, null, mono.inWords()));
            return;
        }
        state = State.ANNOUNCED;
        listen(mono.destination, destination);
        announcement = new ControlMessage.Announcing(this, streams.announcements, destination, mono.tag);
        send(announcement);
    }

    /** Only once: a receiver that is faster answers, and is told then. */
    private void withdraw() {
        ControlMessage.Announcing sent = announcement;
        if (isUnwanted() && sent != null) {
            announcement = null;
            messages().withdraw(sent);
        }
    }

    @Override
    boolean onControl(ByteBuffer message) {
        Control.Kind kind = Control.kind(message);
        long amount = Control.amount(message);
        if (kind != Control.Kind.ANSWER && state == State.ANNOUNCED
                || kind == Control.Kind.DONE && state != State.ENDING) {
            throw Control.breach(kind + " to a sender that is " + state);
        }
        switch (kind) {
            case ANSWER -> open(Control.answered(message), amount);
            case DEMAND -> window.grant(amount);
            case DONE, CANCEL -> {
                state = state == State.ENDING ? State.ENDED : State.STOPPED;
                refusal = kind == Control.Kind.CANCEL ? Control.refusal(message) : null;
            }
            case END, ERROR -> throw Control.breach(kind + " to a sender");
        }
        return !receiverHasEnded();
    }

    private void open(int receiver, long demand) {
        if (state != State.ANNOUNCED) {
            throw Control.breach("a second answer");
        }
        state = State.OPEN;
        this.receiver = receiver;
        window.grant(demand);
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
                UserTasks.run(this, () -> mono.values.subscribe(this));
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
        send(ControlMessage.to(this, streams.elements, destination, receiver, last));
    }

    /** What went wrong on this side. */
    private @Nullable Throwable error() {
        if (badRequest != null) {
            return badRequest;
        }
        if (cancelled) {
            return new CancellationException("the sender has cancelled the stream");
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

    /** Whether the receiver has said its last word, or can't any more. */
    private boolean receiverHasEnded() {
        return switch (state) {
            case STOPPED, ENDED, CLOSED -> true;
            case NEW, ANNOUNCED, OPEN, ENDING -> false;
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
        }
    }

    private void signalEnd(boolean receiverHasEnded) {
        Throwable cause = broken();
        if (outcome == null) {
            outcome = error();
        }
        if (outcome == null && cause != null && !receiverHasEnded) {
            outcome = ContractFailures.of(cause, streams.ranks(), mono.inWords());
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
            giveError(subscriber, badRequest == null ? ContractFailures.of(cause, null, mono.inWords()) : badRequest);
        }
    }

    @Override
    public String toString() {
        return "sendStream(destination " + streams.inWords(mono.destination) + ", tag " + mono.tag + ", "
                + streams.state.inWords() + "), " + state + ", " + sent + " sent, demand for " + window.waiting()
                + " more";
    }

    /** Sends a stream each time that it is subscribed. */
    static final class Sending<T> extends OperationMono<Void> {

        private final CommunicatorStreams streams;
        private final Publisher<? extends T> values;
        private final Codec<T> codec;
        private final int destination;
        private final int tag;

        Sending(CommunicatorStreams streams, Publisher<? extends T> values, Codec<T> codec, int destination, int tag) {
            this.streams = streams;
            this.values = values;
            this.codec = codec;
            this.destination = destination;
            this.tag = tag;
        }

        @Override
        protected Engine engine() {
            return streams.elements.engine();
        }

        @Override
        protected String inWords() {
            return streams.check.inWords("sendStream", "destination", destination, tag);
        }

        @Override
        public void subscribe(CoreSubscriber<? super Void> subscriber) {
            int world;
            try {
                world = streams.check.destination(destination, tag);
            } catch (RuntimeException wrong) {
                Operators.error(subscriber, wrong);
                return;
            }
            subscriber.onSubscribe(new StreamSend<>(subscriber, this, world));
        }
    }
}
