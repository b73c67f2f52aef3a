package org.reactivempi.transport.engine.port;

import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.channel.SharedSegments;

/**
 * The windows of a rank: memory that others read and write without a call of the program. What memory there is, and where elements lie, the
 * layer above knows; the engine moves bytes, in order, and each of them once.
 *
 * <pre>
 *  origin   start --&gt; waits for a lock or a post --&gt; the link's queue --&gt; packets --&gt; ended
 *  target                                                                   |
 *                                        Memory: write, read, accumulate &lt;--+
 * </pre>
 */
@OnProgressThread
public interface EngineWindows {

    /** In place of a target: all of them. */
    int ALL = -1;

    /** The code of a {@link RefusedException}: operations of two ranks have met at one place. */
    int CONFLICT = -2;

    /** How many ranks a window has at most whose fences are told from each rank to each other one. */
    int MOST_FENCED_RANKS = 8;

    /** How many bytes of an accumulate one packet has at most, which are applied at once. */
    int MOST_ACCUMULATED_BYTES = 32 * 1024;

    /** How long all runs of a {@linkplain Transfer#equalRuns put or get of several} are at most, which one packet has or asks for. */
    int MOST_RUNS_BYTES = 64 * 1024;

    /** How many notifications of one origin a target has at most that nobody has taken; further ones wait at their origin. */
    int MOST_NOTIFICATIONS = 256;

    /** The longest {@link Word#text}, in bytes. */
    int MOST_TEXT_BYTES = 2048;

    /**
     * A window that this rank is in from now on.
     *
     * @param communicator of its own, whose number tells it from all other windows
     * @param parent number of the communicator that it was made of, whose revocation is the window's as well
     * @param members its ranks
     * @param rank this rank among them
     * @param memory what others reach here
     * @param label what people know it by
     */
    OwnWindow add(
            EngineCommunicator communicator,
            int parent,
            MemberRanks members,
            int rank,
            Memory memory,
            Supplier<String> label);

    /** The memory that this rank can have in common with others; null if there is none. */
    @Nullable
    SharedSegments segments();

    /** Hears of the end of something. */
    @FunctionalInterface
    interface Ended {

        /** It has ended; well, or by a failure. In a step of the engine. */
        void ended(@Nullable Throwable failure);

        /**
         * Whether an operation waits for it that counts as running.
         *
         * @return true unless overridden
         */
        default boolean isWaitedFor() {
            return true;
        }
    }

    /** What a target says of an operation that it has not done, or not wholly. */
    final class RefusedException extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final int code;

        /**
         * A refusal.
         *
         * @param code number of an error's class, as the layer above has it
         * @param text in words
         */
        public RefusedException(int code, String text) {
            super(text, null, false, false);
            this.code = code;
        }

