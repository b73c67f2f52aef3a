package org.reactivempi.transport.engine.window;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.port.EngineWindows.Ended;
import org.reactivempi.transport.engine.port.EngineWindows.Memory;
import org.reactivempi.transport.engine.port.EngineWindows.Transfer;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * What this rank does to one target's memory in a window.
 *
 * <pre>
 *  start, flush, unlock ... --gate is open--------------------------------------&gt; the link's requests, or memory in reach
 *                           --gate is shut--&gt; gated --lock held, or posted, and the fence before over--&gt; the same
 *
 *  lock   NONE --lock--&gt; WANTED --granted--&gt; HELD --unlock, and its answer--&gt; NONE
 *              --assumed--&gt; ASSUMED --unlock--&gt; NONE
 * </pre>
 */
final class Access {

    private enum Lock {
        NONE,
        WANTED,
        HELD,
        ASSUMED
    }

    /** Hears when all operations up to one are over. */
    private record Waiter(long last, Ended ended) {}

    private final OwnedWindow window;
    private final int target;
    /** Null for the own memory. */
    private final @Nullable WindowPeer peer;
    /** The target's memory, where this process reaches it: its own, or one in common; else null. */
    private final @Nullable Memory memory;

    private Lock lock = Lock.NONE;
    /** The lock that is wanted; null if there is none, or if this is the own memory. */
    private @Nullable Synchronization wanted;

    /** Hears of the lock of the own memory that is wanted; null if there is none. */
    private @Nullable Ended wantedHere;

    private int lockNumber;
    private boolean accessed;
    /** How often the target has posted to this rank beyond the accesses that are over. */
    private int posts;
    /** To how many fences of this rank, of which the target knows or will know, it has not said OPEN. */
    private int unopened;

    private final Queue<Step> gated = new ArrayDeque<>();
    private int gatedFences;
    private boolean isOpening;
    /** What is being done to that memory and takes several turns; null if nothing is. */
    private @Nullable Sending applied;

    /** What has started and is not over, in order; such as are over may stand behind one that is not. */
    private final Queue<Sending> open = new ArrayDeque<>();

    /** One that is over; null if there is none. */
    private @Nullable Sending spare;

    private final Queue<Waiter> waiters = new ArrayDeque<>();
    private long started;
    /** The last operation that the target does not answer. */
    private long lastUnanswered;
    /** The last operation that has left in packets although the memory can be reached: others overtake it by nothing but packets. */
    private long lastByPackets;
    /** The last operation that is known to be done at the target, or that the target waits for itself. */
    private long lastDone;
    /** What the target has refused, and no operation has told. */
    private @Nullable Throwable refusal;

    private @Nullable Throwable lost;

    Access(
            OwnedWindow window,
            int target,
            @Nullable WindowPeer peer,
            @Nullable Memory memory,
            @Nullable Throwable lost) {
        this.window = window;
        this.target = target;
        this.peer = peer;
        this.memory = memory;
        this.lost = lost;
    }

    /** The number of the window, as the target knows it. */
    int window() {
        return window.numberAt(target);
    }

    int target() {
        return target;
    }

    /** Why nothing more happens with the target; null if something may. */
    @Nullable
    Throwable loss() {
        return lost;
    }

    // Operations.

    void start(Transfer transfer) {
        if (lost != null) {
            transfer.ended(lost);
            return;
        }
        if (window.isLockedAll() && lock == Lock.NONE) {
            lock(false, never -> {});
        }
        Sending sending = sending(transfer, ++started);
        open.add(sending);
        if (!sending.isRequest() && (memory == null || !passes(sending))) {
            lastUnanswered = started;
        }
        pass(sending);
    }

    /** The object of an operation that is over, where there is one, since short ones would be little else than objects. */
    private Sending sending(Transfer transfer, long number) {
        Sending known = spare;
        if (known == null) {
            return new Sending(this, transfer, number);
        }
        spare = null;
        known.reuse(transfer, number);
        return known;
    }

