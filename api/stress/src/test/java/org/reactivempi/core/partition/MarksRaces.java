package org.reactivempi.core.partition;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** PART-3, PART-6: two threads make partitions of one word ready. */
public class MarksRaces {

    private static final int PARTITIONS = 64;

    private MarksRaces() {}

    private static int set(Marks marks, int partition) {
        return marks.set(partition) ? 1 : 0;
    }

    /** The same partition. */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "the first one has made it ready")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "the second one has")
    @Outcome(expect = FORBIDDEN, desc = "ready twice, or by neither")
    @State
    public static class SameAgainstSame {

        private final Marks marks = new Marks(PARTITIONS);

        @Actor
        public void first(III_Result result) {
            result.r1 = set(marks, 5);
        }

        @Actor
        public void second(III_Result result) {
            result.r2 = set(marks, 5);
        }

        @Arbiter
        public void outcome(III_Result result) {
            result.r3 = Long.bitCount(marks.word(0));
        }
    }

    /** Neighbours. */
    @JCStressTest
    @Outcome(id = "1, 1, 2", expect = ACCEPTABLE, desc = "both are ready")
    @Outcome(expect = FORBIDDEN, desc = "one is lost")
    @State
    public static class OneAgainstNext {

        private final Marks marks = new Marks(PARTITIONS);

        @Actor
        public void first(III_Result result) {
            result.r1 = set(marks, 5);
        }

        @Actor
        public void second(III_Result result) {
            result.r2 = set(marks, 6);
        }

        @Arbiter
        public void outcome(III_Result result) {
            result.r3 = Long.bitCount(marks.word(0));
        }
    }
}
