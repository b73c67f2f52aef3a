package org.reactivempi.transport.engine.progress;

import io.netty.channel.EventLoop;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.RejectedExecutionHandlers;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.reactivempi.transport.channel.Poller;
import org.reactivempi.transport.channel.Progress;

/**
 * A rank's event loop: its sockets, its timers, and its mailbox of commands from other threads.
 *
 * <pre>
 *   +--&gt; input of all links --&gt; commands and timers --&gt; end of turn: send what has gathered --+
 *   +---------------------------- sleep or poll, as Waiting says &lt;----------------------------+
 * </pre>
 */
public final class ProgressLoop extends SingleThreadIoEventLoop implements Progress {

    /** Commands yield to input after this long, so that a flood of them starves no link (PRG-6). */
    private static final long LONGEST_RUN_OF_COMMANDS_MILLIS = 1;

    private static final long LONGEST_END_SECONDS = 1;

    private final Waiting waiting;
    private final Termination termination;
    private Runnable endOfTurn = () -> {};

    /**
     * A loop that starts with its first command.
     *
     * @param name of the thread
     * @param sockets whether there will be any
     * @param waiting how to wait; told of commands, and of input that is polled
     * @param onEnd run by the thread as its last act
     */
    public ProgressLoop(String name, boolean sockets, Waiting waiting, Runnable onEnd) {
        this(name, name, ProgressThread.NONE, sockets, waiting, onEnd);
    }

    /** As the other one, for a {@code rank} of {@code job}, which its thread will tell. */
    public ProgressLoop(String name, Object job, int rank, boolean sockets, Waiting waiting, Runnable onEnd) {
        this(new Threads(name, job, rank, onEnd, new Termination()), sockets, waiting);
    }

    /** Makes the loop's only thread, which completes the termination at its end. */
    private record Threads(String name, Object job, int rank, Runnable onEnd, Termination termination)
            implements ThreadFactory {

        @Override
        public Thread newThread(Runnable loop) {
            return new ProgressThread(loop, name, job, rank, () -> {
                termination.trySuccess(null);
                onEnd.run();
            });
        }
    }

    private ProgressLoop(Threads threads, boolean sockets, Waiting waiting) {
        super(
                null,
                threads,
                ProgressIoHandler.on(SystemIo.of(sockets), waiting),
                Integer.MAX_VALUE,
                RejectedExecutionHandlers.reject(),
                LONGEST_RUN_OF_COMMANDS_MILLIS);
        this.waiting = waiting;
        this.termination = threads.termination();
        io().onDestroyed(this::runLateCommands);
    }

    @Override
    public Future<?> terminationFuture() {
        return termination;
    }

    @Override
    public EventLoop loop() {
        return this;
    }

    @Override
    public void add(Poller input) {
        io().add(input);
    }

    @Override
    public void remove(Poller input) {
        io().remove(input);
    }

    private ProgressIoHandler io() {
        return (ProgressIoHandler) ioHandler();
    }

    /** Sets what each turn ends with; on the loop's thread. */
    public void onEndOfTurn(Runnable endOfTurn) {
        this.endOfTurn = endOfTurn;
    }

    /**
     * Ends the loop once its commands have run, and cuts the connections that are open; on the loop's thread. Netty cuts
     * them by itself only if the loop turns once more, which without a quiet period it does not.
     */
    public void end() {
        ioHandler().prepareToDestroy();
        shutdownGracefully(0, LONGEST_END_SECONDS, TimeUnit.SECONDS);
    }

    /** Commands that the loop took while it ended have to run, as their callers expect; and Netty warns of those that are left. */
    private void runLateCommands() {
        for (Runnable late = pollTask(); late != null; late = pollTask()) {
            safeExecute(late);
        }
    }

    @Override
    protected boolean runAllTasks(long timeoutNanos) {
        boolean ran = super.runAllTasks(timeoutNanos);
        if (ran) {
            waiting.traffic();
        }
        return ran;
    }

    @Override
    protected void afterRunningAllTasks() {
        super.afterRunningAllTasks();
        endOfTurn.run();
    }
}
