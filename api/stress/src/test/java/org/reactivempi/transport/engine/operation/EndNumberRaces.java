package org.reactivempi.transport.engine.operation;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactivempi.transport.engine.port.EndNumbers;

/** Threads that end operations at the same time: whose number is smaller. */
public class EndNumberRaces {

    /** 1 if {@code first} is before {@code second}, 2 if it is after it, 0 if nobody can tell. */
    private static int compared(long first, long second) {
        return first == second ? 0 : first < second ? 1 : 2;
    }

    /** MUL-8: each of two threads ends two operations of one rank. */
    @JCStressTest
    @Outcome(id = "1, 1, [12]", expect = ACCEPTABLE, desc = "each thread's in order, and none of the same number")
    @Outcome(expect = FORBIDDEN, desc = "an end that came later is before, or two have one number")
    @State
    public static class EndsAgainstEnds {

        private final EndNumbers rank = new EndNumbers();
        private long first;
        private long second;
        private long third;
        private long fourth;

        @Actor
        public void one() {
            first = rank.take(1);
            second = rank.take(1);
        }

        @Actor
        public void other() {
            third = rank.take(1);
            fourth = rank.take(1);
        }

        @Arbiter
        public void order(III_Result result) {
            result.r1 = compared(first, second);
            result.r2 = compared(third, fourth);
            result.r3 = second == third || first == fourth ? 0 : compared(first, third);
        }
    }

    /** MUL-8: a thread ends an operation of a rank, then one of none, while another one does it the other way round. */
    @JCStressTest
    @Outcome(
            id = "1, 1, [12]",
            expect = ACCEPTABLE,
            desc = "each thread's in order, and those of no rank in some order")
    @Outcome(expect = FORBIDDEN, desc = "an end that came later is before")
    @State
    public static class RankAgainstNone {

        private final EndNumbers rank = new EndNumbers();
        private long first;
        private long second;
        private long third;
        private long fourth;

        @Actor
        public void rankFirst() {
            first = rank.take(1);
            second = EndNumbers.takeOfNone(1);
        }

        @Actor
        public void noneFirst() {
            third = EndNumbers.takeOfNone(1);
            fourth = rank.take(1);
        }

        @Arbiter
        public void order(III_Result result) {
            result.r1 = compared(first, second);
            result.r2 = compared(third, fourth);
            result.r3 = compared(second, third);
        }
    }
}
