package org.reactivempi.testkit;

import java.time.Duration;
import java.util.BitSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Communicator;
import org.reactivempi.Settings;
import org.reactivempi.transport.sim.Choice;
import org.reactivempi.transport.sim.Fault;
import org.reactivempi.transport.sim.Faults;
import org.reactivempi.transport.sim.Network;
import org.reactivempi.transport.sim.RunPlan;
import org.reactivempi.transport.sim.RunPlan.Decided;
import org.reactivestreams.Publisher;

/**
 * A whole job in one thread, on virtual time: its program is run again and again, each time in another order of what happens, until a run
 * is wrong or all runs were right.
 *
 * <pre>{@code
 * @Test
 * void everyTaskIsAnswered() {
 *     Simulation.of(4).schedules(1000).verify(world -> world.rank() == 0 ? master(world) : worker(world));
 * }
 * }</pre>
 *
 * <p>First come the outcomes of receives and probes from any source: each source that could be met is met, in a run of its own. Then come
 * the orders in which operations that run at the same time end, and in which the program looks what has come. Then each batch of
 * messages is once the last to arrive. All further runs have times, turns and faults by a seed. A run is wrong where a rank
 * fails, where nothing can go on any more, or where operations, messages or credit are left at its end. It is then repeated, what is not
 * needed is left out of it, and the failure says in words what is, and by which line it is the same again.
 *
 * <p>All ranks are real: only their threads, clocks and connections are simulated. Timers of Reactor's schedulers go by virtual time, which
 * passes when no rank has anything to do, so a {@code timeout} of an hour costs nothing. A program must not wait for anything that the
 * job does not bring, such as a sleep or a thread of its own: that fails, and is named.
 *
 * <p>Immutable: each method that sets something returns a changed copy. Any thread may verify; one simulation at a time runs in a JVM, and
 * others wait for it.
 *
 * @since 0.1
 */
public final class Simulation {

    private static final int MOST_RANKS = 10_000;
    private static final int SCHEDULES = 100;
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final int size;
    private final RunPlan plan;
    private final Settings settings;
    private final Schedules.Limits limits;

    /** A program of each rank that may block; one of all runs at a time. */
    @FunctionalInterface
    public interface BlockingProgram {

        /**
         * Runs at one rank.
         *
         * @param world all ranks, as this one sees them
         * @throws Exception what it fails with
         */
        void run(Communicator world) throws Exception;
    }

    private Simulation(int size, RunPlan plan, Settings settings, Schedules.Limits limits) {
        this.size = size;
        this.plan = plan;
        this.settings = settings;
        this.limits = limits;
    }

    /**
     * A job of some ranks at one switch, of which 100 runs are looked at, and where nothing breaks. Ten thousand need 1 GB of heap, and a
     * minute or two.
     *
     * @param size how many, 1 to 10 000
     * @return to be told of what else it is
     * @throws IllegalArgumentException where it is none of that
     */
    public static Simulation of(int size) {
        if (size < 1 || size > MOST_RANKS) {
            throw new IllegalArgumentException("ranks of a simulation: " + size + " is outside 1.." + MOST_RANKS);
        }
        Settings settings = Settings.create()
                .stallAfter(Duration.ofMillis(250))
                .suspectAfter(Duration.ZERO)
                .with("check-types", "on")
                .with("check-collectives", "on")
                .with("window-check", "on");
        return new Simulation(
                size,
                new RunPlan(0, null, Decided.NOTHING, Network.ETHERNET, false, true, Faults.NONE, LONGEST, false),
                settings,
                new Schedules.Limits(SCHEDULES, new BitSet(), false));
    }

    // ---- Which runs

    /**
     * Of all that goes by chance.
     *
     * @param seed any number; 0 unless said
     * @return a changed copy
     */
    public Simulation seed(long seed) {
        return with(plan.with(seed, plan.only(), plan.decided()));
    }

