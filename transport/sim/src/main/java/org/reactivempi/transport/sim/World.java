package org.reactivempi.transport.sim;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.sim.Choice.Kind;
import org.reactivempi.transport.sim.RunPlan.Decided;
import org.reactivempi.transport.sim.Trace.Event;
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
public final class World {

    private static final double SHORT_TURNS = 0.2;
    private static final long MOST_OF_SHORT = 3;

    /** Of the arrivals, as long as a rank may still be killed, or vanish. */
    private static final double KILLS = 0.01;

    private static final double RETURNS = 0.9;
    private static final double OTHER_TIMES = 1;
    private static final long SHORTEST_AWAY_NANOS = 1_000;

    /** Half a minute: longer than it takes until the others have given a rank up, by the settings that there are. */
    private static final long MOST_DOUBLINGS = 25;

    /** A program that polls goes on for ever while it is waited for what can't come. */
    private static final int MOST_IN_VAIN = 10_000;

    private static final Instant BEGIN = Instant.parse("2000-01-01T00:00:00Z");

    private final RunPlan plan;
    private final Chooser chooser;
    private final Trace trace;
    private final Turns turns;
    private final Turner turner = new OfLoops();
    private final Lines lines;
    private final Programs programs;
    private final Decisions decisions;
    private final @Nullable Matching matching;
    private final Arrivals arrivals;
    private final ChannelProvider channels;
    /** By rank, the first one first. */
    private final List<List<RankProcess>> processes = new ArrayList<>();

    private final SimulatedLoop timers;
    private final Scheduler timer;
    /** Those that have not come to their arrival. */
    private final List<Fault.KillAfter> killsAfter;
    /** The same. */
    private final List<Fault.VanishAfter> vanishesAfter;
    /** The same. */
    private final List<Fault.ReturnAfter> returnsAfter;

    private final List<Fault.ReturnAfterKill> returnsAfterKill;
    private final boolean killsByName;
    private final boolean vanishesByName;
    private final boolean returnsByName;
    private final int[] arrived;
    private Consumer<RankProcess> whenEnded = process -> {};
    private IntConsumer whenStarts = rank -> {};
    private volatile Thread holder = Thread.currentThread();
    private final Thread owner = Thread.currentThread();
    private @Nullable SimulatedLoop inside;
    /** That of the process whose program has the baton. */
    private @Nullable SimulatedLoop programOf;

    private int killedByChance;
    private int vanishedByChance;
    private int returnedByChance;
    /** How many processes start later. */
    private int startsToCome;

