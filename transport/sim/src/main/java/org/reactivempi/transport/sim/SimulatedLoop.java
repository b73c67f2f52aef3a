package org.reactivempi.transport.sim;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.Ticker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Poller;
import org.reactivempi.transport.engine.progress.ProgressScheduler;
import org.reactivempi.transport.engine.progress.RankLoop;
import reactor.core.Disposable;

/**
 * A rank's loop without a thread: it moves when its world turns it, and is inside then alone.
 *
 * <pre>
 *  TURNED --end--&gt; ENDING --its commands have run--&gt; ENDED
 *    |  ^             |
 *    |  +-- stopped, for a time
 *    +--------------- killed --&gt; DEAD
 * </pre>
 */
final class SimulatedLoop extends AbstractScheduledEventExecutor implements RankLoop {

    private static final long NONE = Long.MAX_VALUE;

    /** Whether it stands in line for its turn; its line's. */
    boolean inLine;

    private final Turner turner;
    private final int rank;
    private final Runnable onEnd;
    private final Queue<Runnable> commands = new ArrayDeque<>();
    private final List<Poller> pollers = new ArrayList<>();
    private final Promise<Void> termination = new DefaultPromise<>(ImmediateEventExecutor.INSTANCE);
    private Runnable endOfTurn = () -> {};
    private Consumer<Throwable> onFault = fault -> {};
    private long alarmNanos = NONE;
    private boolean ending;
    private boolean ended;
    private boolean dead;
    private boolean stopped;
    private @Nullable ProgressScheduler scheduler;
    private int timersOfProgram;

    /** {@code rank} is {@link Choice#NOBODY} where it is of none. */
    SimulatedLoop(Turner turner, int rank, Runnable onEnd) {
        this.turner = turner;
        this.rank = rank;
        this.onEnd = onEnd;
    }

    int rank() {
        return rank;
    }

    /** Whether it may turn, would do something, and does not stand in line. */
    boolean isReady() {
        return !inLine && !ended && !dead && !stopped && (!commands.isEmpty() || ending || isTimerDue());
    }

    private boolean isTimerDue() {
        long next = nextScheduledTaskDeadlineNanos();
        return next != -1 && next <= turner.ticker().nanoTime();
    }

    /** It never turns again, and nobody hears of that here. */
    void die() {
        dead = true;
        commands.clear();
    }

    /** Whether its process was ended in the middle of what it did. */
    boolean isDead() {
        return dead;
    }

    /** Whether it will never do anything any more. */
    boolean isOver() {
        return ended || dead;
    }

    /** It does not turn until {@link #goOn}. */
    void stop() {
        stopped = true;
    }

    void goOn() {
        stopped = false;
        turner.lineUp(this);
    }

