package org.reactivempi.benchmarks;

import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivestreams.Publisher;

/**
 * MUL-9: what one completion costs in the waits of {@link Requests}, by the length of the list. A wait begins over all
 * requests, takes them one by one in a random order, and ends with the last; then all are started again. So a share of
 * starting is in every number, also in {@link #withoutWait}, which is what the requests and the memory cost by themselves.
 */
public class RequestsBenchmark extends Nanoseconds {

    /** The length of the list. */
    @Param({"10", "64", "1000", "10000", "100000"})
    public int count;

    private StartedRequests started;
    private Taker taker;
    private int left;

    /** Starts as many requests as the list has; nobody waits yet. */
    @Setup
    public void start() {
        started = new StartedRequests(count);
        taker = new Taker();
        left = 0;
    }

    /**
     * The same without a wait: each request is completed, and tested.
     *
     * @return its status
     */
    @Benchmark
    public Object withoutWait() {
        if (left == 0) {
            started.restartAll();
            left = count;
        }
        left--;
        return started.requests.get(started.completeNext()).test();
    }

    /**
     * One completion of a stream of all.
     *
     * @return how many there were
     */
    @Benchmark
    public long completions() {
        return completeOne(Requests::completions);
    }

    /**
     * One completion of a wait for some, which takes them singly here.
     *
     * @return how many there were
     */
    @Benchmark
    public long waitSome() {
        return completeOne(Requests::waitSome);
    }

    /**
     * One completion of a wait for all.
     *
     * @return how many waits have ended
     */
    @Benchmark
    public long waitAll() {
        return completeOne(Requests::waitAll);
    }

    private long completeOne(Waits waits) {
        if (left == 0) {
            started.restartAll();
            waits.of(started.requests).subscribe(taker);
            left = count;
        }
        left--;
        started.completeNext();
        return taker.taken();
    }

    private interface Waits {
        Publisher<?> of(List<Request> requests);
    }
}
