package org.reactivempi.transport.sim;

import io.netty.util.concurrent.Ticker;
import java.time.InstantSource;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.platform.Matches;
import org.reactivempi.transport.engine.platform.Platform;
import org.reactivempi.transport.engine.platform.Program;
import org.reactivempi.transport.engine.progress.Order;
import org.reactivempi.transport.engine.progress.ProgressScheduler;
import org.reactivempi.transport.engine.progress.RankLoop;
import reactor.core.scheduler.Scheduler;

/**
 * A process of a simulated job: one rank, from its start to its end. A rank that returns is another process; where two claim one rank, both
 * are there.
 *
 * <pre>
 *  made --loop--&gt; lives --its loop ends--&gt; over
 *                   +--killed, or exits with a code--&gt; over
 * </pre>
 */
public final class RankProcess implements Platform {

    private final World world;
    private final int rank;
    private final int number;
    private @Nullable SimulatedLoop loop;
    private OptionalInt exitCode = OptionalInt.empty();
    private boolean hasRival;

    RankProcess(World world, int rank, int number) {
        this.world = world;
        this.rank = rank;
        this.number = number;
    }

    /** Its rank. */
    public int rank() {
        return rank;
    }

    /** Which of its rank's processes it is, from 0. */
    public int number() {
        return number;
    }

    /** Whether it does nothing any more, or has not begun: its session has closed, or it was killed, or has ended by itself. */
    public boolean isOver() {
        SimulatedLoop made = loop;
        return made == null || made.isOver();
    }

    /** Whether it was ended in the middle of what it did. */
    public boolean isKilled() {
        SimulatedLoop made = loop;
        return made != null && made.isDead();
    }

    /** With which code it has ended itself. */
    public OptionalInt exitCode() {
        return exitCode;
    }

    /** Whether another process has been its rank at the same time. */
    public boolean hasRival() {
        return hasRival;
    }

    void meetRival() {
        hasRival = true;
    }

    /** Ends it by itself, as a process ends: with all that it has under way. */
    public void exit(int code) {
        if (!isOver()) {
            exitCode = OptionalInt.of(code);
            world.end(this);
        }
    }

    /** That of its rank's thread; once it has begun. */
    SimulatedLoop begun() {
        return Objects.requireNonNull(loop);
    }

    boolean isOf(Object other) {
        return loop == other;
    }

    @Override
    public RankLoop loop(LoopRequest request) {
        SimulatedLoop made = world.newLoop(rank, request.onEnd());
        loop = made;
        return made;
    }

    @Override
    public Ticker ticker() {
        return world.ticker();
    }

    @Override
    public InstantSource clock() {
        return world.clock();
    }

    @Override
    public RandomGenerator random(int rank) {
        return world.random(rank, number);
    }

    @Override
    public Program program(Object job, ProgressScheduler scheduler, IntSupplier tasks) {
        begun().use(scheduler);
        return world::whoMayAct;
    }

    @Override
    public @Nullable Matches matches() {
        Matching matching = world.matching();
        return matching == null
                ? null
                : matching.of(begun(), number, world.arrivals().of(begun(), number));
    }

    @Override
    public Order order() {
        return world.arrivals().of(begun(), number);
    }

    @Override
    public boolean hasThreads() {
        return false;
    }

    @Override
    public Scheduler timer() {
        return world.timer();
    }

    @Override
    public Scheduler worker() {
        return world.worker();
    }
}
