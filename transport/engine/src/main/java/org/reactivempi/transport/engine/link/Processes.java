package org.reactivempi.transport.engine.link;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.OnProgressThread;

/**
 * Which process each number of a peer stands for. All tables of a rank are kept by these numbers, which no other rank knows:
 *
 * <pre>
 *  0 ... size - 1    the ranks of the own job
 *  from size on      processes of other jobs, numbered when they are met, the lowest number that is free
 * </pre>
 * Only jobs that were met have numbers: a greeting of any other one is refused.
 */
@OnProgressThread
public final class Processes {

    /** In place of a number: there is none. */
    public static final int NONE = -1;

    /**
     * A process, as all jobs name it.
     *
     * @param job hash of the job's id
     * @param rank in that job
     */
    public record Process(long job, int rank) {}

    /** The processes of other jobs: most ranks never meet any. */
    private static final class Others {

        /** How many ranks each job has that was met. */
        final Map<Long, Integer> sizes = new HashMap<>();

        final Map<Process, Integer> numbers = new HashMap<>();
        final Map<Integer, Process> processes = new HashMap<>();
    }

    private final long job;
    private final int rank;
    private final int size;
    private @Nullable Others others;

    /** Those of a rank that has met no other job. */
    Processes(long job, int rank, int size) {
        this.job = job;
        this.rank = rank;
        this.size = size;
    }

    /**
     * From now on processes of another job may be peers.
     *
     * @param other hash of its id, another one than that of the own job
     * @param ranks how many it has
     */
    public void meet(long other, int ranks) {
        if (other == job || ranks < 1) {
            throw new IllegalArgumentException(
                    "a job of " + ranks + " ranks can't be met by " + (other == job ? "itself" : "another one"));
        }
        if (others == null) {
            others = new Others();
        }
        others.sizes.put(other, ranks);
    }

    /** The number of a process, a new one where it has none; {@link #NONE} where its job was not met, or has no such rank. */
    public int number(long ofJob, int ofRank) {
        if (ofJob == job) {
            return ofRank >= 0 && ofRank < size ? ofRank : NONE;
        }
        Others met = others;
        Integer ranks = met == null ? null : met.sizes.get(ofJob);
        if (met == null || ranks == null || ofRank < 0 || ofRank >= ranks) {
            return NONE;
        }
        return met.numbers.computeIfAbsent(new Process(ofJob, ofRank), process -> {
            int number = size;
            while (met.processes.putIfAbsent(number, process) != null) {
                number++;
            }
            return number;
        });
    }

    /** The process that a number stands for. */
    public Process of(int number) {
        Process other = isOwn(number) ? new Process(job, number) : others == null ? null : others.processes.get(number);
        if (other == null) {
            throw new IllegalArgumentException("no process has the number " + number);
        }
        return other;
    }

    /** Whether a number is that of a rank of the own job. */
    public boolean isOwn(int number) {
        return number >= 0 && number < size;
    }

    /** Whether there are peers of other jobs. */
    public boolean hasForeign() {
        return count() > size;
    }

    /** How many processes have numbers. */
    public int count() {
        return others == null ? size : size + others.processes.size();
    }

    /** Whether this process is before another one, in an order that all have: that of jobs, then of ranks. */
    boolean isBefore(int number) {
        Process other = of(number);
        return other.job() == job ? rank < other.rank() : Long.compareUnsigned(job, other.job()) < 0;
    }

    /**
     * A process of another job is no peer any more: its number is free, also for another process. Nothing may be kept by it any more.
     */
    void forget(int number) {
        if (others != null) {
            Process gone = others.processes.remove(number);
            if (gone != null) {
                others.numbers.remove(gone);
            }
        }
    }
}
