package org.reactivempi.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.reactivempi.RequestList;

/**
 * MUL-9: what one completion costs in the waits of a {@link RequestList}, by its length. The list stays full: a request is
 * completed, taken, and started anew, in a random order. So starting an operation is in every number, also in
 * {@link #withoutWait}, which is what the requests and the memory cost by themselves.
 */
public class RequestListBenchmark extends Nanoseconds {

    /** The length of the list. */
    @Param({"10", "100", "1000", "10000", "100000"})
    public int count;

    private StartedRequests started;
    private RequestList list;
    private Taker taker;
    private boolean isStreaming;

    /** Starts as many requests as the list has; nobody waits yet. */
    @Setup
    public void start() {
        started = new StartedRequests(count);
        list = RequestList.of(started.requests);
        taker = new Taker();
        isStreaming = false;
    }

    /**
     * The same without a list: a request is completed, tested, and started anew.
     *
     * @return the new request
     */
    @Benchmark
    public Object withoutWait() {
        int index = started.completeNext();
        started.requests.get(index).test();
        return started.restart(index);
    }

    /**
     * A wait for any, then the completion that it waits for.
     *
     * @return how many there were
     */
    @Benchmark
    public long waitAny() {
        list.waitAny().subscribe(taker);
        return completeOne();
    }

    /**
     * A wait for some, then the completion that it waits for.
     *
     * @return how many there were
     */
    @Benchmark
    public long waitSome() {
        list.waitSome().subscribe(taker);
        return completeOne();
    }

    /**
     * One completion of a stream that never ends.
     *
     * @return how many there were
     */
    @Benchmark
    public long completions() {
        if (!isStreaming) {
            list.completions().subscribe(taker);
            isStreaming = true;
        }
        return completeOne();
    }

    /**
     * A completion, then a test for any.
     *
     * @return what it took
     */
    @Benchmark
    public Object testAny() {
        int index = started.completeNext();
        Object taken = list.testAny();
        list.set(index, started.restart(index));
        return taken;
    }

    private long completeOne() {
        int index = started.completeNext();
        list.set(index, started.restart(index));
        return taker.taken();
    }
}
