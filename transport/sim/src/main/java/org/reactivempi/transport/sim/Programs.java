package org.reactivempi.transport.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.log.LogLines;
import org.reactivempi.transport.channel.log.LoggingThread;

/**
 * Programs that block, each on a thread of its own, of which one at most runs at a time: the one that has the baton.
 *
 * <pre>
 *  world's thread --gives the baton--&gt; program's thread --blocks, or ends: gives it back--&gt; world's thread
 * </pre>
 */
final class Programs {

    private static final double LATE_PROGRAMS = 0.3;
    private static final long LATEST_PROGRAM = 4;
    private static final int MOST_REFUSALS = 100;

    private final Baton baton;
    private final RunLog log;
    private final List<BlockingProgram> programs = new ArrayList<>();
    private final Semaphore back = new Semaphore(0);
    private @Nullable BlockingProgram running;
    private long nextPlace;

    Programs(Baton baton, RunLog log) {
        this.baton = baton;
        this.log = log;
    }

    /** Who has the baton. */
    interface Baton {

        /** A program has it from now on. */
        void lendTo(Thread program, SimulatedLoop process);

        /** The world has it again. */
        void takeBack();

        /** By how much a rank's program is put off; {@code chance} is how often it is at all. */
        long late(int rank, double chance, long most);
    }

    /** A thread that may wait, but not for the log. */
    private static final class ProgramThread extends Thread implements LoggingThread {

        private final RunLog log;

        ProgramThread(Runnable body, int rank, RunLog log) {
            super(body, "simulated-rank-" + rank);
            this.log = log;
            setDaemon(true);
        }

        @Override
        public LogLines logLines() {
            return log;
        }
    }

    /**
     * A program.
     *
     * <pre>
     *  READY --baton--&gt; RUNNING --blocks--&gt; WAITING --what it waits for is there--&gt; READY
     *                      +--returns, or throws--&gt; ENDED
     * </pre>
     */
    private final class BlockingProgram {

        private final SimulatedLoop process;
        private final Consumer<@Nullable Throwable> onEnd;
        private final Semaphore go = new Semaphore(0);
        private final ProgramThread thread;
        private BooleanSupplier until = () -> true;
        private long place = -1;
        private boolean ended;
        /** Whatever it waits for, it ends. */
        private boolean abandoned;

        private int refusals;

        BlockingProgram(SimulatedLoop process, Runnable body, Consumer<@Nullable Throwable> onEnd) {
            this.process = process;
            this.onEnd = onEnd;
            thread = new ProgramThread(() -> run(body), rank(), log);
        }

        int rank() {
            return process.rank();
        }

        private void run(Runnable body) {
            go.acquireUninterruptibly();
            @Nullable Throwable failure = null;
            try {
                if (!abandoned) {
                    body.run();
                }
            } catch (Throwable thrown) {
                failure = thrown;
            }
            end(failure);
        }

        private void end(@Nullable Throwable failure) {
            ended = true;
            try {
                onEnd.accept(abandoned && failure == null ? SimulationException.end(rank()) : failure);
            } finally {
                back.release();
            }
        }

        boolean mayGoOn() {
            return !ended && (abandoned || until.getAsBoolean());
        }
    }

    /** A program is ready, in the process of a loop; {@code onEnd} gets what it has thrown, on its thread. */
    void start(SimulatedLoop process, Runnable body, Consumer<@Nullable Throwable> onEnd) {
        BlockingProgram program = new BlockingProgram(process, body, onEnd);
        programs.add(program);
        program.thread.start();
    }

    /** The calling program waits until something is so; a thread that has no baton is refused. */
    void await(BooleanSupplier until) {
        BlockingProgram program = running;
        if (program == null || Thread.currentThread() != program.thread) {
            throw new SimulationException(
                    "a blocking call on " + Thread.currentThread().getName()
                            + ", which turns all ranks of the job, and would wait for itself");
        }
        checkEnd(program);
        program.until = until;
        giveBack(program);
        checkEnd(program);
    }

    /** One that goes on again and again, whatever it gets, stays where it is for ever. */
    private void checkEnd(BlockingProgram program) {
        if (!program.abandoned) {
            return;
        }
        if (program.refusals++ < MOST_REFUSALS) {
            throw SimulationException.end(program.rank());
        }
        program.end(null);
        while (true) {
            LockSupport.park(this);
        }
    }

    private void giveBack(BlockingProgram program) {
        back.release();
        program.go.acquireUninterruptibly();
    }

    /** Has a program go on that can; false if there is none. Only for the world's thread. */
    boolean goOn() {
        BlockingProgram next = null;
        for (BlockingProgram program : programs) {
            if (program.mayGoOn()) {
                if (program.place < 0) {
                    program.place = nextPlace++ + baton.late(program.rank(), LATE_PROGRAMS, LATEST_PROGRAM);
                }
                next = next == null || program.place < next.place ? program : next;
            }
        }
        if (next == null) {
            return false;
        }
        next.place = -1;
        run(next);
        return true;
    }

    private void run(BlockingProgram program) {
        running = program;
        baton.lendTo(program.thread, program.process);
        try {
            program.go.release();
            back.acquireUninterruptibly();
        } finally {
            running = null;
            baton.takeBack();
        }
    }

    /** Whether one could go on. */
    boolean mayAct() {
        return programs.stream().anyMatch(BlockingProgram::mayGoOn);
    }

    /** Where those are that have not ended. */
    List<ProgramPlace> places() {
        return programs.stream()
                .filter(program -> !program.ended)
                .map(program -> new ProgramPlace(program.rank(), List.of(program.thread.getStackTrace())))
                .toList();
    }

    /** Ends the programs of the process of a loop, whatever they wait for. */
    void abandon(SimulatedLoop process) {
        programs.stream().filter(program -> program.process == process).forEach(program -> program.abandoned = true);
    }

    /** Ends all that have not ended; only for the world's thread. */
    void abandonAll() {
        programs.forEach(program -> program.abandoned = true);
        while (goOn()) {
            // Until all have ended.
        }
    }
}
