package org.reactivempi.testkit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.Settings;
import org.reactivempi.Stall;
import org.reactivempi.core.operation.ProgramFrames;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.testkit.RunResult.Outcome;
import org.reactivempi.transport.engine.event.CreditBalance;
import org.reactivempi.transport.sim.RankProcess;
import org.reactivempi.transport.sim.RunLog;
import org.reactivempi.transport.sim.RunPlan;
import org.reactivempi.transport.sim.SimulationException;
import org.reactivempi.transport.sim.World;
import reactor.core.publisher.Mono;

/**
 * One run of a job in one thread.
 *
 * <pre>
 *  start --&gt; each rank's program --&gt; all have ended --&gt; nothing waits, credit is back --&gt; close --&gt; FINE
 *    |             |                                       |                              |
 *    |             +-- one fails, or none can go on        +-- something is left          +-- one fails
 *    +-- one fails                                                                        each: what there is is given back
 * </pre>
 * A rank that comes late starts as well, before the end; so does one that returns, as another process, and runs the program anew.
 */
final class SimulatedJob {

    /** More is not done so that a run which has failed can give back what it has. */
    private static final long MOST_STEPS_OF_END = 200_000;

    private static final long SHORTEST_PAUSE_NANOS = 1_000_000;

    /** Twice as long is waited in all for operations that have not ended with the programs. */
    private static final long LONGEST_PAUSE_NANOS = 10_000_000_000L;

    private static final String LEFT_BEHIND = "the run has ended";

    private final int size;
    private final RunPlan plan;
    private final RunLog log = new RunLog();
    private final World world;
    private final SimulatedStart start;
    private final Settings settings;
    private final SimulatedProgram program;
    /** In the order of their starts. */
    private final List<Running> processes = new ArrayList<>();

    private final Front haveEnded = new Front(each -> each.ended);
    private final Front areOver = new Front(Running::isOver);
    private final List<SimulatedRun.Exit> exits = new ArrayList<>();
    /** The programs have ended: nobody comes again. */
    private boolean rests;

    private @Nullable Throwable failure;
    private int failed = -1;
    private String failedTo = "";
    private @Nullable Stall deadlock;

    /** A process, and how far it has come. */
    private static final class Running {

        private final RankProcess process;
        private @Nullable CoreSession session;
        /** Its program has ended, or itself has. */
        private boolean ended;

        /** It is on its way to its end. */
        private boolean closing;

        Running(RankProcess process) {
            this.process = process;
        }

        int rank() {
            return process.rank();
        }

        boolean isOver() {
            return process.isOver();
        }
    }

    /** Whether something has come to be so of all processes, and stays so; asked at each step, of thousands. */
    private final class Front {

        private final Predicate<Running> isSo;
        private int passed;

        Front(Predicate<Running> isSo) {
            this.isSo = isSo;
        }

        boolean all() {
            while (passed < processes.size() && isSo.test(processes.get(passed))) {
                passed++;
            }
            return passed == processes.size();
        }
    }

    private SimulatedJob(int size, Settings settings, SimulatedProgram program, RunPlan plan) {
        this.size = size;
        this.program = program;
        this.plan = plan;
        world = new World(size, plan, log);
        SimulationThread.use(world, log);
        start = SimulatedStart.of(size, plan);
        this.settings = settings.channel(world.channels().name()).attach(world.channels());
        world.onEnded(this::ended);
        world.onStarts(this::comes);
    }

    /** Runs a job, on the simulation's thread. */
    static RunResult run(
            int size, Settings settings, SimulatedProgram program, RunPlan plan, SimulatedSchedulers schedulers) {
        SimulatedJob job = new SimulatedJob(size, settings, program, plan);
        try {
            schedulers.use(job.world);
            return job.run();
        } finally {
            job.giveBack();
            schedulers.use(null);
        }
    }

    /** It was killed, or has ended itself, as one of two that claim a rank does. */
    private void ended(RankProcess process) {
        processes.stream().filter(each -> each.process == process).forEach(each -> {
            each.ended = true;
            each.closing = false;
        });
        start.ended(process);
        process.exitCode().ifPresent(code -> {
            exits.add(new SimulatedRun.Exit(process.rank(), process.number() + 1, code));
            if (code != CoreSession.RANK_TAKEN_CODE || !process.hasRival()) {
                fails(process.rank(), "fails", new IllegalStateException("it has ended itself with code " + code));
            }
        });
    }