    /** Takes one back of which nothing has left; false if something has. */
    boolean withdraw(Transfer transfer) {
        for (Sending sending : open) {
            if (sending.transfer() == transfer && !sending.hasEnded() && sending.isWhole()) {
                boolean taken =
                        gated.remove(sending) || peer != null && peer.requests().withdraw(sending);
                if (taken) {
                    open.remove(sending);
                    ended();
                    // A fence that stood after it need not wait.
                    openGate();
                }
                return taken;
            }
        }
        return false;
    }

    /** Tells the target something in its turn. */
    void tell(Telling telling) {
        if (lost == null) {
            pass(telling);
        } else {
            telling.cut(lost);
        }
    }

    /** Takes back what has not left. */
    boolean withdraw(Telling telling) {
        return gated.remove(telling) || peer != null && peer.requests().withdraw(telling);
    }

    private void pass(Step step) {
        if (passes(step)) {
            dispatch(step);
            openGate();
        } else {
            gated.add(step);
            gatedFences += isFence(step) ? 1 : 0;
        }
    }

    private boolean passes(Step step) {
        return gated.isEmpty() && mayLeave(step);
    }

    private boolean mayLeave(Step step) {
        // What stands before a fence belongs to no epoch of a lock or post, though one may have begun since.
        return applied == null && lost == null && (isFence(step) || !isFenced() && (gatedFences > 0 || isAllowed()));
    }

    private static boolean isFence(Step step) {
        return step instanceof Synchronization end && end.kind() == PacketKind.FENCE;
    }

    /** Whether a fence of this rank may not be over at the target. */
    private boolean isFenced() {
        return unopened > 0 && !window.isUnfenced();
    }

    /** Whether the target has let this rank access its memory. */
    private boolean isAllowed() {
        return switch (lock) {
            case WANTED -> false;
            case HELD, ASSUMED -> true;
            case NONE -> !accessed || posts > 0;
        };
    }

    /** What the end of one starts waits until that one is out of the way. */
    void openGate() {
        if (isOpening) {
            return;
        }
        isOpening = true;
        try {
            while (!gated.isEmpty() && mayLeave(gated.element())) {
                Step next = gated.remove();
                gatedFences -= isFence(next) ? 1 : 0;
                dispatch(next);
            }
        } finally {
            isOpening = false;
        }
    }

    private void dispatch(Step step) {
        if (step instanceof Synchronization end && end.kind() == PacketKind.COMPLETE) {
            accessed = false;
            posts--;
        }
        unopened += isFence(step) ? 1 : 0;
        if (step instanceof Sending sending && memory != null && isNext(sending)) {
            applied = sending;
            apply(memory);
        } else if (peer != null) {
            send(step, peer);
        } else if (step instanceof Telling telling) {
            telling.end(null);
            window.notices().hear(target, telling.word());
        } else if (step instanceof Synchronization end) {
            switch (end.kind()) {
                case UNLOCK -> window.locks().release(target);
                case COMPLETE -> window.exposure().complete(target);
                default -> {}
            }
            end.end(null);
        }
    }

    /** Whether nothing is on its way that it must not overtake. */
    private boolean isNext(Sending sending) {
        return lastByPackets <= lastDone && open.peek() == sending;
    }

    private void send(Step step, WindowPeer to) {
        if (step instanceof Sending sending && !sending.isRequest()) {
            lastUnanswered = Math.max(lastUnanswered, sending.number());
            lastByPackets = sending.number();
        }
        to.requests().add(step);
    }

    /** Does as much of an operation as one turn may do. */
    private void apply(Memory to) {
        Sending sending = applied;
        if (sending == null) {
            return;
        }
        switch (sending.apply(to, peer != null)) {
            case WHOLE -> applied = null;
            case IN_PART ->
                window.later(() -> {
                    apply(to);
                    openGate();
                });
            case NOT_HERE -> {
                applied = null;
                if (peer != null) {
                    send(sending, peer);
                }
            }
        }
    }

    /** An operation is over. */
    void ended() {
        while (!open.isEmpty() && open.element().hasEnded()) {
            Sending over = open.remove();
            spare = over.isSpare() ? over : spare;
        }
        long over = open.isEmpty() ? Long.MAX_VALUE : open.element().number() - 1;
        while (!waiters.isEmpty() && waiters.element().last <= over) {
            waiters.remove().ended.ended(lost == null ? takeRefusal() : lost);
        }
    }

