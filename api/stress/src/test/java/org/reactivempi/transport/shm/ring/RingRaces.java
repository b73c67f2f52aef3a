package org.reactivempi.transport.shm.ring;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The two ends of a ring in shared memory against each other. */
public class RingRaces {

    /** Bytes are there before they are told of, and their order stays. */
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "before both")
    @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "between them")
    @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "before and between")
    @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "before and between")
    @Outcome(id = "1, 0, 2", expect = ACCEPTABLE, desc = "between and behind")
    @Outcome(id = "1, 2, 0", expect = ACCEPTABLE, desc = "behind both")
    @Outcome(id = "0, 1, 2", expect = ACCEPTABLE, desc = "before and behind")
    @Outcome(expect = FORBIDDEN, desc = "bytes that nobody wrote, or in another order")
    @State
    public static class WriteAgainstRead {

        private final RacedRing ring = new RacedRing();

        @Actor
        public void writer() {
            ring.write(1);
            ring.write(2);
        }

        @Actor
        public void reader(JJJ_Result result) {
            result.r1 = ring.read();
            result.r2 = ring.read();
            result.r3 = ring.read();
        }
    }

    /** What is shown also stands next to the position. There the next one takes its place while it may be read. */
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "before both")
    @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "between them")
    @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "before and between")
    @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "before and between")
    @Outcome(id = "1, 0, 2", expect = ACCEPTABLE, desc = "between and behind")
    @Outcome(id = "1, 2, 0", expect = ACCEPTABLE, desc = "behind both")
    @Outcome(id = "0, 1, 2", expect = ACCEPTABLE, desc = "before and behind")
    @Outcome(expect = FORBIDDEN, desc = "bytes that nobody wrote, or in another order")
    @State
    public static class ShowAgainstRead {

        private final RacedRing ring = new RacedRing();

        @Actor
        public void writer() {
            ring.show(1);
            ring.show(2);
        }

        @Actor
        public void reader(JJJ_Result result) {
            result.r1 = ring.read();
            result.r2 = ring.read();
            result.r3 = ring.read();
        }
    }

    /** A full ring: what is read is not overwritten before. */
    @JCStressTest
    @Outcome(id = "1, 2, 0", expect = ACCEPTABLE, desc = "no room yet")
    @Outcome(id = "1, 2, 3", expect = ACCEPTABLE, desc = "written behind what was read")
    @Outcome(expect = FORBIDDEN, desc = "overwritten before it was read")
    @State
    public static class ReuseAgainstRead {

        private final RacedRing ring = new RacedRing().with(1, 2);

        @Actor
        public void writer() {
            ring.write(3);
        }

        @Actor
        public void reader(JJJ_Result result) {
            result.r1 = ring.read();
            result.r2 = ring.read();
        }

        @Arbiter
        public void rest(JJJ_Result result) {
            result.r3 = ring.read();
        }
    }

    /** A reader goes to sleep while bytes come. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "sleeps, and is woken")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "stays awake, and is rung for all the same")
    @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "stays awake")
    @Outcome(expect = FORBIDDEN, desc = "sleeps for ever")
    @State
    public static class SleepAgainstBytes {

        private final RacedRing ring = new RacedRing();

        @Actor
        public void writer() {
            ring.write(1);
        }

        @Actor
        public void reader(ZZ_Result result) {
            result.r1 = ring.readerSleeps();
        }

        @Arbiter
        public void rung(ZZ_Result result) {
            result.r2 = ring.isReaderRung();
        }
    }

    /** A reader goes to sleep while bytes are shown, and told after that. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "sleeps, and is woken")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "stays awake, and is rung for all the same")
    @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "stays awake")
    @Outcome(expect = FORBIDDEN, desc = "sleeps for ever")
    @State
    public static class SleepAgainstShownBytes {

        private final RacedRing ring = new RacedRing();

        @Actor
        public void writer() {
            ring.show(1);
        }

        @Actor
        public void reader(ZZ_Result result) {
            result.r1 = ring.readerSleeps();
        }

        @Arbiter
        public void rung(ZZ_Result result) {
            result.r2 = ring.isReaderRung();
        }
    }

    /** A writer without room goes to sleep while room comes. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "sleeps, and is woken")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "stays awake, and is rung for all the same")
    @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "stays awake")
    @Outcome(expect = FORBIDDEN, desc = "sleeps for ever")
    @State
    public static class SleepAgainstRoom {

        private final RacedRing ring = new RacedRing().with(1, 2);

        @Actor
        public void reader() {
            ring.read();
        }

        @Actor
        public void writer(ZZ_Result result) {
            result.r1 = ring.writerSleeps();
        }

        @Arbiter
        public void rung(ZZ_Result result) {
            result.r2 = ring.isWriterRung();
        }
    }
}
