package org.reactivempi.testkit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.Settings;
import org.reactivempi.Stall;
import org.reactivempi.core.operation.ProgramFrames;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.testkit.RunResult.Outcome;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import org.reactivempi.transport.engine.event.CreditBalance;
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
    private final @Nullable CoreSession[] sessions;
    private final BitSet ended = new BitSet();
    /** The ranks that are on their way to their end. */
    private final BitSet closing = new BitSet();
    /** So many ranks, from 0 on, will do nothing any more. */
    private int over;

    private final InJvmWorld job;
    private @Nullable Throwable failure;
    private int failed = -1;
    private String failedTo = "";
    private @Nullable Stall deadlock;

    private SimulatedJob(int size, RunPlan plan, SimulatedSchedulers schedulers) {
        this.size = size;
        this.plan = plan;
        sessions = new CoreSession[size];
        world = new World(size, plan, log);
        SimulationThread.use(world, log);
        schedulers.use(world);
        job = InJvmWorld.of(size, Map.of(), Runnable::run, new SplittableRandom(plan.seed()));
        world.onKilled(this::killed);
    }

    /** Runs a job, on the simulation's thread. */
    static RunResult run(
            int size, Settings settings, SimulatedProgram program, RunPlan plan, SimulatedSchedulers schedulers) {
        SimulatedJob job = new SimulatedJob(size, plan, schedulers);
        try {
            return job.run(settings, program);
        } finally {
            job.giveBack();
            schedulers.use(null);
        }
    }

    private void killed(int rank) {
        ended.set(rank);
        closing.clear(rank);
        job.left(rank);
    }

    private RunResult run(Settings settings, SimulatedProgram program) {
        try {
            start(settings, program);
            if (!world.turnUntil(() -> failure != null || deadlock != null || ended.cardinality() == size)) {
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

    private void start(Settings settings, SimulatedProgram program) {
        Settings all = settings.channel(world.channels().name()).attach(world).attach(world.channels());
        for (int i = 0; i < size; i++) {
            int rank = i;
            CoreSessionProvider.start(job.bootstrap(rank), all)
                    .subscribe(
                            session -> begin(rank, session, program), thrown -> fails(rank, "failed to start", thrown));
        }
    }

    private void begin(int rank, CoreSession session, SimulatedProgram program) {
        sessions[rank] = session;
        session.stalls().filter(Stall::proven).subscribe(this::stalled);
        session.failure().subscribe(nothing -> {}, thrown -> fails(rank, "failed", thrown));
        program.begin(world, rank, session, thrown -> end(rank, thrown));
    }

    private void stalled(Stall stall) {
        deadlock = deadlock == null ? stall : deadlock;
    }

    private void end(int rank, @Nullable Throwable thrown) {
        Throwable cause = thrown == null ? null : SimulatedProgram.cause(thrown);
        if (cause != null) {
            fails(rank, "fails", cause);
        }
        ended.set(rank);
    }

    private void fails(int rank, String what, Throwable thrown) {
        if (failure == null && !world.isKilled(rank)) {
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
        for (int i = 0; i < size; i++) {
            int rank = i;
            CoreSession session = sessions[rank];
            if (session != null && !world.isOver(rank)) {
                open[0]++;
                question.apply(session)
                        .doFinally(end -> open[0]--)
                        .subscribe(answer -> answers.of(rank, answer), ended -> {
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
        for (int i = 0; i < size; i++) {
            int rank = i;
            CoreSession session = sessions[rank];
            if (session != null && !world.isKilled(rank)) {
                closing.set(rank);
                session.close()
                        .onErrorComplete(this::isOfKilled)
                        .doFinally(end -> closing.clear(rank))
                        .subscribe(nothing -> {}, thrown -> fails(rank, "fails to close", thrown));
            }
        }
        boolean isClosed = world.turnUntil(() -> closing.isEmpty() || failure != null || deadlock != null)
                && (failure != null || world.turnUntil(this::areAllOver));
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

    /** What was on its way to a rank that was killed is lost. */
    private boolean isOfKilled(Throwable error) {
        return error instanceof ProcessFailedException lost && lost.rank() >= 0 && world.isKilled(lost.rank());
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
                world.matching() == null
                        ? List.of()
                        : List.copyOf(world.matching().decisions()),
                world.matching() == null
                        ? List.of()
                        : List.copyOf(world.matching().late()),
                world.batches(),
                new RunResult.Traced(
                        world.trace().hash(),
                        world.trace().events(),
                        world.now(),
                        List.copyOf(world.trace().lines())),
                log.lines());
    }

    /** Nothing of a run stays, however it has ended. */
    private void giveBack() {
        world.abandonPrograms();
        if (!areAllOver()) {
            Stream.of(sessions)
                    .filter(Objects::nonNull)
                    .forEach(session ->
                            session.abort(LEFT_BEHIND).onErrorComplete().subscribe());
            world.endLimits();
            world.turnUntil(this::areAllOver, MOST_STEPS_OF_END);
        }
    }

    /** Asked at each step: of many ranks only those are looked at that were not over before. */
    private boolean areAllOver() {
        while (over < size && world.isOver(over)) {
            over++;
        }
        return over == size;
    }
}