    /** How often nothing could be decided but what was asked for and is not there. */
    private int inVain;

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
        decisions = new Decisions(chooser);
        matching = plan.decided() == Decided.NOTHING ? null : new Matching(turns, trace, decisions);
        arrivals = new Arrivals(turns, trace, decisions, plan);
        if (plan.decided() == Decided.ARRIVALS) {
            lines.use(arrivals);
        }
        channels = new SimulatedChannelProvider(lines);
        timers = new SimulatedLoop(turner, Choice.NOBODY, () -> {});
        timer = Schedulers.fromExecutorService(timers);
        killsAfter = new ArrayList<>(plan.faults().exact(Fault.KillAfter.class));
        vanishesAfter = new ArrayList<>(plan.faults().exact(Fault.VanishAfter.class));
        returnsAfter = new ArrayList<>(plan.faults().exact(Fault.ReturnAfter.class));
        returnsAfterKill = plan.faults().exact(Fault.ReturnAfterKill.class);
        killsByName = !chooser.askedFor(Kind.KILL).isEmpty();
        vanishesByName = !chooser.askedFor(Kind.VANISH).isEmpty();
        returnsByName = !chooser.askedFor(Kind.RETURN).isEmpty();
        arrived = new int[size];
        for (int rank = 0; rank < size; rank++) {
            processes.add(new ArrayList<>());
        }
        lines.ask(this::isThere);
        scheduleFaults();
    }

    private void scheduleFaults() {
        for (Fault.Kill kill : plan.faults().exact(Fault.Kill.class)) {
            turns.at(kill.atNanos(), () -> first(kill.rank()).ifPresent(this::kill));
        }
        for (Fault.Vanish vanish : plan.faults().exact(Fault.Vanish.class)) {
            turns.at(vanish.atNanos(), () -> first(vanish.rank()).ifPresent(this::vanish));
        }
        for (Fault.Stop stop : plan.faults().exact(Fault.Stop.class)) {
            turns.at(stop.atNanos(), () -> first(stop.rank()).ifPresent(process -> stop(process, stop.forNanos())));
        }
        for (Fault.Start start : plan.faults().exact(Fault.Start.class)) {
            startAt(start.rank(), start.atNanos());
        }
        for (Fault.Return returns : plan.faults().exact(Fault.Return.class)) {
            startAt(returns.rank(), returns.atNanos());
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
        return lines.unreleasedBytes(process -> !(process instanceof SimulatedLoop loop && loop.isDead()));
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
        boolean rests = turns.isAtRest();
        boolean isOverdue = arrivals.isOverdue();
        boolean mayDecide = rests || isOverdue;
        if (rests && lines.release() || mayDecide && decide()) {
            return true;
        }
        if (mayDecide && waitsInVain() && (isOverdue || !isTimerSet() || ++inVain > MOST_IN_VAIN)) {
            infeasible = true;
            return false;
        }
        return turns.goOn();
    }

    private boolean decide() {
        return plan.decided() == Decided.ARRIVALS ? arrivals.decide() : matching != null && matching.decide();
    }

    private boolean waitsInVain() {
        return plan.decided() == Decided.ARRIVALS ? arrivals.waitsInVain() : matching != null && matching.waitsInVain();
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

        @Override
        public void look(SimulatedLoop loop) {
            if (programOf == loop && !loop.isOver() && isProgram()) {
                boolean[] seen = {false};
                arrivals.look(loop, () -> seen[0] = true);
                programs.await(() -> seen[0] || loop.isOver());
            }
        }
    }

    /** What programs that block change. */
    private final class Baton implements Programs.Baton {

        @Override
        public void lendTo(Thread program, SimulatedLoop process) {
            holder = program;
            programOf = process;
        }

        @Override
        public void takeBack() {
            holder = owner;
            programOf = null;
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

    /** Null where each receive from any source gets what comes first. */
    @Nullable
    Matching matching() {
        return matching;
    }

    Arrivals arrivals() {
        return arrivals;
    }

    /** What was decided, in order; once the run is over. */
    public List<Decision> decisions() {
        return decisions.all();
    }

    /** What came too late to be decided for, in the order in which it came. */
    public List<Decision.Late> late() {
        return decisions.late();
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
    public void start(RankProcess process, Runnable program, Consumer<@Nullable Throwable> onEnd) {
        programs.start(process.begun(), program, onEnd);
    }

    /** The calling program waits until something is so. */
    public void await(BooleanSupplier until) {
        programs.await(until);
    }

    /** Whether the calling thread is that of a program which may wait. */
    public boolean isProgram() {
        return programOf != null && Thread.currentThread() == holder;
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
                || processes.stream()
                        .flatMap(List::stream)
                        .anyMatch(
                                process -> !process.isOver() && process.begun().timersOfProgram() > 0);
    }

    /** Null where nobody does anything before a message comes. */
    @Nullable
    String whoMayAct() {
        if (startsToCome > 0) {
            return "a rank starts later";
        }
        if (arrivals.isLooking()) {
            return "a program looks what has come";
        }
        return isTimerSet() ? "a task waits for its time" : programs.mayAct() ? "a program goes on" : null;
    }

    private SimulatedLoop loopThatActs() {
        SimulatedLoop turning = inside;
        if (turning != null) {
            return turning;
        }
        SimulatedLoop own = programOf;
        return own == null || own.isOver() ? timers : own;
    }

    // ---- Faults

    /** Those of a rank that are there, the first one first. */
    private List<RankProcess> living(int rank) {
        return processes.get(rank).stream().filter(process -> !process.isOver()).toList();
    }

    /** Of two that claim it, the one before. */
    private Optional<RankProcess> first(int rank) {
        return living(rank).stream().findFirst();
    }

    /** Something comes to the process of a loop, which may die of it: false if it is not there any more. */
    private boolean isThere(EventLoop loop) {
        int rank = ((SimulatedLoop) loop).rank();
        arrivals.arrived(loop);
        arrived[rank]++;
        if (killsAfter.removeIf(kill -> kill.rank() == rank && kill.arrivals() < arrived[rank])) {
            kill(at(rank, loop));
        }
        boolean mayDie = killedByChance < plan.faults().kill() || killsByName;
        if (mayDie && chooser.happens(Kind.KILL, rank, Choice.NOBODY, plan.chance(KILLS))) {
            killedByChance++;
            kill(at(rank, loop));
        }
        if (vanishesAfter.removeIf(each -> each.rank() == rank && each.arrivals() < arrived[rank])) {
            vanish(at(rank, loop));
        }
        boolean mayVanish = vanishedByChance < plan.faults().vanish() || vanishesByName;
        if (mayVanish && chooser.happens(Kind.VANISH, rank, Choice.NOBODY, plan.chance(KILLS))) {
            vanishedByChance++;
            vanish(at(rank, loop));
        }
        if (returnsAfter.removeIf(each -> each.rank() == rank && each.arrivals() < arrived[rank])) {
            startAt(rank, turns.nanoTime());
        }
        return !((SimulatedLoop) loop).isDead();
    }

    private RankProcess at(int rank, Object loop) {
        return processes.get(rank).stream()
                .filter(process -> process.isOf(loop))
                .findFirst()
                .orElseThrow();
    }

    /** A process acts no more; its rank may come again. */
    private void kill(RankProcess process) {
        if (!process.isOver()) {
            end(process);
            mayReturn(process.rank());
        }
    }

    /** The same, and nobody is told. */
    private void vanish(RankProcess process) {
        if (!process.isOver()) {
            lines.vanish(process.rank(), process.begun());
            ended(process);
            mayReturn(process.rank());
        }
    }

    private void mayReturn(int rank) {
        for (Fault.ReturnAfterKill each : returnsAfterKill) {
            if (each.rank() == rank) {
                startAt(rank, turns.nanoTime() + each.awayNanos());
            }
        }
        boolean mayReturn = returnedByChance < plan.faults().returning() || returnsByName;
        if (mayReturn && chooser.happens(Kind.RETURN, rank, Choice.NOBODY, plan.chance(RETURNS))) {
            returnedByChance++;
            long doublings = chooser.rarely(Kind.AWAY, rank, Choice.NOBODY, plan.chance(OTHER_TIMES), MOST_DOUBLINGS);
            startAt(rank, turns.nanoTime() + (SHORTEST_AWAY_NANOS << doublings));
        }
    }

    /** A process acts no more. */
    void end(RankProcess process) {
        lines.kill(process.rank(), process.begun());
        ended(process);
    }

    private void ended(RankProcess process) {
        process.begun().die();
        programs.abandon(process.begun());
        whenEnded.accept(process);
    }

    private void stop(RankProcess process, long forNanos) {
        SimulatedLoop loop = process.begun();
        loop.stop();
        turns.at(turns.nanoTime() + forNanos, loop::goOn);
    }

    /** Calls back when a process is killed, vanishes with its host, or ends itself. */
    public void onEnded(Consumer<RankProcess> ended) {
        whenEnded = ended;
    }

    private void startAt(int rank, long atNanos) {
        startsToCome++;
        turns.at(atNanos, () -> {
            startsToCome--;
            lines.trace(Event.FAULT, rank, rank, 0, 2);
            whenStarts.accept(rank);
        });
    }

    /** Calls back when a {@linkplain #process process} of a rank is to start: its first one, late, or another one. */
    public void onStarts(IntConsumer starts) {
        whenStarts = starts;
    }

    /** Whether a process starts later. */
    public boolean awaitsStarts() {
        return startsToCome > 0;
    }

    // ---- What the ranks have from outside

    /** Makes their channels. */
    public ChannelProvider channels() {
        return channels;
    }

    /** A process that starts: the first one of its rank, or another one, while those before may live. */
    public RankProcess process(int rank) {
        List<RankProcess> ofRank = processes.get(rank);
        RankProcess made = new RankProcess(this, rank, ofRank.size());
        List<RankProcess> rivals = living(rank);
        if (!rivals.isEmpty()) {
            rivals.forEach(RankProcess::meetRival);
            made.meetRival();
        }
        ofRank.add(made);
        return made;
    }

    SimulatedLoop newLoop(int rank, Runnable onEnd) {
        return new SimulatedLoop(turner, rank, onEnd);
    }

    Ticker ticker() {
        return turns;
    }

    /** The date. */
    public InstantSource clock() {
        return () -> BEGIN.plusNanos(turns.nanoTime());
    }

    /** Each process has its own. */
    RandomGenerator random(int rank, int number) {
        long process = ((long) number << Integer.SIZE) + rank + 1;
        return new SplittableRandom(Choice.mix(plan.seed() ^ Choice.mix(process)));
    }

    Scheduler timer() {
        return timer;
    }

    Scheduler worker() {
        return Schedulers.immediate();
    }
}
