package org.reactivempi;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two threads at the waits of two requests. */
public class RequestListRaces {

    /** Two requests that the test ends. */
    private static final class Pair {

        private final RacedOperation first = new RacedOperation();
        private final RacedOperation second = new RacedOperation();
        private final List<Request> requests = List.of(Request.start(first), Request.start(second));
    }

    /** MUL-1: both end under waitAny, which takes one. */
    @JCStressTest
    @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "the wait has one, the other one is still there")
    @Outcome(expect = FORBIDDEN, desc = "lost, given twice, or a wait without an end")
    @State
    public static class WaitAny {

        private final Pair pair = new Pair();
        private final Taken wait = Requests.waitAny(pair.requests).subscribeWith(new Taken());
        private final Taken later = new Taken();

        @Actor
        public void endFirst() {
            pair.first.end();
        }

        @Actor
        public void endSecond() {
            pair.second.end();
        }

        @Arbiter
        public void outcome(III_Result result) {
            later.testAll(pair.requests);
            result.r1 = wait.statuses();
            result.r2 = later.statuses();
            result.r3 = wait.ends();
        }
    }

    /** MUL-4: both end under waitAll, which takes both. */
    @JCStressTest
    @Outcome(id = "2, 0, 1", expect = ACCEPTABLE, desc = "the wait has both")
    @Outcome(expect = FORBIDDEN, desc = "lost, given twice, or a wait without an end")
    @State
    public static class WaitAll {

        private final Pair pair = new Pair();
        private final Taken wait = Requests.waitAll(pair.requests).subscribeWith(new Taken());
        private final Taken later = new Taken();

        @Actor
        public void endFirst() {
            pair.first.end();
        }

        @Actor
        public void endSecond() {
            pair.second.end();
        }

        @Arbiter
        public void outcome(III_Result result) {
            later.testAll(pair.requests);
            result.r1 = wait.statuses();
            result.r2 = later.statuses();
            result.r3 = wait.ends();
        }
    }

    /** MUL-4: one fails under waitAll, while the other ends: the wait fails once, and loses nothing that it does not tell. */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "the other was still active, or is told of in the error")
    @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "the other is still there")
    @Outcome(expect = FORBIDDEN, desc = "given twice, or a wait without an end")
    @State
    public static class WaitAllFails {

        private final Pair pair = new Pair();
        private final Taken wait = Requests.waitAll(pair.requests).subscribeWith(new Taken());
        private final Taken later = new Taken();

        @Actor
        public void fail() {
            pair.first.fail();
        }

        @Actor
        public void end() {
            pair.second.end();
        }

        @Arbiter
        public void outcome(III_Result result) {
            later.testAll(pair.requests);
            result.r1 = wait.failures();
            result.r2 = later.statuses();
            result.r3 = wait.ends();
        }
    }

    /** RX-2: a request ends while the stream of completions gets its demand. */
    @JCStressTest
    @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "both given, then the end")
    @Outcome(expect = FORBIDDEN, desc = "lost, given twice, or a stream without an end")
    @State
    public static class EndAgainstDemand {

        private final Pair pair = new Pair();
        private final Taken stream = Requests.completions(pair.requests).subscribeWith(new Taken(1));

        @Actor
        public void end() {
            pair.first.end();
            pair.second.end();
        }

        @Actor
        public void request() {
            stream.request(1);
        }

        @Arbiter
        public void outcome(II_Result result) {
            result.r1 = stream.statuses();
            result.r2 = stream.ends();
        }
    }

    /** MUL-10: two waits start at the same time, of requests that have ended. */
    @JCStressTest
    @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "each is consumed once, and both waits end")
    @Outcome(expect = FORBIDDEN, desc = "lost, given twice, or a wait without an end")
    @State
    public static class SomeAgainstCompletions {

        private final Pair pair = new Pair();
        private final Taken some = new Taken();
        private final Taken completions = new Taken();

        public SomeAgainstCompletions() {
            pair.first.end();
            pair.second.end();
        }

        @Actor
        public void some() {
            Requests.waitSome(pair.requests).subscribe(some);
        }

        @Actor
        public void completions() {
            Requests.completions(pair.requests).subscribe(completions);
        }

        @Arbiter
        public void outcome(II_Result result) {
            result.r1 = some.statuses() + completions.statuses();
            result.r2 = some.ends() + completions.ends();
        }
    }

    /** MUL-10: a wait starts while both end. */
    @JCStressTest
    @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "each is given once, and the wait ends")
    @Outcome(expect = FORBIDDEN, desc = "lost, given twice, or a wait without an end")
    @State
    public static class SomeAgainstEnds {

        private final Pair pair = new Pair();
        private final Taken wait = new Taken();

        @Actor
        public void end() {
            pair.first.end();
            pair.second.end();
        }

        @Actor
        public void waitForThem() {
            Requests.waitSome(pair.requests).subscribe(wait);
        }

        @Arbiter
        public void outcome(II_Result result) {
            result.r1 = wait.statuses();
            result.r2 = wait.ends();
        }
    }

    /** MUL-11: a wait is cancelled while both end: it takes both, or none. */
    @JCStressTest
    @Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "the wait was faster")
    @Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "both are still there")
    @Outcome(expect = FORBIDDEN, desc = "lost, or given twice")
    @State
    public static class EndsAgainstCancelledWait {

        private final Pair pair = new Pair();
        private final Taken wait = Requests.waitAll(pair.requests).subscribeWith(new Taken());
        private final Taken later = new Taken();

        @Actor
        public void end() {
            pair.first.end();
            pair.second.end();
        }

        @Actor
        public void cancel() {
            wait.cancel();
        }

        @Arbiter
        public void outcome(II_Result result) {
            later.testAll(pair.requests);
            result.r1 = wait.statuses();
            result.r2 = later.statuses();
        }
    }
}