    /** The target has not done something whose operation is over. */
    void refused(Throwable why) {
        if (refusal == null) {
            refusal = why;
        }
    }

    /** What the target has refused, once. */
    @Nullable
    Throwable takeRefusal() {
        Throwable told = refusal;
        refusal = null;
        return told;
    }

    // Synchronization.

    boolean isLocked() {
        return lock != Lock.NONE;
    }

    /** Whether its end needs the target. */
    boolean isUsed() {
        return isLocked() || isUnanswered() || refusal != null || !open.isEmpty() || !gated.isEmpty();
    }

    void lock(boolean exclusive, Ended held) {
        if (lost != null) {
            held.ended(lost);
            return;
        }
        lock = Lock.WANTED;
        int number = ++lockNumber;
        if (peer == null) {
            wantedHere = held;
            window.locks().request(target, exclusive, new Wanting(held));
            return;
        }
        Synchronization request = new Synchronization(PacketKind.LOCK, window(), exclusive, failure -> {
            // The answer to one that was withdrawn may cross that, when the next one is wanted already.
            if (lock == Lock.WANTED && number == lockNumber) {
                granted(failure, held);
            }
        });
        wanted = request;
        peer.requests().add(request);
    }

    /** The lock of the own memory. */
    private final class Wanting implements LockQueue.Wanting {

        private final Ended held;

        Wanting(Ended held) {
            this.held = held;
        }

        @Override
        public void abandonedBy(int rank) {
            window.abandoned(target, rank);
        }

        @Override
        public void granted() {
            Access.this.granted(null, held);
        }

        /** This rank can see that itself. */
        @Override
        public void heldBy(int count, int lowest) {}

        /** It ends with all else that waits here. */
        @Override
        public void refused() {}
    }

    private void granted(@Nullable Throwable failure, Ended held) {
        Synchronization request = wanted;
        if (request != null && failure == null) {
            window.abandoned(target, request.abandonedBy());
        }
        wanted = null;
        wantedHere = null;
        lock = failure == null ? Lock.HELD : Lock.NONE;
        held.ended(failure);
        if (failure == null) {
            openGate();
        } else if (!gated.isEmpty()) {
            // Those who wait for several operations hear of it as well.
            refused(failure);
            cutGated(failure);
        }
    }

    /** What waits for leave to go on does not get it; but for what stands before a fence, which waits for nothing else. */
    private void cutGated(Throwable cause) {
        List<Step> steps = new ArrayList<>(gated);
        gated.clear();
        int fences = gatedFences;
        for (Step step : steps) {
            if (fences > 0) {
                gated.add(step);
                fences -= isFence(step) ? 1 : 0;
            } else {
                step.cut(cause);
            }
        }
    }

    void assumeLock() {
        lock = Lock.ASSUMED;
        lockNumber++;
        openGate();
    }

    /** The lock that is wanted is not wanted any more; false if it is held. */
    boolean withdrawLock() {
        if (lock != Lock.WANTED) {
            return false;
        }
        lock = Lock.NONE;
        Synchronization request = wanted;
        wanted = null;
        if (peer == null) {
            wantedHere = null;
            window.locks().release(target);
        } else if (request == null || !peer.requests().withdraw(request)) {
            peer.requests().add(new Synchronization(PacketKind.UNLOCK, window(), false, never -> peer.forget(request)));
        }
        return true;
    }

    void unlock(Ended ended) {
        window.abandoned(target, LockQueue.NONE);
        if (lost != null) {
            lock = Lock.NONE;
            ended.ended(lost);
        } else {
            // It may be wanted again before this one is given back.
            int number = lockNumber;
            Ended given = failure -> {
                if (number == lockNumber) {
                    lock = Lock.NONE;
                }
                ended.ended(failure);
            };
            if (lock == Lock.ASSUMED) {
                flush(given);
            } else {
                lastDone = started;
                pass(synchronization(PacketKind.UNLOCK, given));
            }
        }
    }