    private void comes(int rank) {
        if (!rests) {
            start(rank);
        }
    }

    private RunResult run() {
        try {
            IntStream.range(0, size)
                    .filter(rank -> !plan.faults().startsLater(rank))
                    .forEach(this::start);
            if (!world.turnUntil(() -> failure != null || deadlock != null || haveEnded())) {
                return world.isInfeasible()
                        ? result(Outcome.INFEASIBLE, "")
                        : result(Outcome.DEADLOCK, "nothing can go on any more:" + waits());
            }
            if (failure == null && deadlock == null) {
                return rest();
            }
        } catch (SimulationException broken) {
            world.endLimits();
            return result(Outcome.HANGS, broken.getMessage() + waits());
        }
        return deadlock == null
                ? failed()
                : result(Outcome.DEADLOCK, deadlock.report().strip() + places());
    }

    /** All programs have ended, nobody comes again, and no two processes claim a rank. */
    private boolean haveEnded() {
        if (world.awaitsStarts() || !haveEnded.all()) {
            return false;
        }
        BitSet living = new BitSet();
        for (Running each : processes) {
            if (!each.isOver() && living.get(each.rank())) {
                return false;
            }
            living.set(each.rank(), living.get(each.rank()) || !each.isOver());
        }
        return true;
    }

    private void start(int rank) {
        Running running = new Running(world.process(rank));
        processes.add(running);
        start.start(running.process, settings.attach(running.process))
                .subscribe(session -> begin(running, session), thrown -> fails(running, "failed to start", thrown));
    }

    private void begin(Running running, CoreSession session) {
        running.session = session;
        session.stalls().filter(Stall::proven).subscribe(this::stalled);
        session.failure().subscribe(nothing -> {}, thrown -> fails(running, "failed", thrown));
        program.begin(world, running.process, session, thrown -> end(running, thrown));
    }

    private void stalled(Stall stall) {
        deadlock = deadlock == null ? stall : deadlock;
    }

    private void end(Running running, @Nullable Throwable thrown) {
        Throwable cause = thrown == null ? null : SimulatedProgram.cause(thrown);
        if (cause != null) {
            fails(running, "fails", cause);
        }
        running.ended = true;
    }

    private void fails(Running running, String what, Throwable thrown) {
        if (!running.process.isKilled()) {
            fails(running.rank(), what, thrown);
        }
    }

    private void fails(int rank, String what, Throwable thrown) {
        if (failure == null) {
            failure = thrown;
            failed = rank;
            failedTo = what;
        }
    }

    private RunResult failed() {
        return result(Outcome.FAILED, "rank " + failed + " " + failedTo + ": " + failure);
    }

    // ---- After the programs

    /** The programs have ended: so do all operations, nothing is left, and the ranks finalize. */
    private RunResult rest() {
        rests = true;
        List<String> left = new ArrayList<>();
        if (!operationsEnd()) {
            return failure == null ? result(Outcome.LEFT, "operations that do not end:" + waits()) : failed();
        }
        List<String> lost = creditLost();
        each(CoreSession::unreceived, (rank, messages) -> {
            if (!messages.isEmpty()) {
                left.add("rank " + rank + " has not received: " + String.join("; ", messages));
            }
        });
        if (left.isEmpty()) {
            left.addAll(lost);
        }
        if (!left.isEmpty()) {
            return result(Outcome.LEFT, String.join("\n", left));
        }
        return close();
    }

    /** Operations may still end by themselves; the longer they take, the less often it is looked. */
    private boolean operationsEnd() {
        long pauseNanos = SHORTEST_PAUSE_NANOS;
        while (true) {
            int[] running = {0};
            each(CoreSession::pending, (rank, operations) -> running[0] += operations.size());
            if (running[0] == 0 || pauseNanos > LONGEST_PAUSE_NANOS || failure != null || deadlock != null) {
                return running[0] == 0;
            }
            pause(pauseNanos);
            pauseNanos *= 2;
        }
    }

    /** What is asked of each rank that lives. */
    private interface Answer<T> {

        void of(int rank, T answer);
    }

