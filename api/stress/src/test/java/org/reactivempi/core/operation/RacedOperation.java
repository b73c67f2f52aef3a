package org.reactivempi.core.operation;

import java.util.Arrays;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.Engine;
import reactor.core.CoreSubscriber;

/**
 * An operation at its edge, with as much of an engine as the edge can tell: a queue in which it waits for its match, and a
 * mailbox for commands of other threads. What the progress thread does, one actor or the arbiter does, one after the other.
 */
final class RacedOperation implements Edge.Operation {

    private static final AtomicIntegerFieldUpdater<RacedOperation> STATE =
            AtomicIntegerFieldUpdater.newUpdater(RacedOperation.class, "state");
    private static final Edge<RacedOperation> RECEIVES = new Edge<>(STATE, Edge.CANCELLED);
    private static final Edge<RacedOperation> SENDS = new Edge<>(STATE, Edge.WITHDRAWING);

    private final Edge<RacedOperation> edge;
    private final boolean givesBack;
    private final Queue<Runnable> mailbox = new ConcurrentLinkedQueue<>();
    private final Signals signals = new Signals();

    @SuppressWarnings("unused") // by the edge
    private volatile int state = Edge.ASSEMBLED;

    /** Only the progress thread knows. */
    private boolean waiting;

    private boolean hasMessage;

    /** The user's memory, for a message of two pieces that are 1, and its copy once the user has that again. */
    private final int[] room = new int[2];

    private int @Nullable [] saved;

    private RacedOperation(Edge<RacedOperation> edge, boolean givesBack) {
        this.edge = edge;
        this.givesBack = givesBack;
    }

    static RacedOperation receive() {
        return new RacedOperation(RECEIVES, false);
    }

    /** A receive into memory of its own, or a probe. */
    static RacedOperation receiveThatGivesBack() {
        return new RacedOperation(RECEIVES, true);
    }

    static RacedOperation send() {
        return new RacedOperation(SENDS, false);
    }

    /** A receive or send that waits for its match. */
    RacedOperation started() {
        request(1);
        work();
        return this;
    }

    /** The progress thread does what it was told. */
    void work() {
        for (Runnable command = mailbox.poll(); command != null; command = mailbox.poll()) {
            command.run();
        }
    }

    /** The progress thread has a message for the receive. */
    void match() {
        if (waiting && edge.claim(this)) {
            waiting = false;
            hasMessage = true;
            received();
        }
    }

    private void received() {
        if (edge.end(this)) {
            hasMessage = false;
            Edge.succeed(this, signals, Status.empty());
        } else {
            giveBack();
        }
    }

    /** The progress thread hears that a receive has taken the message. */
    void sent() {
        waiting = false;
        if (edge.end(this)) {
            Edge.succeed(this, signals, Status.empty());
        }
    }

    /** The progress thread has a message in two pieces for the receive. */
    void matchInPieces() {
        if (waiting && edge.claimAndHold(this)) {
            waiting = false;
            hasMessage = true;
            fill(0);
            fill(1);
            received();
        }
    }

    private void fill(int piece) {
        boolean held = edge.hold(this);
        int[] into = held ? room : Objects.requireNonNull(saved);
        into[piece] = 1;
        if (held) {
            edge.release(this);
        }
    }

    /** The user takes the memory back, and writes to it at once. */
    void cancelAndUse() {
        cancel();
        if (saved != null) {
            Arrays.fill(room, 9);
        }
    }

    /** Whether the message is where it belongs, whole, and the user's memory is as the user wants it. */
    boolean isWhole() {
        int[] copy = saved;
        return copy == null ? room[0] == room[1] : copy[0] == 1 && copy[1] == 1 && room[0] == 9 && room[1] == 9;
    }

    @Override
    public boolean save() {
        saved = room.clone();
        return true;
    }

    /** The progress thread hears that the peer is lost. */
    void lost() {
        waiting = false;
        edge.failed(this, new MpiException(ErrorClass.OTHER, "lost"));
    }

    Signals signals() {
        return signals;
    }

    /** Whether it is in the engine's queue, where a message would meet it. */
    boolean isWaiting() {
        return waiting;
    }

    @Override
    public void request(long n) {
        edge.request(this, n);
    }

    @Override
    public void cancel() {
        edge.cancel(this);
    }

    @Override
    public void run() {
        edge.run(this);
    }

    @Override
    public void start() {
        signals.onStart();
        waiting = true;
    }

    @Override
    public void withdraw() {
        if (waiting) {
            waiting = false;
            edge.cancelled(this);
        }
    }

    @Override
    public boolean givesBack() {
        return givesBack;
    }

    @Override
    public void giveBack() {
        if (hasMessage) {
            hasMessage = false;
            signals.onGivenBack();
        }
    }

    @Override
    public boolean inProgressThread() {
        return false;
    }

    @Override
    public void execute(Runnable command) {
        mailbox.add(command);
    }

    @Override
    public CoreSubscriber<?> subscriber() {
        return signals;
    }

    @Override
    public Engine engine() {
        throw new AssertionError("this class has taken its place");
    }
}