    /** A failure that the target has told before is that of the whole. */
    private Synchronization synchronization(PacketKind kind, Ended ended) {
        return new Synchronization(kind, window(), false, failure -> {
            Throwable earlier = takeRefusal();
            ended.ended(failure == null ? earlier : failure);
        });
    }

    private boolean isUnanswered() {
        return lastUnanswered > lastDone;
    }

    void flush(Ended ended) {
        if (lost != null) {
            ended.ended(lost);
        } else if (isUnanswered()) {
            // Another flush that comes before the answer has to wait for one as well.
            long last = started;
            pass(synchronization(PacketKind.FLUSH, failure -> {
                lastDone = Math.max(lastDone, last);
                ended.ended(failure);
            }));
        } else {
            flushLocal(ended);
        }
    }

    void flushLocal(Ended ended) {
        if (lost != null) {
            ended.ended(lost);
        } else {
            waiters.add(new Waiter(started, ended));
            ended();
        }
    }

    void access() {
        accessed = true;
        openGate();
    }

    /** Ends the access when the target has posted. */
    void complete(Ended ended) {
        if (lost != null) {
            accessed = false;
            ended.ended(lost);
            return;
        }
        lastDone = started;
        pass(synchronization(PacketKind.COMPLETE, failure -> {
            if (failure == null) {
                flushLocal(ended);
            } else {
                ended.ended(failure);
            }
        }));
    }

    /** Tells the target of a fence; hears twice: when that has left, and when what was started before is over at the origin. */
    void fence(Ended ended) {
        // At once, since what is started before that leaves belongs to the next epoch.
        flushLocal(ended);
        if (lost == null) {
            pass(new Synchronization(PacketKind.FENCE, window(), false, ended));
        } else {
            ended.ended(lost);
        }
    }

    /** The fence before is over at the target, and all that this rank has done before it. */
    void opened() {
        if (unopened == 0) {
            throw new ProtocolException("a window is open after a fence that nobody has come to");
        }
        unopened--;
        if (unopened == 0 && gated.isEmpty() && !window.isUnfenced()) {
            lastDone = started;
        }
        openGate();
    }

    void posted() {
        posts++;
        openGate();
    }

    /** Nothing more happens with the target. */
    void lose(Throwable cause) {
        lost = cause;
        applied = null;
        window.abandoned(target, LockQueue.NONE);
        Synchronization request = wanted;
        if (request != null) {
            request.end(cause);
        }
        wanted = null;
        Ended here = wantedHere;
        if (here != null) {
            wantedHere = null;
            window.locks().release(target);
            here.ended(cause);
        }
        lock = Lock.NONE;
        gatedFences = 0;
        cutGated(cause);
        List<Sending> sendings = new ArrayList<>(open);
        sendings.forEach(sending -> sending.stop(cause));
        while (!waiters.isEmpty()) {
            waiters.remove().ended.ended(cause);
        }
    }

    // Diagnosis.

    /** How many operations are not over. */
    int running() {
        return (int) open.stream().filter(sending -> !sending.hasEnded()).count();
    }

    /** Adds the members who may let something go on here. */
    void addAwaited(BitSet members) {
        if (lock == Lock.WANTED) {
            Synchronization request = wanted;
            if (peer == null) {
                window.locks().holders().forEach(members::set);
            } else if (request != null && request.holder() >= 0 && request.holder() < window.size()) {
                // One that is lost gives nothing back: the target does that, as soon as it hears of the loss.
                members.set(window.isLost(request.holder()) ? target : request.holder());
            } else {
                members.set(0, window.size());
            }
        } else if (!isAllowed()
                || peer != null && (!open.isEmpty() || !waiters.isEmpty() || isFenced() && !gated.isEmpty())) {
            members.set(target);
        }
    }

    void describe(List<String> lines) {
        for (Sending sending : open) {
            if (!sending.hasEnded()) {
                lines.add(sending.transfer() + state());
            }
        }
    }

    /** What it waits for, in words. */
    String state() {
        if (lock == Lock.WANTED) {
            return ", waits for its lock"
                    + (peer == null ? ", held by " + window.locks().holders() : "");
        }
        if (!isAllowed()) {
            return ", not posted";
        }
        return isFenced() ? ", waits until the fence before is over there" : "";
    }
}
