package org.reactivempi.transport.bootstrap;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * How far the start of a job has come.
 *
 * <pre>
 *  NOT BEGUN --a rank joins--&gt; UNDER WAY --each rank has come to a barrier--&gt; OVER
 * </pre>
 * A launched program that is no rank joins nothing, and no start is under way. Any thread.
 */
public final class JobStart {

    private final int size;
    private final LongSupplier nanoTime;
    private final Set<Integer> joined = new TreeSet<>();
    private final Set<Integer> arrived = new TreeSet<>();
    private long beginNanos;
    private boolean isUnderWay;
    private boolean isOver;

    /**
     * A start that has not begun.
     *
     * @param size how many ranks the job has; one alone waits for nobody
     */
    public JobStart(int size) {
        this(size, System::nanoTime);
    }

    JobStart(int size, LongSupplier nanoTime) {
        this.size = size;
        this.nanoTime = nanoTime;
        this.isOver = size == 1;
    }

    /**
     * A start that has taken too long.
     *
     * @param absent the ranks that have not joined
     * @param silent the ranks that have joined, and have come to no barrier
     */
    public record Late(List<Integer> absent, List<Integer> silent) {}

    /**
     * A rank has joined the job.
     *
     * @param rank 0 to size - 1
     */
    public synchronized void joined(int rank) {
        joined.add(rank);
        if (!isUnderWay) {
            isUnderWay = true;
            beginNanos = nanoTime.getAsLong();
            notifyAll();
        }
    }

    /**
     * A rank waits in a barrier, which is the end of its own part.
     *
     * @param rank 0 to size - 1
     */
    public synchronized void arrived(int rank) {
        joined(rank);
        arrived.add(rank);
        if (arrived.size() == size) {
            isOver = true;
            notifyAll();
        }
    }

    /**
     * How many ranks have not joined yet.
     *
     * @return 0 where all have, or where one alone waits for nobody
     */
    public synchronized int absent() {
        return isOver ? 0 : size - joined.size();
    }

    /**
     * Who is missing.
     *
     * @param limit how long a start may take, from the first rank's joining on
     * @return empty where it is over, has not begun, or has time left
     */
    public synchronized Optional<Late> late(Duration limit) {
        return isOver || !isUnderWay || leftNanos(limit) > 0 ? Optional.empty() : Optional.of(late());
    }

    /**
     * Blocks until the start is over, or has taken too long.
     *
     * @param limit as in {@link #late}
     * @return who is missing; empty where the start is over
     * @throws InterruptedException where the calling thread is interrupted
     */
    public synchronized Optional<Late> await(Duration limit) throws InterruptedException {
        while (!isOver && late(limit).isEmpty()) {
            if (isUnderWay) {
                TimeUnit.NANOSECONDS.timedWait(this, leftNanos(limit));
            } else {
                wait();
            }
        }
        return late(limit);
    }

    private long leftNanos(Duration limit) {
        return limit.toNanos() - (nanoTime.getAsLong() - beginNanos);
    }

    private Late late() {
        return new Late(
                ranks(rank -> !joined.contains(rank)), ranks(rank -> joined.contains(rank) && !arrived.contains(rank)));
    }

    private List<Integer> ranks(IntPredicate which) {
        return IntStream.range(0, size).filter(which).boxed().toList();
    }
}
