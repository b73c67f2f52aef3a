package org.reactivempi.transport.engine.window;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.port.EngineWindows;
import org.reactivempi.transport.engine.port.EngineWindows.Ended;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * The fences of a window of few ranks. Each member tells each other one that it has come to a fence, after all that belongs to the epoch before;
 * and each tells each when the fence is over there, so that nobody's next operation comes before a third rank's last one.
 *
 * <pre>
 *  this rank   operations, FENCE --&gt; own part is over, FENCE of all has come --&gt; over --OPEN--&gt; ranks that have come to it
 *  a peer      operations, FENCE ----------------^                                       the next operations of that one may come
 * </pre>
 * What a rank sends depends on no assertion, and not on the end of a fence, so that all count the same: the n-th FENCE of a rank belongs to the
 * n-th fence of each other one, and its n-th OPEN too. A rank that is lost lets the fences fail to which it has not come; what other ranks wait
 * for is told all the same. Nothing waits for a fence elsewhere any more when one has failed here, since the next ones will fail too.
 */
final class Fences {

    /** What a fence does with the members of the window, this rank among them. */
    interface Members {

        /** Why a member is lost; null if it is not. */
        @Nullable
        Throwable loss(int member);

        /** Whether this rank's program sees a member's memory without an operation of the window. */
        boolean isReached(int member);

        /** Tells a member of a fence; hears twice: when that has left, and when what was started before is over at the origin. */
        void fence(int member, Ended part);

        /** A fence of this rank is over at a member. */
        void opened(int member);

        /** A fence to which a member has come is over here. */
        void open(int member);

        /** What targets have refused and no operation has told: the first of it; all of it is told with that. */
        @Nullable
        Throwable takeRefusal();

        /** Lets go what waits until a fence is over elsewhere. */
        void unfence();
    }

    private final Members window;
    private final int own;
    /** To how many fences each member has come. */
    private final long[] come;
    /** How many fences of this rank each member has said to be over there. */
    private final long[] opened;
    /** How many fences of each member this rank has said to be over here. */
    private final long[] answered;
    /** Why a member will never come again. */
    private final @Nullable Throwable[] lost;
    /** Those of this rank that are not over. */
    private final Queue<Fence> waiting = new ArrayDeque<>();
    /** Those that are over here, and maybe not yet where this rank's program looks without asking. */
    private final Queue<Fence> closing = new ArrayDeque<>();
    /** Who hears when all are over everywhere. */
    private final List<Ended> afterAll = new ArrayList<>();

    private long over;
    private boolean isGivenUp;

    Fences(Members window, int members, int own) {
        if (members > EngineWindows.MOST_FENCED_RANKS) {
            throw new ProtocolException(
                    "a FENCE in a window of " + members + " ranks, more than " + EngineWindows.MOST_FENCED_RANKS);
        }
        this.window = window;
        this.own = own;
        this.come = new long[members];
        this.opened = new long[members];
        this.answered = new long[members];
        this.lost = new Throwable[members];
    }

    /** A fence of this rank. Its own part has two for each target: the FENCE has to leave, and operations have to be over here. */
    private final class Fence implements Ended {

        private final long number;
        private final Ended told;
        private int left = 2 * come.length;
        private @Nullable Throwable first;
        private @Nullable Throwable loss;

        Fence(long number, Ended told) {
            this.number = number;
            this.told = told;
        }

        @Override
        public void ended(@Nullable Throwable failure) {
            first = first == null ? failure : first;
            left--;
            if (left == 0) {
                advance();
            }
        }

        /** What targets have refused until now belongs to it. */
        void tell() {
            Throwable refused = window.takeRefusal();
            Throwable early = first == null ? refused : first;
            told.ended(early == null ? loss : early);
        }
    }

    /** This rank has come to one. */
    void come(Ended told) {
        come[own]++;
        Fence fence = new Fence(come[own], told);
        waiting.add(fence);
        for (int member = 0; member < come.length; member++) {
            lost[member] = lost[member] == null ? window.loss(member) : lost[member];
            window.fence(member, fence);
        }
    }

    /** A member has come to one, and all that it has done before is done. */
    void come(int member) {
        come[member]++;
        answer(member);
        advance();
    }

