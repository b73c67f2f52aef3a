package org.reactivempi.transport.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A sender takes memory back that it has lent, while the receiver copies it. */
public class LentPayloadRaces {

    /** Two plain fields of a sender's memory. */
    private static final class Memory extends Lending.Payload {

        private int first = 1;
        private int second = 1;

        @Override
        public int lengthBytes() {
            return 2;
        }

        @Override
        public void copyTo(int position, ByteBuffer target) {
            throw new UnsupportedOperationException("only the state is raced");
        }

        @Override
        public void returned() {
            throw new UnsupportedOperationException("only the state is raced");
        }

        void overwrite() {
            first = 2;
            second = 2;
        }
    }

    /** The sender writes to its memory as soon as it has it back. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "copied before")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "revoked before, and not read")
    @Outcome(expect = FORBIDDEN, desc = "the receiver has read what the sender wrote later")
    @State
    public static class RevokeAgainstCopy {

        private final Memory memory = new Memory();

        @Actor
        public void receiver(II_Result result) {
            if (memory.claim()) {
                result.r1 = memory.first;
                result.r2 = memory.second;
                memory.release();
            }
        }

        @Actor
        public void sender() {
            memory.revoke();
            memory.overwrite();
        }
    }

    /** The receiver gives it back before code of the program runs, which may wait for the sender; and once more, as its link does. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "copied before, and the sender goes on")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "revoked before, and not read")
    @Outcome(expect = FORBIDDEN, desc = "the receiver has read what the sender wrote later")
    @State
    public static class RevokeAgainstSignal {

        private final Memory memory = new Memory();
        private volatile boolean ended;

        @Actor
        public void receiver(II_Result result) {
            if (memory.claim()) {
                result.r1 = memory.second;
                memory.release();
                while (!ended) {
                    // A subscriber that waits for the sender.
                    Thread.onSpinWait();
                }
                memory.release();
            }
        }

        @Actor
        public void sender(II_Result result) {
            memory.revoke();
            memory.overwrite();
            ended = true;
            result.r2 = 1;
        }
    }
}