        /** The number of the error's class; what a peer says may be any number. */
        public int code() {
            return code;
        }
    }

    /** The memory that a rank has in a window. Each method may throw a {@link RefusedException}, and has done nothing then. */
    interface Memory {

        /** Throws if not all of these bytes are inside; asked before anything else is done with them. */
        void check(long at, long lengthBytes);

        /** Writes all remaining bytes of {@code source}. */
        void write(long at, ByteBuffer source);

        /** Fills {@code target}. */
        void read(long at, ByteBuffer target);

        /**
         * Throws if not all bytes of some runs of one length are inside.
         *
         * @param at of the first run
         * @param run how long each is, in bytes
         * @param stride from the begin of one to that of the next one
         * @param lengthBytes of all of them
         */
        default void checkRuns(long at, int run, long stride, long lengthBytes) {
            long next = at;
            for (long left = lengthBytes; left > 0; left -= run) {
                check(next, run);
                next += stride;
            }
        }

        /** Writes all remaining bytes of {@code source} to some runs, as {@link #checkRuns} has them. */
        default void writeRuns(long at, int run, long stride, ByteBuffer source) {
            int end = source.limit();
            for (long next = at; source.position() < end; next += stride) {
                write(next, source.limit(source.position() + run));
                source.limit(end);
            }
        }

        /** Fills {@code target} from some runs, as {@link #checkRuns} has them. */
        default void readRuns(long at, int run, long stride, ByteBuffer target) {
            int end = target.limit();
            for (long next = at; target.position() < end; next += stride) {
                read(next, target.limit(target.position() + run));
                target.limit(end);
            }
        }

        /**
         * The memory itself, where the system can read and write it without a copy.
         *
         * @return a view of its own of 1 to {@code most} bytes; null if it has to be copied
         */
        @Nullable
        ByteBuffer direct(long at, int most);

        /**
         * The same, for a look that is over before the next one: the view may be the same each time.
         *
         * @return as {@link #direct}, unless overridden
         */
        default @Nullable ByteBuffer glance(long at, int most) {
            return direct(at, most);
        }

        /**
         * How many bytes some elements have here.
         *
         * @param element which type, as the layer above numbers them
         * @param payloadBytes how long they are in packets
         * @return their length from the first byte to the last; throws where that is not a whole number of elements
         */
        long spanBytes(int element, long payloadBytes);

        /**
         * Combines elements with those that are here, which stand on the left.
         *
         * @param op which operation, as the layer above numbers them
         * @param operands whole elements
         * @param before gets what was here, as long as the operands; null if nobody wants to know
         */
        void accumulate(int op, int element, long at, ByteBuffer operands, @Nullable ByteBuffer before);

        /**
         * Whether accumulates, and a compare-and-swap, may be done here while others do the same.
         *
         * @param element the type of the elements
         * @param payloadBytes how long they are in packets
         * @return false unless overridden
         */
        default boolean isAtomic(int element, long at, long payloadBytes) {
            return false;
        }

        /**
         * Replaces an element if it is the expected one; asks {@link #check} itself.
         *
         * @return what was here
         */
        ByteBuffer compareAndSwap(int element, long at, long value, long expected);
    }

    /**
     * What one end of a stream tells the other, besides the frames in memory. The engine reads none of it.
     *
     * @param what as the layer above numbers it, not 0
     * @param tag of the stream
     * @param stream its number
     * @param value a number
     * @param more another one, which an answer alone can have
     * @param text what a {@linkplain OwnWindow#tell told} one alone can have, at most {@link #MOST_TEXT_BYTES}
     */
    record Word(int what, int tag, int stream, long value, long more, byte[] text) {

        private static final byte[] NO_TEXT = {};

        /** One without a text. */
        public Word(int what, int tag, int stream, long value, long more) {
            this(what, tag, stream, value, more, NO_TEXT);
        }

        /** The same with a text. */
        public Word saying(byte[] said) {
            return new Word(what, tag, stream, value, more, said);
        }

        /** Whether it is a notification, which the engine counts; in packets alone. */
        public boolean isNotification() {
            return what == 0;
        }
    }

    /**
     * Hears what other ranks tell this one in a window. Each method in a step of the engine, so none signals to a user; what throws a
     * {@link RefusedException} says that the other rank breaks a rule, which ends the link with it.
     */
    @OnProgressThread
    interface Listener {

        /** An origin notifies this rank; {@link OwnWindow#taken} says that somebody has taken that. */
        void notified(int origin, int tag);

        /** An origin has {@linkplain OwnWindow#tell told} this, and all is applied that it has done before. */
        void told(int origin, Word word);

        /** A target has {@linkplain OwnWindow#answer answered} this. */
        void answered(int target, Word word);

        /** A rank of the window is lost. */
        void lost(int member, Throwable cause);

        /** The window ends here: it is freed, revoked, or the rank ends. */
        void ended(Throwable cause);
    }

    /** What an operation does. */
    enum Kind {
        /** Writes. */
        PUT,
        /** Reads. */
        GET,
        /** Combines. */
        ACCUMULATE,
        /** Combines, and reads what was there before. */
        GET_ACCUMULATE,
        /** Replaces one element if it is the expected one, and reads what was there before. */
        COMPARE_AND_SWAP
    }

    /** An operation of an origin. Describes itself by {@code toString}. */
    interface Transfer extends Ended {

        /** What it does. */
        Kind kind();

        /** How long it is, 1 byte or more. */
        long lengthBytes();

        /** Where a byte of it is in the target's memory. */
        long place(long position);

        /** How many bytes from that one on lie next to each other there, to the operation's end at most; whole elements of what accumulates. */
        long run(long position);

        /**
         * How many bytes from that one on are in {@linkplain #run runs} of one length at equal distances there.
         *
         * @return the length of the first run, or a multiple of it that is no more than {@code most}
         */
        default long equalRuns(long position, int most) {
            return run(position);
        }

        /** Copies what it brings; what this throws is the operation's end. */
        void copyTo(long position, ByteBuffer target);

        /** The memory of what it brings, as {@link Memory#direct}; its blocks are long. */
        @Nullable
        ByteBuffer directMemory(long position, int most);

        /** Takes what it reads; drops that where its user has cancelled. */
        void copyFrom(long position, ByteBuffer source);

        /** The operation that it combines by. */
        default int op() {
            return 0;
        }

        /** The type of its elements. */
        default int element() {
            return 0;
        }

        /** How long an element is in packets. */
        default int elementBytes() {
            return 1;
        }

        /** What an element is compared with. */
        default long expected() {
            return 0;
        }

        /** What an element becomes. */
        default long value() {
            return 0;
        }
    }

    /** A window, as this rank uses it. Targets are ranks of the window. Which call is allowed when, the layer above sees to. */
    @OnProgressThread
    interface OwnWindow {

        /**
         * The memory of another target is the own process's as well: operations go to it directly. Before anything else is done.
         *
         * @param memory whose accumulates are atomic to those of other ranks, where it {@linkplain Memory#isAtomic says so}
         */
        void reach(int target, Memory memory);

        /** Starts an operation, which leaves as soon as its target may be accessed. */
        void start(Transfer transfer, int target);

        /**
         * Takes an operation back.
         *
         * @return whether nothing of it has left: then it is forgotten, and hears of no end
         */
        boolean withdraw(Transfer transfer, int target);

        /** Wants a lock, and hears when it is held. */
        void lock(int target, boolean exclusive, Ended held);

        /**
         * A lock that is wanted is not wanted any more.
         *
         * @return whether it was not held yet: its user hears nothing
         */
        boolean withdrawLock(int target);

        /**
         * The rank that was lost while it alone held the lock of a target that this rank holds now, and was granted next. For any thread.
         *
         * @return empty where there was none, or where no lock is held there
         */
        OptionalInt abandonedBy(int target);

        /** Acts as if a lock were held: nobody else wants one, as the program says. */
        void assumeLock(int target);

        /** From now on each target is locked when it is first used; hears when the own memory is. */
        void lockAll(boolean assumed, Ended held);

        /** Gives a lock back when what was started before is done, or {@link #ALL} of them. */
        void unlock(int target, Ended ended);

        /** Hears when what was started before is done at a target, or at {@link #ALL} of them. */
        void flush(int target, Ended ended);

        /** Hears when what was started before for a target, or for {@link #ALL} of them, is over at the origin. */
        void flushLocal(int target, Ended ended);

        /** Lets some ranks access the own memory. */
        void post(int[] origins);

        /** Accesses some ranks, each as soon as it has posted. */
        void access(int[] targets);

        /** Ends the access; hears when what was started before is over at the origin. */
        void complete(Ended ended);

        /** Hears when all that were let access the own memory have completed. */
        void awaitCompletes(Ended ended);

        /** Whether operations that meet are looked for: then a lock that is assumed would hide whose they are. */
        boolean isChecked();

        /** All ranks have ended an epoch together, and what they do from now on is of one; without effect if nobody looks for what meets. */
        void epochBegins();

        /** What others do from now on may be of another epoch. */
        void epochEnds();

        /** Whether they have; then that is over. */
        boolean haveCompleted();

        /**
         * Comes to a fence: tells all ranks so, after what was started before, and hears when that is over here and all have come to theirs. What
         * is started later leaves for a target when its fence is over as well. For windows of {@link EngineWindows#MOST_FENCED_RANKS} ranks at most,
         * all of which end each epoch of fences so.
         */
        void fence(Ended ended);

        /**
         * Hears when the fences that this rank has come to are over at all ranks. Where a rank is lost, at once, since they may never be; from then
         * on nothing waits for them any more.
         */
        void afterFences(Ended ended);

        /** An operation of the layer above that waits for others, which tell what they wait for: counts it until its end. */
        Ended part(Ended ended);

        /** Sets who hears what others tell; before anything can come. */
        void heardBy(Listener listener);

        /**
         * Notifies a target, after all that was started before for it. Waits as long as {@link #MOST_NOTIFICATIONS} are not taken there.
         *
         * @param left hears when it has left, and describes itself by {@code toString}
         */
        void notify(int target, int tag, Ended left);

        /**
         * A notification is not wanted any more.
         *
         * @return whether it has not left: then it is forgotten, and hears of no end
         */
        boolean withdrawNotification(int target, Ended left);

        /** Somebody has taken a notification of an origin. */
        void taken(int origin, int tag);

        /** Tells a target something, after all that was started before for it. */
        void tell(int target, Word word);

        /**
         * Something here waits for what a target will tell: the listener hears of the target's loss, also where this rank has never talked to it.
         *
         * @return why nothing comes from there any more, of which the listener has heard before; null if something may
         */
        @Nullable
        Throwable awaits(int target);

        /** Tells an origin something, at once. */
        void answer(int origin, Word word);

        /** Nobody uses it any more: what still waits ends by {@code cause}. */
        void remove(Throwable cause);
    }
}
