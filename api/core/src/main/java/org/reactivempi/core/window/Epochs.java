package org.reactivempi.core.window;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.transport.channel.OnProgressThread;

/**
 * Which epochs of a window this rank is in, and so which calls are right. Each method that changes something throws first if it is wrong.
 *
 * <pre>
 *  access     NONE --fence--&gt; FENCED --operation--&gt; FENCED, in use --fence--&gt; FENCED
 *              |  ^------------- | (not in use)
 *              +--start--&gt; STARTED --complete--&gt; its end --&gt; NONE
 *              +--lock, for each target--&gt; LOCKED --unlock of the last--&gt; its end --&gt; NONE
 *              +--lockAll--&gt; LOCKED_ALL --unlockAll--&gt; its end --&gt; NONE
 *  exposure   not posted --post--&gt; posted --waitFor, test--&gt; not posted
 * </pre>
 */
@OnProgressThread
final class Epochs {

    private enum Access {
        NONE("no epoch"),
        FENCED("an epoch of fences"),
        STARTED("an epoch of start"),
        LOCKED("an epoch of lock"),
        LOCKED_ALL("an epoch of lockAll");

        private final String words;

        Access(String words) {
            this.words = words;
        }
    }

    private Access access = Access.NONE;
    /** Whether an epoch of fences has had operations. */
    private boolean used;
    /** The call that ends the epoch, and has not come to its end. */
    private @Nullable String ending;

    /** What begins when that is over. */
    private final List<Runnable> next = new ArrayList<>();

    private BitSet started = new BitSet();
    private final Set<Integer> locked = new HashSet<>();
    /** A lock at a target may be wanted again before the last one is given back. */
    private final List<Integer> unlocking = new ArrayList<>();

    private boolean posted;
    private boolean waiting;
    private volatile boolean busy;
    private final boolean noLocks;
    private final Supplier<String> label;

    /**
     * None yet.
     *
     * @param noLocks whether locks are not allowed
     * @param label what people know the window by
     */
    Epochs(boolean noLocks, Supplier<String> label) {
        this.noLocks = noLocks;
        this.label = label;
    }

    private MpiException wrong(Object call, String why) {
        return new MpiException(
                ErrorClass.RMA_SYNC,
                call + " " + why + "; open in " + label.get() + " is " + (isOpen() ? inWords() : "no epoch"));
    }

    private boolean isOpen() {
        return access != Access.NONE || posted;
    }

    /** Whether the window can't be freed, as far as another thread can tell. */
    boolean isBusy() {
        return busy;
    }

    /** At each operation: a store that others see costs more than a look. */
    private void note() {
        boolean isBusy = !isFree() || posted;
        if (isBusy != busy) {
            busy = isBusy;
        }
    }

    /** What is open. */
    String inWords() {
        String words = switch (access) {
            case NONE -> "";
            case FENCED -> access.words + (used ? "" : " without operations");
            case STARTED -> access.words + " for targets " + started;
            case LOCKED -> access.words + " at targets " + locked;
            case LOCKED_ALL -> access.words;
        };
        String exposure = posted ? (words.isEmpty() ? "" : ", and ") + "an epoch of post" : "";
        return words + exposure + (ending == null ? "" : ", which " + ending + " is ending");
    }

    /**
     * An operation starts.
     *
     * @param call in words, when it is asked for them
     */
    void operation(Object call, int target) {
        boolean isRight = ending == null
                && switch (access) {
                    case NONE -> false;
                    case FENCED, LOCKED_ALL -> true;
                    case STARTED -> target == Mpi.PROC_NULL || started.get(target);
                    case LOCKED -> target == Mpi.PROC_NULL || locked.contains(target);
                };
        if (!isRight) {
            throw wrong(call, "is in no epoch for target " + target);
        }
        used = true;
        note();
    }

    void fence(boolean endsAll) {
        boolean isFree = access == Access.NONE && ending == null || access == Access.FENCED;
        if (!isFree || posted) {
            throw wrong("fence", "can't end an epoch of another kind");
        }
        access = endsAll ? Access.NONE : Access.FENCED;
        used = false;
        note();
    }

