package org.reactivempi.transport.engine.operation;

import java.util.Arrays;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;

/**
 * An operation with as much of an engine as it can tell: a queue in which it waits for its match, and a mailbox for commands of other
 * threads. What the progress thread does, one actor or the arbiter does, one after the other.
 */
final class RacedOperation extends Operation implements Operation.Host {

    private final boolean matchedHere;
    private final boolean givesBack;
    private final Queue<Runnable> mailbox = new ConcurrentLinkedQueue<>();
    private final Signals signals = new Signals();

    /** Only the progress thread knows. */
    private boolean waiting;

    private boolean hasMessage;

    /** The user's memory, for a message of two pieces that are 1, and its copy once the user has that again. */
    private final int[] room = new int[2];

    private int @Nullable [] saved;

    private RacedOperation(boolean matchedHere, boolean givesBack) {
        this.matchedHere = matchedHere;
        this.givesBack = givesBack;
    }

    static RacedOperation receive() {
        return new RacedOperation(true, false);
    }

    /** A receive into memory of its own, or a probe. */
    static RacedOperation receiveThatGivesBack() {
        return new RacedOperation(true, true);
    }

    static RacedOperation send() {
        return new RacedOperation(false, false);
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
        if (waiting && claim()) {
            waiting = false;
            hasMessage = true;
            release();
            received();
        }
    }

    private void received() {
        if (end()) {
            hasMessage = false;
            tell(signals, "received");
        } else {
            returnMessage();
        }
    }

    /** The progress thread hears that a receive has taken the message. */
    void sent() {
        waiting = false;
        if (end()) {
            tell(signals, "sent");
        }
    }

    /** The progress thread has a message in two pieces for the receive. */
    void matchInPieces() {
        if (waiting && claim()) {
            waiting = false;
            hasMessage = true;
            fill(0);
            fill(1);
            received();
        }
    }

    private void fill(int piece) {
        boolean held = hold();
        int[] into = held ? room : Objects.requireNonNull(saved);
        into[piece] = 1;
        if (held) {
            release();
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
    protected boolean save() {
        saved = room.clone();
        return true;
    }

    /** The progress thread hears that the peer is lost. */
    void lost() {
        waiting = false;
        onFailed(new IllegalStateException("lost"));
    }

    Signals signals() {
        return signals;
    }

    /** Whether it is in the engine's queue, where a message would meet it. */
    boolean isWaiting() {
        return waiting;
    }

    @Override
    protected void start() {
        signals.onStart();
        waiting = true;
    }

    @Override
    protected void withdraw() {
        if (waiting) {
            waiting = false;
            onCancelled();
        }
    }

    @Override
    protected boolean givesBack() {
        return givesBack;
    }

    @Override
    protected void returnMessage() {
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
    protected CoreSubscriber<?> subscriber() {
        return signals;
    }

    @Override
    protected Host host() {
        return this;
    }

    @Override
    protected Runnable answer() {
        return signals::onCancelled;
    }

    @Override
    protected boolean isMatchedHere() {
        return matchedHere;
    }

    @Override
    protected boolean isFilled() {
        return givesBack;
    }

    @Override
    protected void onDone() {
        throw new AssertionError("its end is not queued");
    }

    @Override
    public void drop(Throwable thrown, CoreSubscriber<?> subscriber) {
        throw new AssertionError(thrown);
    }
}