    /**
     * How many runs are looked at.
     *
     * @param most 1 or more
     * @return a changed copy
     * @throws IllegalArgumentException below 1
     */
    public Simulation schedules(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("schedules of a simulation: " + most + " is below 1");
        }
        return with(new Schedules.Limits(most, limits.symmetric(), limits.sameValues()));
    }

    /**
     * One run, in which these things go another way than the plain one, and all else as it does: what a report says.
     *
     * @param choices such as {@code late.0-1.4}; none for the plain run
     * @return a changed copy
     * @throws IllegalArgumentException where one is none
     */
    public Simulation only(String... choices) {
        Set<Choice> only = new TreeSet<>();
        Stream.of(choices).map(Choice::parse).forEach(only::add);
        return with(plan.with(plan.seed(), only, FailedRun.decided(only)));
    }

    /**
     * Ranks whose programs are the same, and to which it does not matter who of them is who: of those that nobody has met yet, one
     * is as good as another, and is looked at in place of all.
     *
     * @param ranks each 0 to size - 1
     * @return a changed copy
     * @throws IllegalArgumentException where there is no such rank
     */
    public Simulation symmetric(int... ranks) {
        BitSet same = new BitSet();
        IntStream.of(ranks).map(this::checked).forEach(same::set);
        return with(new Schedules.Limits(limits.most(), same, limits.sameValues()));
    }

    /**
     * Says that it makes no difference to the program from whom a message comes that has the same content and tag.
     *
     * @return a changed copy
     */
    public Simulation sameValues() {
        return with(new Schedules.Limits(limits.most(), limits.symmetric(), true));
    }

    private int checked(int rank) {
        if (rank < 0 || rank >= size) {
            throw new IllegalArgumentException("rank " + rank + " of a simulation is outside 0.." + (size - 1));
        }
        return rank;
    }

    // ---- The job

    /**
     * Settings of the ranks' sessions, over those that a simulation has: it looks for deadlocks after 250 ms without a message, and checks
     * types and collective operations.
     *
     * @param name of a setting
     * @param value of it
     * @return a changed copy
     */
    public Simulation with(String name, String value) {
        return new Simulation(size, plan, settings.with(name, value), limits);
    }

    /**
     * How long the first byte of a batch takes; 5 us, and up to 50 us more for those that are late, unless said.
     *
     * @param least zero or more
     * @param most of those that are late, no less
     * @return a changed copy
     * @throws IllegalArgumentException where they are neither
     */
    public Simulation latency(Duration least, Duration most) {
        return with(plan.network().latency(least, most), plan.mayBreak(), plan.faults());
    }

    /**
     * How long a rank needs for what it sends; 0.35 ns a byte unless said.
     *
     * @param nanosPerByte zero or more
     * @return a changed copy
     * @throws IllegalArgumentException below zero
     */
    public Simulation nanosPerByte(double nanosPerByte) {
        return with(plan.network().perByte(nanosPerByte), plan.mayBreak(), plan.faults());
    }

    /**
     * How long a rank's thread needs for each batch of messages, once where it leaves and once where it comes; nothing unless said. Where it
     * needs some time, each rank does one thing at a time, and each end of its wire carries one batch at a time.
     *
     * @param time zero or more
     * @return a changed copy
     * @throws IllegalArgumentException below zero
     */
    public Simulation overhead(Duration time) {
        return with(plan.network().overhead(time), plan.mayBreak(), plan.faults());
    }

    /**
     * Ranks that have a shorter way to each other, such as those of one host: 0 to {@code ranks - 1}, as many that follow, and so on. May
     * be said several times, for hosts and for those that share a switch: the smallest of these that has both ranks counts.
     *
     * @param ranks how many, 1 or more
     * @param latency of the first byte between two of them, in place of the least one of {@link #latency}; zero or more
     * @return a changed copy
     * @throws IllegalArgumentException where they are not
     */
    public Simulation near(int ranks, Duration latency) {
        return with(plan.network().near(ranks, latency), plan.mayBreak(), plan.faults());
    }

    /**
     * Connections that never break while both ranks live, as between processes of one host, so that ranks keep nothing of what they have
     * sent.
     *
     * @return a changed copy
     * @throws IllegalArgumentException where one is to be cut, or a rank is to vanish
     */
    public Simulation unbroken() {
        return with(plan.network(), false, plan.faults());
    }

    /**
     * A job of a list of peers: its ranks come and go, each started without the others, and find each other by their addresses, as the
     * setting {@code peers} says. So is each job in which a rank returns, or starts late.
     *
     * <p>All start when the run begins, but for those of {@link #startsAt}. None ends before all programs have ended.
     *
     * @return a changed copy
     */
    public Simulation listed() {
        return with(plan.asListed());
    }

    /**
     * Has the first process of a rank start late, in each run, while those of the others start when the run begins: the others wait for it, at most
     * for {@code wait-for-peers} where they need it, and meet it when it comes. The job is {@link #listed}. Faults of a rank that has not started,
     * such as a {@link #kill}, do nothing.
     *
     * @param rank which one
     * @param at when, from the begin on
     * @return a changed copy
     * @throws IllegalArgumentException where there is no such rank or time, or the rank has a time to start already
     */
    public Simulation startsAt(int rank, Duration at) {
        return with(new Fault.Start(checked(rank), at.toNanos()));
    }

    /**
     * How much virtual time a run may take before it counts as one that hangs.
     *
     * @param limit above zero; 10 minutes unless said
     * @return a changed copy
     * @throws IllegalArgumentException where it is not
     */
    public Simulation within(Duration limit) {
        if (limit.isZero() || limit.isNegative()) {
            throw new IllegalArgumentException("limit of a simulation: " + limit + " is not above zero");
        }
        return with(plan.within(limit));
    }

    // ---- Faults

    /**
     * Faults by chance, in the runs that go by a seed.
     *
     * @param plan such as {@code cut=0.02,refuse=0.1,kill=2,vanish=1,return=1}: a part of the batches at which their connection is cut, a
     *     part of the connections between ranks that have met before which are refused, how many ranks are killed at most, how many
     *     {@linkplain #vanish vanish} at most, and how many of all these return at most, each 2 us to 30 s later; with {@code return} the
     *     job is {@link #listed}
     * @return a changed copy
     * @throws IllegalArgumentException where it is none, or connections that don't break are to be cut, or those of a rank that vanishes
     */
    public Simulation faults(String plan) {
        return with(
                this.plan.network(), this.plan.mayBreak(), this.plan.faults().byChance(Faults.parse(plan)));
    }

    /**
     * Cuts a connection, in each run: its receiver gets a part of what was sent, and both ranks hear of it.
     *
     * @param from who sends
     * @param to who receives
     * @param nth which of the connections that {@code from} has opened to {@code to}, or {@code to} to {@code from}, from 0
     * @param atByte how many bytes of it arrive
     * @return a changed copy
     * @throws IllegalArgumentException where there are no such ranks, a number is below 0, or connections don't break
     */
    public Simulation cut(int from, int to, int nth, long atByte) {
        return with(new Fault.Cut(checked(from), checked(to), nth, atByte));
    }

    /**
     * Kills a rank, in each run: it acts no more, and what it has sent may still arrive.
     *
     * @param rank which one
     * @param at when, from the begin on
     * @return a changed copy
     * @throws IllegalArgumentException where there is no such rank or time
     */
    public Simulation kill(int rank, Duration at) {
        return with(new Fault.Kill(checked(rank), at.toNanos()));
    }

    /**
     * Kills a rank, in each run, when something comes to it.
     *
     * @param rank which one
     * @param arrivals how much has come before, 0 or more, to its former processes as well
     * @return a changed copy
     * @throws IllegalArgumentException where there is no such rank, or below 0
     */
    public Simulation killAfter(int rank, long arrivals) {
        return with(new Fault.KillAfter(checked(rank), arrivals));
    }

    /**
     * Lets a rank vanish with its host, in each run, as when that loses its power: the rank acts no more, and the others hear nothing of it
     * any more, not even that their connections with it have ended. What it has sent may still arrive, what is sent to it is lost, and
     * nothing answers those who want to connect. So it is their heartbeats that find it: a rank that needs it has given it up after four
     * {@code heartbeat-interval}s and {@code reconnect-timeout}.
     *
     * @param rank which one
     * @param at when, from the begin on
     * @return a changed copy
     * @throws IllegalArgumentException where there is no such rank or time, or connections don't break
     */
    public Simulation vanish(int rank, Duration at) {
        return with(new Fault.Vanish(checked(rank), at.toNanos()));
    }

    /**
     * As {@link #vanish}, when something comes to the rank.
     *
     * @param rank which one
     * @param arrivals how much has come before, 0 or more, to its former processes as well
     * @return a changed copy
     * @throws IllegalArgumentException where there is no such rank, or below 0, or connections don't break
     */
    public Simulation vanishAfter(int rank, long arrivals) {
        return with(new Fault.VanishAfter(checked(rank), arrivals));
    }

    /**
     * Starts another process of a rank, in each run: the program is run again, from its begin, in a new session. Where the process before
     * has been killed or has vanished, the rank returns; its connections may still be breaking at their other ends. Where it lives, two processes claim the
     * rank, and one of them ends itself with code 36, which is no failure. The job is {@link #listed}.
     *
     * <p>A rank that is to return is waited for; once all programs have ended, and no rank is to return, none does.
     *
     * @param rank which one
     * @param at when, from the begin on
     * @return a changed copy
     * @throws IllegalArgumentException where there is no such rank or time
     */
    public Simulation returns(int rank, Duration at) {
        return with(new Fault.Return(checked(rank), at.toNanos()));
    }

    /**
     * As {@link #returns}, when something comes to the rank: so the process before lives, unless {@link #killAfter} kills it just then.
     *
     * @param rank which one
     * @param arrivals how much has come before, 0 or more
     * @return a changed copy
     * @throws IllegalArgumentException where there is no such rank, or below 0
     */
    public Simulation returnsAfter(int rank, long arrivals) {
        return with(new Fault.ReturnAfter(checked(rank), arrivals));
    }

    /**
     * As {@link #returns}, whenever the rank has been killed, or has vanished.
     *
     * @param rank which one
     * @param away how long it is away, zero or more
     * @return a changed copy
     * @throws IllegalArgumentException where there is no such rank, or below zero
     */
    public Simulation returnsAfterKill(int rank, Duration away) {
        return with(new Fault.ReturnAfterKill(checked(rank), away.toNanos()));
    }

    /**
     * Stops a rank for a time, in each run, while its clock goes on.
     *
     * @param rank which one
     * @param at when, from the begin on
     * @param length how long, above zero
     * @return a changed copy
     * @throws IllegalArgumentException where there is no such rank or time
     */
    public Simulation stop(int rank, Duration at, Duration length) {
        return with(new Fault.Stop(checked(rank), at.toNanos(), length.toNanos()));
    }

    /**
     * Lets nothing pass between some ranks and all others for a time, in each run.
     *
     * @param at when, from the begin on
     * @param length how long, above zero
     * @param side the ranks of one side, one or more
     * @return a changed copy
     * @throws IllegalArgumentException where there are no such ranks or times
     */
    public Simulation split(Duration at, Duration length, int... side) {
        Set<Integer> ranks = new TreeSet<>();
        IntStream.of(side).map(this::checked).forEach(ranks::add);
        return with(new Fault.Split(ranks, at.toNanos(), length.toNanos()));
    }

    private Simulation with(Fault fault) {
        return with(plan.network(), plan.mayBreak(), plan.faults().with(fault));
    }

    private Simulation with(Network network, boolean mayBreak, Faults faults) {
        return with(plan.with(network, mayBreak, faults));
    }

    private Simulation with(RunPlan changed) {
        return new Simulation(size, changed, settings, limits);
    }

    private Simulation with(Schedules.Limits changed) {
        return new Simulation(size, plan, settings, changed);
    }

    // ---- Running it

    /**
     * Looks at all the runs of a program; or at the one that {@link #only} says.
     *
     * @param program called at each rank, in a turn of it; its publisher is subscribed there, and the rank's program has ended when it has
     * @return what was covered
     * @throws AssertionError that says what is wrong with a run, and how it is repeated
     */
    public Coverage verify(Function<? super Communicator, ? extends Publisher<?>> program) {
        return verify(new SimulatedProgram.Reactive(program));
    }

    /**
     * The same for a program that may block, at each rank on a thread of its own, of which one runs at a time: by {@code block()} and the
     * other blocking calls of Reactor that return one value or none, and by those of the bindings.
     *
     * @param program run at each rank
     * @return what was covered
     * @throws AssertionError that says what is wrong with a run, and how it is repeated
     */
    public Coverage verifyBlocking(BlockingProgram program) {
        return verify(new SimulatedProgram.Blocking(program));
    }

    /**
     * One run: of the seed, or of what {@link #only} says.
     *
     * @param program as {@link #verify(Function)} has it
     * @return what has happened
     * @throws AssertionError that says what is wrong with it, and how it is repeated
     */
    public SimulatedRun run(Function<? super Communicator, ? extends Publisher<?>> program) {
        return run(new SimulatedProgram.Reactive(program));
    }

    /**
     * One run of a program that may block.
     *
     * @param program as {@link #verifyBlocking} has it
     * @return what has happened
     * @throws AssertionError that says what is wrong with it, and how it is repeated
     */
    public SimulatedRun runBlocking(BlockingProgram program) {
        return run(new SimulatedProgram.Blocking(program));
    }

    private Coverage verify(SimulatedProgram program) {
        if (plan.only() != null) {
            run(program);
            return new Coverage(1, 1, false, 0, 0, false, 0, 0);
        }
        return inSimulation(program, job -> new Schedules(job, plan, limits).all());
    }

    private SimulatedRun run(SimulatedProgram program) {
        return inSimulation(program, job -> {
            RunResult result = Schedules.one(job, plan);
            return new SimulatedRun(
                    plan.seed(),
                    new TreeSet<>(result.deviations())
                            .stream().map(Choice::code).toList(),
                    result.trace().hash(),
                    result.trace().events(),
                    result.trace().time(),
                    result.exits(),
                    result.batches().stream()
                            .map(each -> new SimulatedRun.Traffic(each.from(), each.to(), each.count()))
                            .toList());
        });
    }

    private <T> T inSimulation(SimulatedProgram program, Function<Function<RunPlan, RunResult>, T> work) {
        plan.faults().check(size);
        try (SimulatedSchedulers schedulers = SimulatedSchedulers.begin()) {
            @Nullable
            T result = new SimulationThread<T>(
                            () -> work.apply(run -> SimulatedJob.run(size, settings, program, run, schedulers)))
                    .await();
            return Objects.requireNonNull(result);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while a job is simulated", interrupted);
        } catch (Throwable thrown) {
            throw new AssertionError("the simulation has failed", thrown);
        }
    }
}
