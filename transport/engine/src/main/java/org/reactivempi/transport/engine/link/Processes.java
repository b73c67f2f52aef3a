package org.reactivempi.transport.engine.link;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.port.PeerDirectory;

/**
 * Which process each number of a peer stands for. All tables of a rank are kept by these numbers, which no other rank knows:
 *
 * <pre>
 *  0 ... size - 1    the ranks of the own job
 *  from size on      processes of other jobs, numbered when they are met, the lowest number that is free
 *
 *  a process of another job   MET --hold ...--&gt; HELD --last release--&gt; its link is left, and then its number is free
 *                              +--its link has ended, or is left by all that hold it, and it is met again: gets another number;
 *                                 this one stays as long as it is held
 * </pre>
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

    /** A process of another job. */
    private static final class Foreign {

        final Process process;
        List<PeerDirectory.Address> addresses = List.of();
        /** How many communicators, and whatever else, know it by its number. */
        int holders;
        /** How many of them want to hear of it no more. */
        int leavers;

        Foreign(Process process) {
            this.process = process;
        }
    }

    /** The processes of other jobs: most ranks never meet any. */
    private static final class Others {

        final Map<Process, Integer> numbers = new HashMap<>();
        final Map<Integer, Foreign> processes = new HashMap<>();
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

    /** The number of a process; {@link #NONE} where it has none. */
    public int number(long ofJob, int ofRank) {
        if (ofJob == job) {
            return ofRank >= 0 && ofRank < size ? ofRank : NONE;
        }
        return others == null ? NONE : others.numbers.getOrDefault(new Process(ofJob, ofRank), NONE);
    }

    /** The number of a process of another job, a new one where it has none. */
    int meet(long ofJob, int ofRank) {
        if (ofJob == job || ofRank < 0) {
            throw new IllegalArgumentException(
                    "rank " + ofRank + " of " + (ofJob == job ? "this" : "another") + " job can't be met");
        }
        Others met = others == null ? new Others() : others;
        others = met;
        return met.numbers.computeIfAbsent(new Process(ofJob, ofRank), process -> {
            int number = size;
            while (met.processes.containsKey(number)) {
                number++;
            }
            met.processes.put(number, new Foreign(process));
            return number;
        });
    }

    /** The process of a number has gone; should another one be met in its place, or the same again, that gets a number of its own. */
    void part(int number) {
        Others met = others;
        if (met != null && !isOwn(number)) {
            met.numbers.remove(foreign(number).process, number);
        }
    }

    private Foreign foreign(int number) {
        Foreign found = others == null ? null : others.processes.get(number);
        if (found == null) {
            throw new IllegalArgumentException("no process of another job has the number " + number);
        }
        return found;
    }

    /** Where a process of another job can be reached, as those have said that know it. */
    void reach(int number, List<PeerDirectory.Address> addresses) {
        foreign(number).addresses = addresses;
    }

    /** The same; nothing where nobody has said so. */
    List<PeerDirectory.Address> addresses(int number) {
        return foreign(number).addresses;
    }

    /** The process that a number stands for. */
    public Process of(int number) {
        return isOwn(number) ? new Process(job, number) : foreign(number).process;
    }

    /** Something knows a process of another job by its number, and needs the link with it. */
    void hold(int number) {
        foreign(number).holders++;
    }

    /** What holds it still knows the number, but has nothing more to do with the process; true if nothing has. */
    boolean leave(int number) {
        Foreign left = foreign(number);
        left.leavers++;
        return left.leavers >= left.holders;
    }

    /**
     * It knows the number no more; true if nothing needs the link.
     *
     * @param left whether it had {@linkplain #leave left} the process
     */
    boolean release(int number, boolean left) {
        Foreign released = foreign(number);
        released.holders--;
        released.leavers -= left ? 1 : 0;
        return released.leavers >= released.holders;
    }

    /** Whether all that hold it have nothing more to do with it. */
    boolean isLeft(int number) {
        Foreign known = foreign(number);
        return known.leavers >= known.holders;
    }

    /** Whether a number is that of a process of another job which nothing needs any more. */
    boolean isIdle(int number) {
        Foreign known = others == null ? null : others.processes.get(number);
        return known != null && known.holders <= 0;
    }

    /** Whether a number is that of a rank of the own job. */
    public boolean isOwn(int number) {
        return number >= 0 && number < size;
    }

    /** Whether there are peers of other jobs. */
    public boolean hasForeign() {
        return others != null && !others.processes.isEmpty();
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
            Foreign gone = others.processes.remove(number);
            if (gone != null) {
                others.numbers.remove(gone.process, number);
            }
        }
    }
}
