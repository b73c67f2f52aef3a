package org.reactivempi.conformance.turned;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Poller;
import org.reactivempi.transport.engine.progress.RankLoop;

/**
 * A rank's loop without a thread: it moves when its world turns it, and is inside then alone.
 *
 * <pre>
 *  TURNED --end--&gt; ENDING --its commands have run--&gt; ENDED
 * </pre>
 */
final class TurnedLoop extends AbstractScheduledEventExecutor implements RankLoop {

    private final TurnedWorld world;
    private final Runnable onEnd;
    private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
    private final List<Poller> pollers = new ArrayList<>();
    private final Promise<Void> termination = new DefaultPromise<>(ImmediateEventExecutor.INSTANCE);
    private Runnable endOfTurn = () -> {};
    private Consumer<Throwable> onFault = fault -> {};
    private boolean ending;
    private volatile boolean ended;

    TurnedLoop(TurnedWorld world, Runnable onEnd) {
        this.world = world;
        this.onEnd = onEnd;
    }

    @Override
    public void discard() {
        // It holds nothing.
    }

    /** Whether a turn would do something. */
    boolean hasWork() {
        return !ended && (!commands.isEmpty() || isTimerDue());
    }

    private boolean isTimerDue() {
        long next = nextScheduledTaskDeadlineNanos();
        return next != -1 && next <= ticker().nanoTime();
    }

    /** When the next timer is due, in nanoseconds of the world's time; {@link Long#MAX_VALUE} if there is none. */
    long nextTimerNanos() {
        long next = ended ? -1 : nextScheduledTaskDeadlineNanos();
        return next == -1 ? Long.MAX_VALUE : next;
    }

    /** A turn with so many of the commands that wait at most; only the world calls, and is inside this loop then. */
    void turn(int mostCommands) {
        try {
            for (int i = pollers.size() - 1; i >= 0; i--) {
                pollers.get(i).poll();
            }
            long now = ticker().nanoTime();
            for (Runnable due = pollScheduledTask(now); due != null; due = pollScheduledTask(now)) {
                commands.add(due);
            }
            for (int i = 0; i < mostCommands; i++) {
                Runnable command = commands.poll();
                if (command == null) {
                    break;
                }
                command.run();
            }
            endOfTurn.run();
        } catch (Throwable fault) {
            onFault.accept(fault);
        }
        if (ending && commands.isEmpty()) {
            ended = true;
            cancelScheduledTasks();
            termination.setSuccess(null);
            onEnd.run();
        }
    }

    @Override
    public Ticker ticker() {
        return world.ticker();
    }

    @Override
    public void execute(Runnable command) {
        if (ended) {
            throw new RejectedExecutionException("the loop has ended");
        }
        commands.add(command);
    }

    @Override
    public boolean inEventLoop(Thread thread) {
        return world.isInside(this, thread);
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
    public void begin() {}

    @Override
    public void end() {
        ending = true;
    }

    @Override
    public int pendingTasks() {
        return commands.size();
    }

    @Override
    public void traffic() {}

    /** All loops turn until the operation has ended. */
    @Override
    public boolean drive(Drive wanted) {
        execute(wanted::begin);
        world.turnUntil(() -> wanted.hasEnded() || wanted.givesUp());
        return true;
    }

    @Override
    public boolean visit(Runnable command) {
        return false;
    }

    @Override
    public void look() {}

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
        return new UnsupportedOperationException("a loop that is turned by hand has no sockets");
    }
}
