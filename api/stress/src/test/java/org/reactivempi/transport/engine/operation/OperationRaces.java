package org.reactivempi.transport.engine.operation;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** A subscriber's thread against the progress thread, or against another one of the subscriber's. */
public class OperationRaces {

    /** PRB-4: a receive is cancelled while a message comes. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "received")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "cancelled")
    @Outcome(expect = FORBIDDEN, desc = "both, or neither")
    @State
    public static class ClaimAgainstCancel {

        private final RacedOperation receive = RacedOperation.receive().started();

        @Actor
        public void message() {
            receive.match();
        }

        @Actor
        public void cancel() {
            receive.cancel();
        }

        @Arbiter
        public void outcome(II_Result result) {
            receive.work();
            result.r1 = receive.signals().values();
            result.r2 = receive.signals().cancellations();
        }
    }

    /** PRB-6: a receive that can give its message back is cancelled while it comes. */
    @JCStressTest
    @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "received")
    @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "cancelled before the message came")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "cancelled, and the message stays for another receive")
    @Outcome(expect = FORBIDDEN, desc = "both, or neither, or a message that is lost")
    @State
    public static class GivingBackAgainstCancel {

        private final RacedOperation receive =
                RacedOperation.receiveThatGivesBack().started();

        @Actor
        public void message() {
            receive.match();
        }

        @Actor
        public void cancel() {
            receive.cancel();
        }

        @Arbiter
        public void outcome(III_Result result) {
            receive.work();
            result.r1 = receive.signals().values();
            result.r2 = receive.signals().cancellations();
            result.r3 = receive.signals().givenBack();
        }
    }

    /** PRB-6: a receive into the user's memory is cancelled while its message is written there in pieces. */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "received")
    @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "cancelled before the message came")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "cancelled, the message stays, and the memory is the user's")
    @Outcome(
            expect = FORBIDDEN,
            desc = "both, or a message that is lost or damaged, or memory that is written behind the user")
    @State
    public static class WritingAgainstCancel {

        private final RacedOperation receive =
                RacedOperation.receiveThatGivesBack().started();

        @Actor
        public void message() {
            receive.matchInPieces();
        }

        @Actor
        public void cancel() {
            receive.cancelAndUse();
        }

        @Arbiter
        public void outcome(III_Result result) {
            receive.work();
            result.r1 = receive.signals().values();
            result.r2 = receive.signals().givenBack();
            result.r3 = receive.isWhole() ? 1 : 0;
        }
    }

    /** PRB-4: two threads cancel a receive, and then a message comes. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "cancelled, once")
    @Outcome(expect = FORBIDDEN, desc = "received, or told otherwise than once")
    @State
    public static class CancelAgainstCancel {

        private final RacedOperation receive = RacedOperation.receive().started();

        @Actor
        public void one() {
            receive.cancel();
        }

        @Actor
        public void other() {
            receive.cancel();
        }

        @Arbiter
        public void outcome(II_Result result) {
            receive.match();
            receive.work();
            result.r1 = receive.signals().values();
            result.r2 = receive.signals().cancellations();
        }
    }

    /** PRB-5: a send is cancelled while its receive takes it. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "sent")
    @Outcome(expect = FORBIDDEN, desc = "the receive has it, and the sender was not told so, once")
    @State
    public static class SentAgainstCancel {

        private final RacedOperation send = RacedOperation.send().started();

        @Actor
        public void sent() {
            send.sent();
        }

        @Actor
        public void cancel() {
            send.cancel();
        }

        @Arbiter
        public void outcome(II_Result result) {
            send.work();
            result.r1 = send.signals().values();
            result.r2 = send.signals().cancellations();
        }
    }

    /** PRB-4, PRB-5: the peer is lost while an operation is cancelled. */
    @JCStressTest
    @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "failed")
    @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "cancelled")
    @Outcome(expect = FORBIDDEN, desc = "both, or neither")
    @State
    public static class FailureAgainstCancel {

        private final RacedOperation receive = RacedOperation.receive().started();

        @Actor
        public void lost() {
            receive.lost();
        }

        @Actor
        public void cancel() {
            receive.cancel();
        }

        @Arbiter
        public void outcome(III_Result result) {
            receive.work();
            result.r1 = receive.signals().values();
            result.r2 = receive.signals().errors();
            result.r3 = receive.signals().cancellations();
        }
    }

    /** RX-2: a receive is cancelled while it is requested, and then a message comes. */
    @JCStressTest
    @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "cancelled, and nothing of it is left")
    @Outcome(expect = FORBIDDEN, desc = "received, told otherwise than once, or left in the engine")
    @State
    public static class RequestAgainstCancel {

        private final RacedOperation receive = RacedOperation.receive();

        @Actor
        public void request() {
            receive.request(1);
        }

        @Actor
        public void cancel() {
            receive.cancel();
        }

        @Arbiter
        public void outcome(III_Result result) {
            receive.work();
            result.r3 = receive.isWaiting() ? 1 : 0;
            receive.match();
            result.r1 = receive.signals().values();
            result.r2 = receive.signals().cancellations();
        }
    }

    /** RX-2: a send is cancelled while it is requested. */
    @JCStressTest
    @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "cancelled, and nothing of it is left")
    @Outcome(expect = FORBIDDEN, desc = "sent, told otherwise than once, or left in the engine")
    @State
    public static class SendRequestAgainstCancel {

        private final RacedOperation send = RacedOperation.send();

        @Actor
        public void request() {
            send.request(1);
        }

        @Actor
        public void cancel() {
            send.cancel();
        }

        @Arbiter
        public void outcome(III_Result result) {
            send.work();
            result.r1 = send.signals().values();
            result.r2 = send.signals().cancellations();
            result.r3 = send.isWaiting() ? 1 : 0;
        }
    }

    /** RX-2: two threads request. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "started once")
    @Outcome(expect = FORBIDDEN, desc = "never, or twice")
    @State
    public static class RequestAgainstRequest {

        private final RacedOperation receive = RacedOperation.receive();

        @Actor
        public void one() {
            receive.request(1);
        }

        @Actor
        public void other() {
            receive.request(Long.MAX_VALUE);
        }

        @Arbiter
        public void outcome(II_Result result) {
            receive.work();
            receive.match();
            result.r1 = receive.signals().starts();
            result.r2 = receive.signals().values();
        }
    }

    /** RX-2, RX-5: a request for nothing, while a message comes. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "received, and too late to complain")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "failed")
    @Outcome(expect = FORBIDDEN, desc = "both, or neither")
    @State
    public static class ClaimAgainstBadDemand {

        private final RacedOperation receive = RacedOperation.receive().started();

        @Actor
        public void message() {
            receive.match();
        }

        @Actor
        public void requestNothing() {
            receive.request(0);
        }

        @Arbiter
        public void outcome(II_Result result) {
            receive.work();
            result.r1 = receive.signals().values();
            result.r2 = receive.signals().errors();
        }
    }
}
