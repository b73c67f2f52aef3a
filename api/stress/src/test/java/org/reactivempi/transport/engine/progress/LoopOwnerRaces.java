package org.reactivempi.transport.engine.progress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Threads that want a progress loop, against each other and against threads that have commands for it. */
public class LoopOwnerRaces {

    /** A loop that nobody is inside, as if its progress thread stood aside. */
    private static LoopOwner free() {
        LoopOwner owner = new LoopOwner();
        owner.start();
        owner.leave(() -> false, false);
        return owner;
    }

    /** Two threads want a free loop at the same time. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the first has it")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the second has it")
    @Outcome(expect = FORBIDDEN, desc = "both, or neither")
    @State
    public static class TakeAgainstTake {

        private final LoopOwner owner = free();

        @Actor
        public void first(II_Result result) {
            result.r1 = owner.take(() -> {}) ? 1 : 0;
        }

        @Actor
        public void second(II_Result result) {
            result.r2 = owner.take(() -> {}) ? 1 : 0;
        }
    }

    /** A thread comes for a moment when another one wants a free loop. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the first has it")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the second has it")
    @Outcome(expect = FORBIDDEN, desc = "both, or neither")
    @State
    public static class VisitAgainstTake {

        private final LoopOwner owner = free();

        @Actor
        public void first(II_Result result) {
            result.r1 = owner.take(() -> {}) ? 1 : 0;
        }

        @Actor
        public void second(II_Result result) {
            result.r2 = owner.visit() ? 1 : 0;
        }
    }

    /** What one owner has written, the next one reads. */
    @JCStressTest
    @Outcome(id = "0, 1, 2", expect = ACCEPTABLE, desc = "the second came behind the first")
    @Outcome(id = "1, 0, 2", expect = ACCEPTABLE, desc = "the first came behind the second")
    @Outcome(id = "0, -1, 1", expect = ACCEPTABLE, desc = "only the first had it")
    @Outcome(id = "-1, 0, 1", expect = ACCEPTABLE, desc = "only the second had it")
    @Outcome(expect = FORBIDDEN, desc = "an owner has not seen what the one before it wrote")
    @State
    public static class WriteAgainstRead {

        private final LoopOwner owner = free();
        private int written;

        private int own(boolean visits) {
            if (!(visits ? owner.visit() : owner.take(() -> {}))) {
                return -1;
            }
            int seen = written++;
            owner.leave(() -> false, false);
            return seen;
        }

        @Actor
        public void first(III_Result result) {
            result.r1 = own(false);
        }

        @Actor
        public void second(III_Result result) {
            result.r2 = own(true);
        }

        @Arbiter
        public void sum(III_Result result) {
            result.r3 = written;
        }
    }

    /** PRG-1: a command comes while the owner leaves: one of the two notices that the progress thread has to see to it. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the owner sees the command")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the command's thread sees that nobody is inside")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both")
    @Outcome(expect = FORBIDDEN, desc = "the command waits for nobody")
    @State
    public static class LeaveAgainstCommand {

        private final LoopOwner owner = free();
        private volatile boolean command;

        @Actor
        public void leave(II_Result result) {
            owner.take(() -> {});
            boolean[] seen = {false};
            owner.leave(() -> seen[0] = command, false);
            result.r1 = seen[0] ? 1 : 0;
        }

        @Actor
        public void command(II_Result result) {
            command = true;
            result.r2 = owner.wake() ? 1 : 0;
        }
    }

    /** RX-6: an owner hands over to the progress thread while another thread comes: nobody but the progress thread is inside then. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the progress thread has it")
    @Outcome(expect = FORBIDDEN, desc = "the thread that came has it")
    @State
    public static class HandOverAgainstVisit {

        private final LoopOwner owner = free();
        private final Thread progress = Thread.currentThread();

        public HandOverAgainstVisit() {
            owner.visit();
        }

        @Actor
        public void handsOver() {
            owner.leave(() -> false, true);
        }

        @Actor
        public void visit(II_Result result) {
            result.r2 = owner.visit() ? 1 : 0;
        }

        @Arbiter
        public void inside(II_Result result) {
            result.r1 = owner.inside() == progress ? 1 : 0;
        }
    }
}
