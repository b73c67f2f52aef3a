package org.reactivempi.core.request;

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
import org.openjdk.jcstress.infra.results.I_Result;
import org.reactivempi.Request;
import org.reactivempi.RequestList;
import org.reactivempi.Requests;

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

    /** MUL-1: one ends while waitAny begins. */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "the wait has it")
    @Outcome(expect = FORBIDDEN, desc = "lost, given twice, or a wait without an end")
    @State
    public static class EndAgainstWaitAny {

        private final Pair pair = new Pair();
        private final Taken wait = Requests.waitAny(pair.requests).subscribeWith(new Taken(0));
        private final Taken later = new Taken();

        @Actor
        public void end() {
            pair.second.end();
        }

        @Actor
        public void begin() {
            wait.request(1);
        }

        @Arbiter
        public void outcome(III_Result result) {
            later.testAll(pair.requests);
            result.r1 = wait.statuses();
            result.r2 = later.statuses();
            result.r3 = wait.ends();
        }
    }

    /** MUL-11: one ends while waitAny is cancelled. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the wait was faster")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "it is still there")
    @Outcome(expect = FORBIDDEN, desc = "lost, or given twice")
    @State
    public static class EndAgainstCancelledWaitAny {

        private final Pair pair = new Pair();
        private final Taken wait = Requests.waitAny(pair.requests).subscribeWith(new Taken());
        private final Taken later = new Taken();

        @Actor
        public void end() {
            pair.first.end();
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

    /** MUL-10: a list is tested on two threads while its requests end. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "each is given once")
    @Outcome(expect = FORBIDDEN, desc = "lost, or given twice")
    @State
    public static class ListTests {

        private final Pair pair = new Pair();
        private final RequestList list = RequestList.of(pair.requests);
        private final Taken taken = new Taken();

        @Actor
        public void endAndTest() {
            pair.first.end();
            list.testAny().ifPresent(taken::onNext);
            pair.second.end();
        }

        @Actor
        public void test() {
            list.testSome().ifPresent(taken::onNext);
            list.testAny().ifPresent(taken::onNext);
        }

        @Arbiter
        public void outcome(I_Result result) {
            list.testSome().ifPresent(taken::onNext);
            result.r1 = taken.statuses();
        }
    }

    /** MUL-11: the first of two waits for a list is cancelled while a request ends: the other one gets it then. */
    @JCStressTest
    @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "the first was faster")
    @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "the second has it")
    @Outcome(expect = FORBIDDEN, desc = "lost, or given twice")
    @State
    public static class ListEndAgainstCancelledWait {

        private final Pair pair = new Pair();
        private final RequestList list = RequestList.of(pair.requests);
        private final Taken first = list.waitAny().subscribeWith(new Taken());
        private final Taken second = list.waitAny().subscribeWith(new Taken());
        private final Taken later = new Taken();

        @Actor
        public void end() {
            pair.first.end();
        }

        @Actor
        public void cancel() {
            first.cancel();
        }

        @Arbiter
        public void outcome(III_Result result) {
            later.test(pair.requests.get(0));
            result.r1 = first.statuses();
            result.r2 = second.statuses();
            result.r3 = later.statuses();
        }
    }

    /** MUL-1: an entry is replaced while its old request ends, with one that has ended: each is given at most once. */
    @JCStressTest
    @Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "both were given by the list")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the old one had left the list, and still has its status")
    @Outcome(expect = FORBIDDEN, desc = "lost, or given twice")
    @State
    public static class ListEndAgainstSet {

        private final Pair pair = new Pair();
        private final RequestList list = RequestList.of(pair.requests.subList(0, 1));
        private final Taken taken = new Taken();
        private final Taken later = new Taken();

        public ListEndAgainstSet() {
            pair.second.end();
        }

        @Actor
        public void endAndTest() {
            pair.first.end();
            list.testAny().ifPresent(taken::onNext);
        }

        @Actor
        public void set() {
            list.set(0, pair.requests.get(1));
        }

        @Arbiter
        public void outcome(II_Result result) {
            list.testSome().ifPresent(taken::onNext);
            later.testAll(pair.requests);
            result.r1 = taken.statuses();
            result.r2 = later.statuses();
        }
    }
}
