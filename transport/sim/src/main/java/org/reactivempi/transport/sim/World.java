package org.reactivempi.transport.sim;

import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.engine.platform.Matches;
import org.reactivempi.transport.engine.platform.Platform;
import org.reactivempi.transport.engine.platform.Program;
import org.reactivempi.transport.engine.progress.ProgressScheduler;
import org.reactivempi.transport.engine.progress.RankLoop;
import org.reactivempi.transport.sim.Choice.Kind;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A job of real engines that one thread turns, on a time that goes on when none of them has anything to do.
 *
 * <pre>
 *  a rank has work ----------------------------------&gt; its turn
 *  none has, a program can go on --------------------&gt; that has the baton until it blocks
 *  nor that, nothing is under way -------------------&gt; what is held leaves, or a receive from any source gets its message
 *  nor that -----------------------------------------&gt; time goes on to the next event
 *  there is none ------------------------------------&gt; nothing can go on
 * </pre>
 * The thread that makes it has the baton, but while a program has it. Others that call are refused.
 */
public final class World implements Platform {

    private static final double SHORT_TURNS = 0.2;
    private static final long MOST_OF_SHORT = 3;

    private static final double KILLS = 0.01;
    private static final Instant BEGIN = Instant.parse("2000-01-01T00:00:00Z");

    private final RunPlan plan;
    private final Chooser chooser;
    private final Trace trace;
    private final Turns turns;
    private final Turner turner = new OfLoops();
    private final Lines lines;
    private final Programs programs;
    private final @Nullable Matching matching;
    private final ChannelProvider channels;
    private final List<@Nullable SimulatedLoop> loops = new ArrayList<>();
    private final SimulatedLoop timers;
    private final Scheduler timer;
    private final List<Fault.KillAfter> killsAfter;
    private final boolean killsByName;
    private final BitSet killed = new BitSet();
    private final int[] arrivals;
    private IntConsumer whenKilled = rank -> {};
    private volatile Thread holder = Thread.currentThread();
    private final Thread owner = Thread.currentThread();
    private @Nullable SimulatedLoop inside;
    /** The rank whose program has the baton. */
    private int programOf = Choice.NOBODY;

    private int killedByChance;
    private boolean infeasible;
    private volatile long steps;
    private volatile boolean brokenOff;

    /** A job of {@code size} ranks that have not started, and a log for what they say. */
    public World(int size, RunPlan plan, RunLog log) {
        this.plan = plan;
        chooser = new Chooser(plan.seed(), plan.only());
        trace = new Trace(plan.keepsTrace());
        turns = new Turns(size, plan, chooser);
        lines = new Lines(turns, plan, chooser, trace);
        programs = new Programs(new Baton(), log);
        matching = plan.decides() ? new Matching(chooser, trace) : null;
        channels = new SimulatedChannelProvider(lines);
        timers = new SimulatedLoop(turner, Choice.NOBODY, () -> {});
        timer = Schedulers.fromExecutorService(timers);
        killsAfter = plan.faults().exact(Fault.KillAfter.class);
        killsByName = !chooser.askedFor(Kind.KILL).isEmpty();
        arrivals = new int[size];
        for (int rank = 0; rank < size; rank++) {
            loops.add(null);
        }
        lines.ask(this::isThere);
        scheduleFaults();
    }

    private void scheduleFaults() {
        for (Fault.Kill kill : plan.faults().exact(Fault.Kill.class)) {
            turns.at(kill.atNanos(), () -> kill(kill.rank()));
        }
        for (Fault.Stop stop : plan.faults().exact(Fault.Stop.class)) {
            turns.at(stop.atNanos(), () -> stop(stop.rank(), stop.forNanos()));
        }
    }

    // ---- Turns

    /**
     * Turns until something is so.
     *
     * @return false if it is not, and nothing can go on any more
     * @throws SimulationException where the job turns without an end, or longer than its limit, or is {@linkplain #breakOff broken off}
     */
    public boolean turnUntil(BooleanSupplier end) {
        while (!end.getAsBoolean()) {
            steps++;
            if (brokenOff) {
                throw new SimulationException("the simulation has been broken off");
            }
            if (!step()) {
                return end.getAsBoolean();
            }
        }
        return true;
    }