    private boolean isFree() {
        return ending == null && (access == Access.NONE || access == Access.FENCED && !used);
    }

    void post() {
        if (posted) {
            throw wrong("post", "can't expose memory that is exposed");
        }
        if (access == Access.FENCED && used) {
            throw wrong("post", "can't begin in an epoch of fences");
        }
        leaveFences();
        posted = true;
        note();
    }

    private void leaveFences() {
        if (access == Access.FENCED) {
            access = Access.NONE;
        }
    }

    /** The end of an exposure is waited for. */
    void waitFor(String call) {
        if (!posted || waiting) {
            throw wrong(call, waiting ? "is called while waitFor runs" : "needs a post");
        }
    }

    void waits() {
        waiting = true;
    }

    void exposed() {
        posted = false;
        waiting = false;
        note();
    }

    void start(BitSet targets) {
        if (!isFree()) {
            throw wrong("start", "can't begin in another epoch");
        }
        access = Access.STARTED;
        started = targets;
        note();
    }

    void complete() {
        if (access != Access.STARTED || ending != null) {
            throw wrong("complete", "needs a start");
        }
        ending = "complete";
        note();
    }

    /** Runs something that begins an epoch: now, or when the one is over that is ending. */
    void afterEnd(Runnable beginning) {
        if (ending == null) {
            beginning.run();
        } else {
            next.add(beginning);
        }
    }

    /** The call that ends the epoch has ended. */
    void ended() {
        ending = null;
        access = Access.NONE;
        started = new BitSet();
        note();
        List<Runnable> begun = List.copyOf(next);
        next.clear();
        begun.forEach(this::afterEnd);
    }

    private void locks(String call) {
        if (noLocks) {
            throw wrong(call, "is not allowed: the hint no_locks of this window says that there are none");
        }
    }

    void lock(int target) {
        locks("lock");
        if (!isFree() && (access != Access.LOCKED || ending != null)) {
            throw wrong("lock", "can't begin in an epoch of another kind");
        }
        if (locked.contains(target)) {
            throw wrong("lock", "at target " + target + ", where this rank has a lock already");
        }
        access = Access.LOCKED;
        locked.add(target);
        note();
    }

    /** A lock was not got. */
    void notLocked(int target) {
        locked.remove(target);
        leaveLocks();
    }

    private void leaveLocks() {
        if (access == Access.LOCKED && locked.isEmpty() && unlocking.isEmpty()) {
            access = Access.NONE;
        }
        note();
    }

    void unlock(int target) {
        if (access != Access.LOCKED || !locked.remove(target)) {
            throw wrong("unlock", "of target " + target + ", where this rank has no lock");
        }
        unlocking.add(target);
        note();
    }

    void unlocked(int target) {
        unlocking.remove(Integer.valueOf(target));
        leaveLocks();
    }

    void lockAll() {
        locks("lockAll");
        if (!isFree()) {
            throw wrong("lockAll", "can't begin in another epoch");
        }
        access = Access.LOCKED_ALL;
        note();
    }

    /** The locks were not got. */
    void notLockedAll() {
        access = Access.NONE;
        note();
    }

    void unlockAll() {
        if (access != Access.LOCKED_ALL || ending != null) {
            throw wrong("unlockAll", "needs a lockAll");
        }
        ending = "unlockAll";
        note();
    }

    /** Something is called that needs a lock at a target, or at any. */
    void passive(String call, int target) {
        boolean isAny = target == Mpi.PROC_NULL;
        boolean isLocked = access == Access.LOCKED_ALL && ending == null
                || access == Access.LOCKED && (isAny ? !locked.isEmpty() : locked.contains(target));
        if (!isLocked) {
            throw wrong(call, isAny ? "needs a lock" : "of target " + target + ", where this rank has no lock");
        }
    }

    void free() {
        if (!isFree() || posted) {
            throw wrong("free", "is called in an epoch");
        }
    }
}