    /** The rank's tasks go there. */
    void use(ProgressScheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** How many tasks of the program wait for their time. */
    int timersOfProgram() {
        return timersOfProgram + (scheduler == null ? 0 : scheduler.timers());
    }

    /** Runs a task of the program after a time, 1 ns or more. */
    Disposable scheduleForProgram(Runnable task, long delayNanos) {
        timersOfProgram++;
        boolean[] over = {false};
        Future<?> waiting = schedule(
                () -> {
                    end(over);
                    task.run();
                },
                delayNanos,
                TimeUnit.NANOSECONDS);
        return () -> {
            waiting.cancel(false);
            end(over);
        };
    }

    private void end(boolean[] over) {
        timersOfProgram -= over[0] ? 0 : 1;
        over[0] = true;
    }

    /** A turn; only the world calls, and is inside this loop then. */
    void turn() {
        try {
            for (int i = pollers.size() - 1; i >= 0; i--) {
                pollers.get(i).poll();
            }
            long now = turner.ticker().nanoTime();
            for (Runnable due = pollScheduledTask(now); due != null; due = pollScheduledTask(now)) {
                commands.add(due);
            }
            runCommands();
            if (!dead) {
                endOfTurn.run();
            }
        } catch (Throwable fault) {
            if (!dead) {
                onFault.accept(fault);
            }
        }
        if (ending && commands.isEmpty() && !dead) {
            ended = true;
            cancelScheduledTasks();
            termination.setSuccess(null);
            onEnd.run();
        }
        wakeForTimer();
        turner.lineUp(this);
    }

    /** All that were there at its begin, or some of them. */
    private void runCommands() {
        long few = turner.lengthOfTurn(rank);
        for (long left = few == 0 ? commands.size() : Math.min(few, commands.size()); left > 0; left--) {
            Runnable command = commands.poll();
            if (command == null) {
                break;
            }
            command.run();
        }
    }

    private void wakeForTimer() {
        long next = isOver() ? -1 : nextScheduledTaskDeadlineNanos();
        if (next != -1 && next < alarmNanos) {
            alarmNanos = next;
            turner.at(next, () -> alarm(next));
        }
    }

    /** What was to be done then may have been cancelled meanwhile. */
    private void alarm(long atNanos) {
        if (alarmNanos == atNanos) {
            alarmNanos = NONE;
        }
        turner.lineUp(this);
        if (!isOver() && !isTimerDue()) {
            wakeForTimer();
        }
    }

    @Override
    public Ticker ticker() {
        return turner.ticker();
    }

    @Override
    public void execute(Runnable command) {
        turner.checkCaller();
        if (isOver()) {
            throw new RejectedExecutionException("the loop has ended");
        }
        commands.add(command);
        turner.lineUp(this);
    }

    @Override
    public boolean inEventLoop(Thread thread) {
        return turner.isInside(this, thread);
    }

    @Override
    public void onEndOfTurn(Runnable endOfTurn) {
        this.endOfTurn = endOfTurn;
    }

    @Override
    public void onFault(Consumer<Throwable> onFault) {
        this.onFault = onFault;
    }

    @Override
    public void begin() {
        turner.lineUp(this);
    }

    @Override
    public void discard() {
        // It holds nothing.
    }

    @Override
    public void end() {
        ending = true;
        turner.lineUp(this);
    }

    @Override
    public int pendingTasks() {
        return commands.size();
    }

    @Override
    public void traffic() {}

    /** The calling program gives the baton away until the operation has ended. */
    @Override
    public boolean drive(Drive wanted) {
        if (wanted.givesUp()) {
            return false;
        }
        execute(wanted::begin);
        turner.await(() -> wanted.hasEnded() || wanted.givesUp());
        return true;
    }

    @Override
    public boolean visit(Runnable command) {
        return false;
    }

    @Override
    public void look() {
        turner.look(this);
    }

    @Override
    public void sendLeft() {}

    @Override
    public void waits() {}

    @Override
    public void hasWaited() {}

    @Override
    public @Nullable Thread inside() {
        return inEventLoop() ? Thread.currentThread() : null;
    }

    @Override
    public boolean isLent() {
        return false;
    }

    @Override
    public void handOver() {}

    @Override
    public void add(Poller input) {
        pollers.add(input);
    }

    @Override
    public void remove(Poller input) {
        pollers.remove(input);
    }

    @Override
    public EventLoopGroup parent() {
        return this;
    }

    @Override
    public EventLoop next() {
        return this;
    }

    @Override
    public boolean isShuttingDown() {
        return ending;
    }

    @Override
    public boolean isShutdown() {
        return ended;
    }

    @Override
    public boolean isTerminated() {
        return ended;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return termination.await(timeout, unit);
    }

    @Override
    public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
        end();
        return termination;
    }

    @Override
    public Future<?> terminationFuture() {
        return termination;
    }

    @Override
    @Deprecated
    public void shutdown() {
        end();
    }

    @Override
    public ChannelFuture register(Channel channel) {
        throw noSockets();
    }

    @Override
    public ChannelFuture register(ChannelPromise promise) {
        throw noSockets();
    }

    @Override
    @Deprecated
    public ChannelFuture register(Channel channel, ChannelPromise promise) {
        throw noSockets();
    }

    private static UnsupportedOperationException noSockets() {
        return new UnsupportedOperationException("a loop without a thread has no sockets");
    }

    @Override
    public String toString() {
        return rank == Choice.NOBODY ? "the job's own timers" : "rank " + rank;
    }
}