    /**
     * The same, for something that comes soon.
     *
     * @param mostSteps more are not done
     * @return whether it is so
     */
    public boolean turnUntil(BooleanSupplier end, long mostSteps) {
        long last = steps + mostSteps;
        return turnUntil(() -> steps >= last || end.getAsBoolean()) && end.getAsBoolean();
    }

    /** Whatever limits the run has had, it may go on: so that one that has failed can tell what it waits for, and end. */
    public void endLimits() {
        turns.endLimits();
        brokenOff = false;
    }

    /** How many bytes of the buffers that ranks have had for what they send are not released, but for those of ranks that were killed. */
    public long unreleasedBytes() {
        return lines.unreleasedBytes(rank -> !killed.get(rank));
    }

    /** How many batches have left, by the ranks from and to which. */
    public List<Batches> batches() {
        return lines.batches();
    }

    private boolean step() {
        SimulatedLoop next = turns.next();
        if (next != null) {
            turn(next);
            return true;
        }
        if (programs.goOn()) {
            return true;
        }
        if (turns.isAtRest()) {
            if (lines.release() || matching != null && matching.decide(turns)) {
                return true;
            }
            if (matching != null && matching.waitsInVain() && !isTimerSet()) {
                infeasible = true;
                return false;
            }
        }
        return turns.goOn();
    }

    private void turn(SimulatedLoop loop) {
        if (inside != null) {
            throw new SimulationException("a turn of " + loop + " within one of " + inside);
        }
        inside = loop;
        try {
            loop.turn();
        } finally {
            inside = null;
        }
    }

    /** Lets the run fail before its next step; any thread. */
    public void breakOff() {
        brokenOff = true;
    }

    /** How often something has been done; any thread. */
    public long steps() {
        return steps;
    }

    /** The thread that acts; any thread. */
    public Thread holder() {
        return holder;
    }

    /** What loops ask. */
    private final class OfLoops implements Turner {

        @Override
        public Ticker ticker() {
            return turns;
        }

        @Override
        public void lineUp(SimulatedLoop loop) {
            turns.lineUp(loop);
        }

        @Override
        public void at(long nanos, Runnable action) {
            turns.at(nanos, action);
        }

        @Override
        public void checkCaller() {
            Thread caller = Thread.currentThread();
            if (caller != holder) {
                throw new SimulationException("thread " + caller.getName() + " has come into a simulated job, in which "
                        + holder.getName()
                        + " alone acts: what a program starts on threads of its own can't be simulated");
            }
        }

        @Override
        public boolean isInside(SimulatedLoop loop, Thread caller) {
            return inside == loop && caller == holder;
        }

        @Override
        public long lengthOfTurn(int rank) {
            return chooser.rarely(Kind.COMMANDS, rank, Choice.NOBODY, plan.chance(SHORT_TURNS), MOST_OF_SHORT);
        }

        @Override
        public void await(BooleanSupplier until) {
            programs.await(until);
        }
    }

    /** What programs that block change. */
    private final class Baton implements Programs.Baton {

        @Override
        public void lendTo(Thread program, int rank) {
            holder = program;
            programOf = rank;
        }

        @Override
        public void takeBack() {
            holder = owner;
            programOf = Choice.NOBODY;
        }

        @Override
        public long late(int rank, double chance, long most) {
            return chooser.rarely(Kind.PROGRAM, rank, Choice.NOBODY, plan.chance(chance), most);
        }
    }

    /** How much time has passed. */
    public Duration now() {
        return Duration.ofNanos(turns.nanoTime());
    }

    /** What has happened. */
    public Trace trace() {
        return trace;
    }

    /** What went another way than the plain one. */
    public Chooser choices() {
        return chooser;
    }

    /** What receives from any source got; null where each got what came first. */
    public @Nullable Matching matching() {
        return matching;
    }

    /** Whether a receive waits for a source that was asked for, and that does not come. */
    public boolean isInfeasible() {
        return infeasible;
    }

    // ---- Programs

    /**
     * A program that blocks is ready to begin, on a thread of its own.
     *
     * @param onEnd gets what it throws, or null; on that thread
     */
    public void start(int rank, Runnable program, Consumer<@Nullable Throwable> onEnd) {
        programs.start(rank, program, onEnd);
    }

    /** The calling program waits until something is so. */
    public void await(BooleanSupplier until) {
        programs.await(until);
    }

    /** Whether the calling thread is that of a program which may wait. */
    public boolean isProgram() {
        return programOf != Choice.NOBODY && Thread.currentThread() == holder;
    }

