package org.reactivempi.core.collective.stream;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.reactivempi.MpiException;
import org.reactivempi.RevokedException;
import org.reactivempi.core.collective.CollectiveContext;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.Drain;
import org.reactivempi.core.stream.StreamParts;
import org.reactivempi.transport.engine.port.Conversation;
import org.reactivempi.transport.engine.port.Engine;
import reactor.core.CoreSubscriber;
import reactor.util.context.Context;

/**
 * A collective stream under way on this rank.
 *
 * <pre>
 *  NEW --request--&gt; RUNNING --its part is done--&gt; OVER
 *   |                                               ^
 *   +--cancel, bad request, engine closed-----------+
 * </pre>
 * It takes its number with its subscriber's first request. A subscriber that cancels hears nothing more; the rank's part goes on as long
 * as others depend on it (COL-25).
 *
 * @param <R> what the subscriber gets
 */
final class StreamRun<R> extends Drain implements Conversation {

    private enum State {
        NEW,
        RUNNING,
        OVER
    }

    private final CollectiveContext communicator;
    private final StreamParts parts;
    private final Pattern<R> pattern;
    private final UserOutlet<R> user;
    private final Context context;
    private final AtomicBoolean wakesLater = new AtomicBoolean();
    private State state = State.NEW;
    /** Its number among those of this rank. */
    private int conversation;

    private int tag;
    private List<Flow> flows = List.of();

    /**
     * What a rank does in a stream.
     *
     * @param name what the stream is called
     * @param prefetch how many elements wait here beyond the demand of its subscriber
     * @param decoder makes of an element what the subscriber gets
     * @param wiring makes the flows of a run, once it has its number
     */
    record Pattern<R>(
            String name, int prefetch, Function<byte[], R> decoder, Function<StreamRun<R>, List<Flow>> wiring) {}

    /** One that has not begun; {@code usable} throws if the communicator can't be used. */
    StreamRun(
            CollectiveContext communicator,
            StreamParts parts,
            Runnable usable,
            Pattern<R> pattern,
            CoreSubscriber<? super R> subscriber) {
        this.communicator = communicator;
        this.parts = parts;
        this.pattern = pattern;
        this.context = subscriber.currentContext();
        this.user = new UserOutlet<>(
                subscriber, pattern, usable, communicator.endpoint(), communicator.users(), this::wake);
    }

    UserOutlet<R> user() {
        return user;
    }

    /** The subscriber's. */
    Context context() {
        return context;
    }

    /** A stream from another rank. */
    PartInlet from(int rank) {
        return new PartInlet(parts.receive(rank, tag), rank, this::wake);
    }

    /** A stream to another rank, which waits for it from now on. */
    PartOutlet to(int rank) {
        PartOutlet outlet = new PartOutlet(rank, this::wake);
        outlet.start(parts, tag);
        return outlet;
    }

    /**
     * Something has come from the user's publisher: looked at as a command of its own, since a publisher and a subscriber of this rank
     * that are both fast would else keep the progress thread for themselves.
     */
    void wakeLater() {
        if (wakesLater.compareAndSet(false, true)) {
            try {
                engine().execute(() -> {
                    wakesLater.set(false);
                    wake();
                });
            } catch (RejectedExecutionException e) {
                onNoEngine(e);
            }
        }
    }

    @Override
    protected Engine engine() {
        return communicator.endpoint().engine();
    }

    @Override
    protected void drain() {
        if (state == State.NEW) {
            begin();
        }
        boolean wasGone;
        do {
            wasGone = user.isGone();
            if (state == State.RUNNING) {
                flow();
            }
            // A subscriber that leaves within a signal is news for the flows, which nobody else tells them.
        } while (wasGone != user.isGone());
    }

    private void begin() {
        if (!user.isGone()) {
            user.deliver();
        }
        // One that has requested and is gone already has others that count on this rank.
        if (user.isWanted()) {
            try {
                conversation = engine().messages().begin(this);
            } catch (RuntimeException closed) {
                state = State.OVER;
                user.fail(ContractFailures.of(closed, null, communicator.inWords(pattern.name())));
                return;
            }
            tag = communicator.beginStream();
            state = State.RUNNING;
            flows = pattern.wiring().apply(this);
        } else if (user.isGone()) {
            state = State.OVER;
        }
    }

    private void flow() {
        if (communicator.isRevoked()) {
            failAll(Failure.here(
                    communicator.endpoint().rank(), new RevokedException("the communicator is revoked", null)));
        }
        boolean ended = true;
        Failure failure = null;
        for (Flow flow : flows) {
            flow.move();
            ended &= flow.isEnded();
            Failure failed = flow.failure();
            if (failed != null && failed.isOwn()) {
                user.know(failed);
            }
            failure = failure == null ? failed : failure;
        }
        if (ended && (failure != null || areOver())) {
            user.end(failure);
        }
        user.deliver();
        // Only now, since the subscriber may have taken its last element.
        if (user.isOver() && areOver()) {
            state = State.OVER;
            communicator.endStream(failure == null && !user.isCancelled());
            engine().messages().end(conversation);
        }
    }

    private boolean areOver() {
        for (Flow flow : flows) {
            if (!flow.isOver()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void onAborted(Throwable cause) {
        MpiException error = ContractFailures.of(cause, null, communicator.inWords(pattern.name()));
        failAll(Failure.here(communicator.endpoint().rank(), error));
        user.fail(error);
    }

    private void failAll(Failure why) {
        for (Flow flow : flows) {
            if (!flow.isEnded()) {
                flow.fail(why);
            }
        }
    }

    @Override
    protected void onNoEngine(RejectedExecutionException cause) {
        if (state == State.NEW && !user.isCancelled()) {
            user.fail(ContractFailures.of(cause, null, communicator.inWords(pattern.name())));
        }
    }

    @Override
    public String toString() {
        return communicator.inWords(pattern.name()) + ", " + user.taken() + " taken"
                + (state == State.RUNNING && user.isCancelled() ? ", which nobody waits for here any more" : "");
    }
}