    /** A fence of this rank is over at a member. */
    void opened(int member) {
        window.opened(member);
        opened[member]++;
        advance();
    }

    private void advance() {
        while (!waiting.isEmpty()) {
            Fence first = waiting.element();
            Throwable loss = loss(first.number);
            if (first.left > 0 || loss == null && !haveAllCome(first.number)) {
                break;
            }
            waiting.remove();
            over = first.number;
            for (int member = 0; member < come.length; member++) {
                answer(member);
            }
            if (loss != null) {
                giveUp();
            }
            first.loss = loss;
            closing.add(first);
        }
        while (!closing.isEmpty() && isOverInReach(closing.element().number)) {
            closing.remove().tell();
        }
        if (!afterAll.isEmpty() && isOverEverywhere()) {
            List<Ended> told = List.copyOf(afterAll);
            afterAll.clear();
            told.forEach(each -> each.ended(null));
        }
    }

    /** Operations wait until a fence is over at their target; loads of a program don't. */
    private boolean isOverInReach(long number) {
        return isGivenUp || unopenedInReach(number).isEmpty();
    }

    private BitSet unopenedInReach(long number) {
        BitSet members = new BitSet();
        for (int member = 0; member < come.length; member++) {
            if (lost[member] == null && opened[member] < number && window.isReached(member)) {
                members.set(member);
            }
        }
        return members;
    }

    /** Why a fence can't end well: the loss of somebody who has not come to it. */
    private @Nullable Throwable loss(long number) {
        for (int member = 0; member < come.length; member++) {
            if (lost[member] != null && come[member] < number) {
                return lost[member];
            }
        }
        return null;
    }

    private boolean haveAllCome(long number) {
        for (int member = 0; member < come.length; member++) {
            if (isMissing(member, number)) {
                return false;
            }
        }
        return true;
    }

    /** The OPEN of the fence before comes after what the member has refused. */
    private boolean isMissing(int member, long number) {
        return come[member] < number || lost[member] == null && opened[member] < number - 1;
    }

    /** Tells a member of the fences which are over here, and to which it has come. */
    private void answer(int member) {
        while (answered[member] < Math.min(over, come[member])) {
            answered[member]++;
            if (member == own) {
                opened[own]++;
            }
            window.open(member);
        }
    }

    /** Hears when all of this rank are over everywhere, or when that may never be. */
    void afterAll(Ended ended) {
        afterAll.add(ended);
        advance();
    }

    private boolean isOverEverywhere() {
        for (Throwable loss : lost) {
            if (loss != null) {
                giveUp();
            }
        }
        return isGivenUp || waiting.isEmpty() && closing.isEmpty() && unopened().isEmpty();
    }

    private BitSet unopened() {
        BitSet members = new BitSet();
        for (int member = 0; member < come.length; member++) {
            if (opened[member] < come[own]) {
                members.set(member);
            }
        }
        return members;
    }

    private void giveUp() {
        if (!isGivenUp) {
            isGivenUp = true;
            window.unfence();
        }
    }

    boolean isGivenUp() {
        return isGivenUp;
    }

    void lose(int member, Throwable cause) {
        lost[member] = cause;
        advance();
    }

    /** All end so. */
    void cut(Throwable cause) {
        giveUp();
        List<Fence> left = new ArrayList<>(closing);
        left.addAll(waiting);
        closing.clear();
        waiting.clear();
        left.forEach(fence -> {
            fence.loss = cause;
            fence.tell();
        });
        advance();
    }

    boolean waits() {
        return !waiting.isEmpty() || !closing.isEmpty() || !afterAll.isEmpty();
    }

    /** Adds the members whose packets are missing. */
    void addAwaited(BitSet members) {
        if (!waiting.isEmpty()) {
            long number = waiting.element().number;
            for (int member = 0; member < come.length; member++) {
                if (isMissing(member, number)) {
                    members.set(member);
                }
            }
        } else if (!closing.isEmpty()) {
            members.or(unopenedInReach(closing.element().number));
        } else if (!afterAll.isEmpty()) {
            members.or(unopened());
        }
    }
}