    private <T> void each(Function<CoreSession, Mono<T>> question, Answer<T> answers) {
        int[] open = {0};
        for (Running running : processes) {
            CoreSession session = running.session;
            if (session != null && !running.isOver()) {
                open[0]++;
                question.apply(session)
                        .doFinally(end -> open[0]--)
                        .subscribe(answer -> answers.of(running.rank(), answer), ended -> {
                            // It has none any more.
                        });
            }
        }
        world.turnUntil(() -> open[0] == 0, MOST_STEPS_OF_END);
    }

    /** Packets that are under way arrive before that is looked at. */
    private List<String> creditLost() {
        List<Map<Integer, CreditBalance>> books = new ArrayList<>();
        long[] looks = {0};
        while (looks[0]++ < Credits.MOST_LOOKS) {
            books.clear();
            IntStream.range(0, size).forEach(rank -> books.add(Map.of()));
            each(CoreSession::balances, (rank, balances) -> books.set(rank, Credits.byPeers(balances)));
            if (Credits.isSettled(books)) {
                break;
            }
            pause(SHORTEST_PAUSE_NANOS);
        }
        return Credits.losses(books);
    }

    /** A moment for what is under way. */
    private void pause(long nanos) {
        boolean[] over = {false};
        world.schedule(() -> over[0] = true, nanos);
        world.turnUntil(() -> over[0]);
    }

    private RunResult close() {
        for (Running running : processes) {
            CoreSession session = running.session;
            if (session != null && !running.process.isKilled()) {
                running.closing = true;
                session.close()
                        .onErrorComplete(this::isOfGone)
                        .doFinally(end -> running.closing = false)
                        .subscribe(nothing -> {}, thrown -> fails(running, "fails to close", thrown));
            }
        }
        Front closed = new Front(each -> !each.closing);
        boolean isClosed = world.turnUntil(() -> failure != null || deadlock != null || closed.all())
                && (failure != null || world.turnUntil(areOver::all));
        if (failure != null) {
            return failed();
        }
        if (!isClosed) {
            return result(Outcome.LEFT, "sessions that do not close:" + waits());
        }
        long unreleased = world.unreleasedBytes();
        return unreleased == 0
                ? result(Outcome.FINE, "")
                : result(Outcome.LEFT, unreleased + " bytes of buffers that were not released");
    }

    /**
     * What was on its way to a rank that was killed is lost. By a list nobody can tell whether a rank that is out of reach has taken leave:
     * where its connection has been cut just then, it counts as failed.
     */
    private boolean isOfGone(Throwable error) {
        return error instanceof ProcessFailedException lost
                && processes.stream()
                        .filter(each -> each.rank() == lost.rank())
                        .anyMatch(each -> each.process.isKilled() || plan.listed() && isLeaving(each));
    }

    private static boolean isLeaving(Running running) {
        return running.closing || running.isOver();
    }

    // ---- What is told

    private String waits() {
        List<String> lines = new ArrayList<>();
        each(CoreSession::pending, (rank, operations) -> {
            if (!operations.isEmpty()) {
                lines.add("\n  rank " + rank + " waits for " + String.join("\n    ", operations));
            }
        });
        return String.join("", lines) + places();
    }

    private String places() {
        return world.places().stream()
                .map(place -> "\n  the program of rank " + place.rank() + " is at "
                        + place.stack().stream()
                                .filter(frame -> !TestLine.isOfLibrary(frame))
                                .findFirst()
                                .map(ProgramFrames::inWords)
                                .orElse("no line of its own"))
                .collect(Collectors.joining());
    }

    private RunResult result(Outcome outcome, String words) {
        return new RunResult(
                plan,
                outcome,
                words,
                outcome == Outcome.FAILED ? failure : null,
                Set.copyOf(world.choices().deviations()),
                world.decisions(),
                world.late(),
                world.batches(),
                new RunResult.Traced(
                        world.trace().hash(),
                        world.trace().events(),
                        world.steps(),
                        world.now(),
                        List.copyOf(world.trace().lines())),
                log.lines(),
                List.copyOf(exits));
    }

    /** Nothing of a run stays, however it has ended. */
    private void giveBack() {
        world.abandonPrograms();
        rests = true;
        if (!areOver.all()) {
            processes.stream()
                    .map(each -> each.session)
                    .filter(Objects::nonNull)
                    .forEach(session ->
                            session.abort(LEFT_BEHIND).onErrorComplete().subscribe());
            world.endLimits();
            world.turnUntil(areOver::all, MOST_STEPS_OF_END);
        }
    }
}
