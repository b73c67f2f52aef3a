package org.reactivempi.core.stream;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.operation.Drain;
import org.reactivempi.core.operation.ErrorListener;
import org.reactivempi.transport.engine.event.OperationTrace;
import org.reactivempi.transport.engine.event.Outcome;
import org.reactivempi.transport.engine.port.Conversation;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.Operations;
import org.reactivempi.transport.engine.port.Outgoing;
import reactor.core.CoreSubscriber;
import reactor.util.context.ContextView;

/**
 * What both ends of a stream share: the way from any thread to the progress thread, and the messages that are under way.
 */
abstract class StreamEnd extends Drain implements Conversation {

    private static final int NO_NUMBER = -1;

    final StreamContext streams;
    private int number = NO_NUMBER;
    /** Its number among those of this rank. */
    private int conversation;

    /** How many messages have started and not ended. */
    private int parts;

    private boolean withdrawn;
    private boolean unmet;
    private boolean aborted;
    private ControlMessage.@Nullable Next control;
    private @Nullable Throwable broken;
    /** What its opening has begun, until the user has heard the last of it. */
    private @Nullable OperationTrace trace;

    StreamEnd(StreamContext streams) {
        this.streams = streams;
    }

    /** Does what can be done now. */
    abstract void flowOn();

    /** Takes a control message, a wrong one by throwing; false if it is the other end's last. */
    abstract boolean onControl(ByteBuffer message);

    /** Whether its user has heard the last of it. */
    abstract boolean isOver();

    /** Once it is over: whether its user has ended it. */
    abstract boolean isCancelled();

    /** Once it is over: why it has failed, or null if it has not. */
    abstract @Nullable Throwable failure();

    /** The context of the user's subscriber. */
    abstract ContextView openingContext();

    /** All signals of the stream are in the scope of its trace, where it has one. */
    @Override
    protected final void drain() {
        OperationTrace scope = trace;
        if (scope == null) {
            flowOn();
            return;
        }
        scope.signal(this::flowOn);
        if (isOver()) {
            trace = null;
            scope.over(outcome(), failure());
        }
    }

    private Outcome outcome() {
        if (isCancelled()) {
            return Outcome.CANCELLED;
        }
        return failure() == null ? Outcome.DONE : Outcome.FAILED;
    }

    /** What has opened the stream was traced; that trace is the stream's from now on. */
    public final void goOn(OperationTrace opened) {
        trace = opened;
    }

    /** What its opening has begun has come to nothing; another one follows. */
    final void endTrace(Throwable failure) {
        OperationTrace scope = trace;
        trace = null;
        if (scope != null) {
            scope.over(Outcome.FAILED, failure);
        }
    }

    @Override
    public final void onAborted(Throwable cause) {
        aborted = true;
        breakOff(cause);
    }

    /** Starts as an operation of the engine, with a number of its own. */
    final void begin() {
        conversation = messages().begin(this);
        number = streams.numbers().take();
    }

    /** Nothing of it is under way any more. */
    final void end() {
        if (broken == null || unmet) {
            streams.numbers().giveBack(number);
        }
        messages().end(conversation);
    }

    public final int number() {
        return number;
    }

    /** It looks for the other end, which counts as a message: it is {@linkplain #ended ended}, {@link #withdrawn} or {@link #unmet}. */
    final void looks() {
        parts++;
    }

    /** Itself, and its messages that have started and not ended. */
    final int operationsUnderWay() {
        return 1 + parts;
    }

    /** It won't meet the other end, which will send nothing. */
    final void unmet(Throwable why) {
        unmet = true;
        failed(why);
    }

    /** Waits for control messages of a rank; {@code peer} is its rank in the job. */
    final void listen(int source, int peer) {
        control = new ControlMessage.Next(this, streams.elements(), source, peer);
        receive(control);
    }

    final void send(Outgoing part) {
        parts++;
        messages().send(part);
    }

    final void receive(Incoming part) {
        parts++;
        messages().receive(part);
    }

    /** A control message is here, which {@code from} has received. */
    final void heard(Incoming from, ByteBuffer message) {
        if (onControl(message) && broken == null) {
            messages().receive(from);
            wake();
        } else {
            ended();
        }
    }

    /** A message has been sent, or is not needed any more, that {@link #send}, {@link #receive} or {@link #listen} has started. */
    final void ended() {
        parts--;
        wake();
    }

    /** A message has failed, or broke a rule. */
    public final void failed(Throwable cause) {
        parts--;
        breakOff(cause);
    }

    /** What was to meet the other end was taken back before that. */
    final void withdrawn() {
        withdrawn = true;
        stopListening();
        ended();
    }

    /** The other end cannot be talked to any more. */
    final void breakOff(Throwable cause) {
        if (broken == null) {
            broken = cause;
            stopListening();
        }
        wake();
    }

    private void stopListening() {
        if (control != null) {
            messages().withdraw(control);
        }
    }

    final @Nullable Throwable broken() {
        return broken;
    }

    /** Whether the engine ends, so that not even what is here can still be given. */
    final boolean isAborted() {
        return aborted;
    }

    final boolean isWithdrawn() {
        return withdrawn;
    }

    /** Gives a signal to its user's subscriber. What that throws goes to Reactor's hooks, and is its own loss (RX-8). */
    final void give(CoreSubscriber<?> subscriber, Runnable signal) {
        try {
            signal.run();
        } catch (Throwable thrown) {
            engine().drop(thrown, subscriber);
        }
    }

    final void giveError(CoreSubscriber<?> subscriber, Throwable error) {
        give(subscriber, () -> errors().fail(subscriber, error));
    }

    /** Hears of its errors first; nobody unless overridden: a stream that a question has opened fails with the question. */
    ErrorListener errors() {
        return ErrorListener.NONE;
    }

    /** Whether none of its messages is under way. */
    final boolean isQuiet() {
        return parts == 0;
    }

    final Operations messages() {
        return engine().messages();
    }

    @Override
    protected final Engine engine() {
        return streams.elements().engine();
    }
}
