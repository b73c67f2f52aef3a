package org.reactivempi.core.communicator;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.reactivempi.AttributeKey;
import org.reactivempi.AttributeMap;
import org.reactivempi.MpiException;

/** Two threads at one attribute: how often each value is deleted, and whether it is there at the end. */
public class AttributeRaces {

    private static final int FIRST = 0;
    private static final int SECOND = 1;
    private static final int THIRD = 2;

    /** Attributes whose values are numbers from 0, and which count how often each is deleted. */
    private static final class Counted {

        private final AtomicIntegerArray deletions = new AtomicIntegerArray(3);
        private final AttributeKey<Integer> key =
                AttributeKey.<Integer>of("raced").delete(deletions::incrementAndGet);
        private final AttributeMap attributes = new AttributeMap();

        void set(int value) {
            attributes.set(key, value);
        }

        boolean delete() {
            return attributes.delete(key);
        }

        /** How often it was deleted, and once more where it is still there. */
        int ends(int value) {
            return deletions.get(value)
                    + attributes
                            .get(key)
                            .filter(held -> held == value)
                            .map(held -> 1)
                            .orElse(0);
        }
    }

    /** Both find the same value. */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "the first one has deleted it")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "the second one has")
    @Outcome(expect = FORBIDDEN, desc = "deleted twice, or by neither")
    @State
    public static class DeleteAgainstDelete {

        private final Counted counted = new Counted();

        {
            counted.set(FIRST);
        }

        @Actor
        public void first(III_Result result) {
            result.r1 = counted.delete() ? 1 : 0;
        }

        @Actor
        public void second(III_Result result) {
            result.r2 = counted.delete() ? 1 : 0;
        }

        @Arbiter
        public void outcome(III_Result result) {
            result.r3 = counted.ends(FIRST);
        }
    }

    /** Both replace a value, and one of them that of the other. */
    @JCStressTest
    @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "each is deleted once, or there")
    @Outcome(expect = FORBIDDEN, desc = "deleted twice, or lost")
    @State
    public static class SetAgainstSet {

        private final Counted counted = new Counted();

        {
            counted.set(FIRST);
        }

        @Actor
        public void first() {
            counted.set(SECOND);
        }

        @Actor
        public void second() {
            counted.set(THIRD);
        }

        @Arbiter
        public void outcome(III_Result result) {
            result.r1 = counted.ends(FIRST);
            result.r2 = counted.ends(SECOND);
            result.r3 = counted.ends(THIRD);
        }
    }

    /** A value is set while the communicator is freed. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "set before, and deleted with the communicator")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "refused")
    @Outcome(expect = FORBIDDEN, desc = "left in a freed communicator, or deleted though it was refused")
    @State
    public static class SetAgainstFree {

        private final Counted counted = new Counted();

        @Actor
        public void set(II_Result result) {
            try {
                counted.set(FIRST);
                result.r1 = 1;
            } catch (MpiException freed) {
                result.r1 = 0;
            }
        }

        @Actor
        public void free() {
            counted.attributes.end();
        }

        @Arbiter
        public void outcome(II_Result result) {
            result.r2 = counted.deletions.get(FIRST);
        }
    }
}
