package org.reactivempi.core.request;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.reactivempi.Request;

/** Two threads at one request. */
public class RequestRaces {

    /** PRB-4: cancelled while it ends. */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "ended")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "cancelled")
    @Outcome(expect = FORBIDDEN, desc = "both, or neither")
    @State
    public static class EndAgainstCancel {

        private final RacedOperation operation = new RacedOperation();
        private final Request request = Request.start(operation);
        private final Taken wait = request.completion().subscribeWith(new Taken());

        @Actor
        public void end() {
            operation.end();
        }

        @Actor
        public void cancel() {
            request.cancel();
        }

        @Arbiter
        public void outcome(III_Result result) {
            result.r1 = wait.statuses();
            result.r2 = wait.cancelled();
            result.r3 = wait.ends();
        }
    }

    /** REQ-1: waited for while it ends. */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "the wait has it, and the request is inactive")
    @Outcome(expect = FORBIDDEN, desc = "lost, or given twice")
    @State
    public static class EndAgainstWait {

        private final RacedOperation operation = new RacedOperation();
        private final Request request = Request.start(operation);
        private final Taken wait = new Taken();
        private final Taken later = new Taken();

        @Actor
        public void end() {
            operation.end();
        }

        @Actor
        public void waitForIt() {
            request.completion().subscribe(wait);
        }

        @Arbiter
        public void outcome(III_Result result) {
            later.test(request);
            result.r1 = wait.statuses();
            result.r2 = later.statuses();
            result.r3 = later.empty();
        }
    }

    /** REQ-2: tested while it ends. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "it had ended")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "it was active")
    @Outcome(expect = FORBIDDEN, desc = "lost, or given twice")
    @State
    public static class EndAgainstTest {

        private final RacedOperation operation = new RacedOperation();
        private final Request request = Request.start(operation);
        private final Taken test = new Taken();
        private final Taken later = new Taken();

        @Actor
        public void end() {
            operation.end();
        }

        @Actor
        public void test() {
            test.test(request);
        }

        @Arbiter
        public void outcome(II_Result result) {
            later.test(request);
            result.r1 = test.statuses();
            result.r2 = later.statuses();
        }
    }

    /** MUL-10: one of two tests consumes it. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "one has the status, the other the empty one")
    @Outcome(expect = FORBIDDEN, desc = "lost, or given twice")
    @State
    public static class TestAgainstTest {

        private final RacedOperation operation = new RacedOperation();
        private final Request request = Request.start(operation);
        private final Taken tests = new Taken();

        public TestAgainstTest() {
            operation.end();
        }

        @Actor
        public void one() {
            tests.test(request);
        }

        @Actor
        public void other() {
            tests.test(request);
        }

        @Arbiter
        public void outcome(II_Result result) {
            result.r1 = tests.statuses();
            result.r2 = tests.empty();
        }
    }

    /** MUL-10: one of three waits consumes it, two of which come while it is active or just has ended. */
    @JCStressTest
    @Outcome(id = "1, 2, 3", expect = ACCEPTABLE, desc = "one has the status, the others the empty one")
    @Outcome(expect = FORBIDDEN, desc = "lost, given twice, or a wait without an end")
    @State
    public static class WaitAgainstWait {

        private final RacedOperation operation = new RacedOperation();
        private final Request request = Request.start(operation);
        private final Taken first = request.completion().subscribeWith(new Taken());
        private final Taken second = new Taken();
        private final Taken third = new Taken();

        @Actor
        public void one() {
            request.completion().subscribe(second);
            operation.end();
        }

        @Actor
        public void other() {
            request.completion().subscribe(third);
        }

        @Arbiter
        public void outcome(III_Result result) {
            result.r1 = first.statuses() + second.statuses() + third.statuses();
            result.r2 = first.empty() + second.empty() + third.empty();
            result.r3 = first.ends() + second.ends() + third.ends();
        }
    }

    /** MUL-11: a wait is cancelled while the request ends. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the wait was faster")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the status is still there")
    @Outcome(expect = FORBIDDEN, desc = "lost, or given twice")
    @State
    public static class EndAgainstCancelledWait {

        private final RacedOperation operation = new RacedOperation();
        private final Request request = Request.start(operation);
        private final Taken later = new Taken();
        private final Taken wait = request.completion().subscribeWith(new Taken());

        @Actor
        public void end() {
            operation.end();
        }

        @Actor
        public void cancel() {
            wait.cancel();
        }

        @Arbiter
        public void outcome(II_Result result) {
            later.test(request);
            result.r1 = wait.statuses();
            result.r2 = later.statuses();
        }
    }
}