    /** Where programs are that have not ended. */
    public List<ProgramPlace> places() {
        return programs.places();
    }

    /** Ends all programs that have not ended. */
    public void abandonPrograms() {
        programs.abandonAll();
    }

    // ---- Timers of the program

    /**
     * Runs a task as a later turn of the rank that acts at this moment, or of none where none does.
     *
     * @param delayNanos 0 or more
     */
    public Disposable schedule(Runnable task, long delayNanos) {
        SimulatedLoop loop = loopThatActs();
        if (delayNanos <= 0) {
            Disposable.Swap over = Disposables.swap();
            loop.execute(() -> {
                if (!over.isDisposed()) {
                    task.run();
                }
            });
            return over;
        }
        return loop.scheduleForProgram(task, delayNanos);
    }

    /** Whether the program does something later by itself, at a rank that is still there. */
    private boolean isTimerSet() {
        return timers.timersOfProgram() > 0
                || loops.stream().anyMatch(loop -> loop != null && !loop.isOver() && loop.timersOfProgram() > 0);
    }

    private SimulatedLoop loopThatActs() {
        SimulatedLoop turning = inside;
        if (turning != null) {
            return turning;
        }
        SimulatedLoop own = programOf == Choice.NOBODY ? null : loops.get(programOf);
        return own == null || own.isOver() ? timers : own;
    }

    // ---- Faults

    /** Whether a rank lives; it may die of what comes. */
    private boolean isThere(int rank) {
        arrivals[rank]++;
        for (Fault.KillAfter kill : killsAfter) {
            if (kill.rank() == rank && kill.arrivals() < arrivals[rank]) {
                kill(rank);
            }
        }
        boolean mayDie = killedByChance < plan.faults().kill() || killsByName;
        if (mayDie && chooser.happens(Kind.KILL, rank, Choice.NOBODY, plan.chance(KILLS))) {
            killedByChance++;
            kill(rank);
        }
        return !killed.get(rank);
    }

    /** A rank acts no more. */
    private void kill(int rank) {
        SimulatedLoop loop = loops.get(rank);
        if (killed.get(rank) || loop == null || loop.isOver()) {
            return;
        }
        killed.set(rank);
        loop.die();
        lines.kill(rank);
        programs.abandon(rank);
        whenKilled.accept(rank);
    }

    private void stop(int rank, long forNanos) {
        SimulatedLoop loop = loops.get(rank);
        if (loop != null) {
            loop.stop();
            turns.at(turns.nanoTime() + forNanos, loop::goOn);
        }
    }

    /** Calls back when a rank is killed. */
    public void onKilled(IntConsumer killed) {
        whenKilled = killed;
    }

    /** Whether a rank has been killed. */
    public boolean isKilled(int rank) {
        return killed.get(rank);
    }

    /** Whether a rank does nothing any more: its session has closed, or it was killed. */
    public boolean isOver(int rank) {
        SimulatedLoop loop = loops.get(rank);
        return loop == null || loop.isOver();
    }

    // ---- What the ranks have from outside

    /** Makes their channels. */
    public ChannelProvider channels() {
        return channels;
    }

    @Override
    public RankLoop loop(LoopRequest request) {
        SimulatedLoop loop = new SimulatedLoop(turner, request.rank(), request.onEnd());
        loops.set(request.rank(), loop);
        if (matching != null) {
            matching.use(request.rank(), loop);
        }
        return loop;
    }

    @Override
    public Ticker ticker() {
        return turns;
    }

    @Override
    public InstantSource clock() {
        return () -> BEGIN.plusNanos(turns.nanoTime());
    }

    @Override
    public RandomGenerator random(int rank) {
        return new SplittableRandom(Choice.mix(plan.seed() ^ Choice.mix(rank + 1)));
    }

    @Override
    public Program program(Object job, ProgressScheduler scheduler, IntSupplier tasks) {
        ((SimulatedLoop) scheduler.loop()).use(scheduler);
        return () -> isTimerSet() ? "a task waits for its time" : programs.mayAct() ? "a program goes on" : null;
    }

    @Override
    public @Nullable Matches matches() {
        return matching;
    }

    @Override
    public boolean hasThreads() {
        return false;
    }

    @Override
    public Scheduler timer() {
        return timer;
    }

    @Override
    public Scheduler worker() {
        return Schedulers.immediate();
    }
}
