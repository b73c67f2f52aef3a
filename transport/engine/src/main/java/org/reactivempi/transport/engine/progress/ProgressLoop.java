package org.reactivempi.transport.engine.progress;

import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.RejectedExecutionHandlers;
import io.netty.util.concurrent.Ticker;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Poller;
import org.reactivempi.transport.channel.log.LogLines;
import org.reactivempi.transport.channel.log.LogQueue;
import org.reactivempi.transport.channel.log.LoggingThread;
import reactor.core.scheduler.Schedulers;

/**
 * A rank's event loop: its sockets, its timers, and its mailbox of commands from other threads.
 *
 * <pre>
 *   +--&gt; input of all links --&gt; commands and timers --&gt; end of turn: send what has gathered --+
 *   +---------------------------- sleep or poll, as Waiting says &lt;----------------------------+
 * </pre>
 */
public final class ProgressLoop extends SingleThreadIoEventLoop implements RankLoop {

    /** Commands yield to input after this long, so that a flood of them starves no link (PRG-6). */
    private static final long LONGEST_RUN_OF_COMMANDS_NANOS = 1_000_000;

    /** Netty looks at the time after each 64 commands, and then it is over; a longer one never is while the loop's time stands. */
    private static final long NO_TIME = 0;

    private static final long LONGEST_END_SECONDS = 1;

    /** A driver whose peer is silent for so long gives the loop back, and sleeps, also where the progress thread never does. */
    private static final long LONGEST_SILENCE_NANOS = 10_000_000;

    /** Of what threads start one after the other while nobody drives, so much leaves together: a call into the system costs more. */
    private static final int VISITS_PER_SENDING = 16;

    /**
     * So long no thread drives the loop after one that had to hand it over, since code of the program was due: a change of threads takes
     * 50 us, and where there is one such signal there are others.
     */
    private static final long SHORTEST_KEPT_NANOS = 1_000_000;

    private static final Boundary END_OF_TURN = Boundary.to(MethodHandles.lookup(), "endTurn");

    static {
        // A thread inside a loop must not wait for it, whatever thread it is.
        Schedulers.registerNonBlockingThreadPredicate(
                thread -> thread == Thread.currentThread() && LogQueue.lent() != null);
    }

    /** For a thread that comes for a moment. */
    private static final Drive LOOK = new Drive() {

        @Override
        public void begin() {}

        @Override
        public boolean hasEnded() {
            return true;
        }

        @Override
        public boolean givesUp() {
            return true;
        }
    };

    private final Waiting waiting;
    private final @Nullable Ticker ticker;
    private final long longestRunNanos;
    private final Termination termination;
    private final LoopOwner owner;
    private final BooleanSupplier commandsWait = () -> pendingTasks() > 0;
    private Runnable endOfTurn = () -> {};
    private Consumer<Throwable> onFault = fault -> {};
    /** What a turn has thrown on a thread that drove the loop, which the progress thread sees to. */
    private @Nullable Throwable faultOfDriver;

    /** What a command has thrown that is fatal to the JVM; Netty would only log it. */
    private @Nullable Error faultOfCommand;

    private final Command command = new Command();
    private long activity;
    private volatile boolean hasBegun;
    private boolean isBroken;
    /** The progress thread's, since whatever thread is inside must not wait for the log. */
    private @Nullable LogLines lines;
    /** What the thread drives the loop for that is inside; null for the progress thread. */
    private @Nullable Drive drive;
    /** Nothing has come for so long that a driver gives the loop back. */
    private boolean isQuiet;
    /** Code of the program is due, which the progress thread has to run: the thread inside leaves. */
    private boolean handsOver;
    /** When that was so the last time, by {@link SystemTime}; 0 if not, or long ago. */
    private volatile long handedOverNanos;
    /** How many visits there were since a thread has driven the loop. */
    private int visits;

    /**
     * A loop that starts with its first command.
     *
     * @param name of the thread
     * @param sockets whether there will be any
     * @param waiting how to wait; told of commands, and of input that is polled
     * @param onEnd run by the thread as its last act
     */
    public ProgressLoop(String name, boolean sockets, Waiting waiting, Runnable onEnd) {
        this(new OfRank(name, name, ProgressThread.NONE, onEnd), sockets, waiting, Ticker.systemTicker());
    }

    /** As the other one, for a rank, with timers of another clock than Netty's. */
    public ProgressLoop(OfRank rank, boolean sockets, Waiting waiting, Ticker ticker) {
        this(new Threads(rank, new Termination()), sockets, waiting, ticker, new LoopOwner());
    }

    /** A loop that shows a test how its owners change. */
    ProgressLoop(String name, boolean sockets, Waiting waiting, Runnable onEnd, LoopOwner owner) {
        this(
                new Threads(new OfRank(name, name, ProgressThread.NONE, onEnd), new Termination()),
                sockets,
                waiting,
                Ticker.systemTicker(),
                owner);
    }

    /**
     * Whose a loop is.
     *
     * @param name of the thread
     * @param job what its thread tells of
     * @param rank in the job, which its thread tells as well
     * @param onEnd run by the thread as its last act
     */
    public record OfRank(String name, Object job, int rank, Runnable onEnd) {}

    /** Makes the loop's only thread, which completes the termination at its end. */
    private record Threads(OfRank rank, Termination termination) implements ThreadFactory {

        @Override
        public Thread newThread(Runnable loop) {
            return new ProgressThread(loop, rank.name, rank.job, rank.rank, () -> {
                termination.trySuccess(null);
                rank.onEnd.run();
            });
        }
    }

    private ProgressLoop(Threads threads, boolean sockets, Waiting waiting, Ticker ticker, LoopOwner owner) {
        super(
                null,
                threads,
                ProgressIoHandler.on(SystemIo.of(sockets), waiting),
                Integer.MAX_VALUE,
                RejectedExecutionHandlers.reject(),
                TimeUnit.NANOSECONDS.toMillis(LONGEST_RUN_OF_COMMANDS_NANOS));
        this.waiting = waiting;
        this.ticker = ticker;
        this.longestRunNanos = ticker == Ticker.systemTicker() ? LONGEST_RUN_OF_COMMANDS_NANOS : NO_TIME;
        this.owner = owner;
        this.termination = threads.termination();
        io().onDestroyed(this::endOwned);
    }

    /**
     * Netty asks for it also before this object is made. A loop that ends does so in the system's time: another one may stand still, and
     * Netty waits until some has passed.
     */
    @Override
    public Ticker ticker() {
        Ticker own = ticker;
        return own == null || isShuttingDown() ? Ticker.systemTicker() : own;
    }

    /** Whether its timers have the time by which the system waits. */
    boolean hasSystemsTime() {
        return ticker() == Ticker.systemTicker();
    }

    @Override
    public Future<?> terminationFuture() {
        return termination;
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

    @Override
    public void onEndOfTurn(Runnable endOfTurn) {
        this.endOfTurn = endOfTurn;
    }

    @Override
    public void onFault(Consumer<Throwable> onFault) {
        this.onFault = onFault;
    }

    /** Starts the loop's thread. */
    @Override
    public void begin() {
        try {
            execute(() -> {});
            hasBegun = true;
        } catch (Throwable e) {
            discard();
            throw e;
        }
    }

    @Override
    public void discard() {
        io().discard();
    }

    /** Netty cuts the connections by itself only if the loop turns once more, which without a quiet period it does not. */
    @Override
    public void end() {
        ioHandler().prepareToDestroy();
        shutdownGracefully(0, LONGEST_END_SECONDS, TimeUnit.SECONDS);
    }

    /** Commands that the loop took while it ended have to run, as callers expect; and Netty warns of what is left. */
    private void endOwned() {
        for (Runnable late = pollTask(); late != null; late = pollTask()) {
            safeExecute(late);
        }
        owner.end();
    }

    @Override
    public void traffic() {
        activity++;
        waiting.traffic();
    }

    /**
     * Whatever the system has for a channel, such as that it is connected, counts as {@link #activity} from now on, not only what has come
     * from a peer. Before there is any channel.
     */
    public void countEvents() {
        io().countEvents();
    }

    void countEvent() {
        activity++;
    }

    /** How many commands and timers have run, and inputs of peers have come; only for the thread inside. */
    public long activity() {
        return activity;
    }

    /** Whether its thread has been started; a command would start it from whatever thread gives it. Any thread. */
    public boolean hasBegun() {
        return hasBegun;
    }

    /** When the next timer is due, by the ticker of timers; -1 if there is none. Only for the thread inside. */
    public long nextTimerNanos() {
        return nextScheduledTaskDeadlineNanos();
    }

    /**
     * Has the calling thread do the progress thread's work until {@code wanted} has ended, or gives up, or nothing has come for so
     * long that a thread sleeps. Then the progress thread goes on: at once where {@code wanted} has not ended, or else as soon as there
     * is a command, or nobody has driven the loop for a while, of half a millisecond at least and four at most.
     *
     * <p>The thread runs no code of the program but what belongs to {@code wanted}. Where some is due, the progress thread goes on as well.
     *
     * @param wanted what the thread waits for
     * @return false if the loop was not to be had: {@code wanted} has not begun
     */
    @Override
    public boolean drive(Drive wanted) {
        if (!mayEnter() || wanted.givesUp() || isKept() || !owner.take(io()::wakeSleeper)) {
            return false;
        }
        boolean isDone = false;
        try {
            enter(wanted);
            waiting.traffic();
            visits = 0;
            begin(wanted);
            runAllTasks(longestRunNanos);
            // A thread that only starts what ends at once sees to the input all the same.
            boolean isBlind = io().isBlind(SystemTime.nanos());
            while (!handsOver && (isBlind || !wanted.hasEnded() && goesOn(wanted))) {
                isBlind = false;
                runIo();
                runAllTasks(longestRunNanos);
            }
            isDone = wanted.hasEnded();
        } catch (Throwable fault) {
            faultOfDriver = fault;
        } finally {
            leave(isDone);
        }
        return true;
    }

    private void enter(Drive wanted) {
        drive = wanted;
        LogQueue.lend(Objects.requireNonNull(lines));
    }

    /** What a turn has thrown is the rank's failure, and not that of the calling thread, whose operation ends with the rank. */
    private void leave(boolean isDone) {
        LogQueue.giveBack();
        boolean toProgress = !isDone || handsOver || isShuttingDown();
        drive = null;
        isQuiet = false;
        handsOver = false;
        owner.leave(commandsWait, toProgress);
    }

    @Override
    public boolean isLent() {
        return drive != null;
    }

    @Override
    public void handOver() {
        if (!handsOver) {
            handsOver = true;
            handedOverNanos = SystemTime.nanos() | 1;
        }
    }

    private boolean isKept() {
        long handedOver = handedOverNanos;
        if (handedOver == 0) {
            return false;
        }
        boolean isKept = SystemTime.nanos() - handedOver < SHORTEST_KEPT_NANOS;
        if (!isKept) {
            handedOverNanos = 0;
        }
        return isKept;
    }

    /**
     * A thread of the program takes neither what runs code of the program, nor what comes after it. Tasks of schedulers are futures; timers
     * are the engine's own, or {@linkplain ProgressScheduler become tasks} when they are due.
     */
    @Override
    protected @Nullable Runnable pollTask() {
        if (drive != null && !mayRun(peekTask())) {
            return null;
        }
        @Nullable Runnable next = super.pollTask();
        return next == null ? null : command.of(next);
    }

    /**
     * Whether a thread of the program may take the next command, which it has looked at. It takes none where it has seen none, since one that
     * has come meanwhile may be the program's; nor when the loop ends, since Netty passes over a command of its own then, and takes the next
     * one unseen.
     */
    private boolean mayRun(@Nullable Runnable next) {
        if (isShuttingDown()
                || next instanceof ProgramTask
                || next instanceof RunnableFuture<?> && !(next instanceof ScheduledFuture<?>)) {
            handOver();
        }
        return next != null && !handsOver;
    }

    /** A virtual thread would keep its carrier, and one that is interrupted would close what it writes to. */
    private boolean mayEnter() {
        Thread thread = Thread.currentThread();
        return waiting.everPolls() && !thread.isInterrupted() && !VirtualThreads.isVirtual(thread);
    }

    /**
     * Runs a command on the calling thread, if nobody is inside since threads drive the loop again and again: waking the progress thread
     * takes far longer than most commands, and the next driver would have to wait until it stands aside. What the command sends
     * leaves at once, or, after other visits, with one of the next, with the next drive, or when the progress thread comes back.
     *
     * @return false if the loop was not to be had, or other commands come first: this one has not run
     */
    @Override
    public boolean visit(Runnable command) {
        if (!mayEnter() || !owner.visit()) {
            return false;
        }
        if (hasTasks()) {
            owner.leave(commandsWait, false);
            return false;
        }
        boolean isDone = false;
        try {
            enter(LOOK);
            command.run();
            if (visits++ % VISITS_PER_SENDING == 0) {
                endTurn();
            }
            isDone = true;
        } catch (Throwable fault) {
            faultOfDriver = fault;
        } finally {
            leave(isDone);
        }
        return true;
    }

    @Override
    public void sendLeft() {
        if (visits > 0 && (visits - 1) % VISITS_PER_SENDING > 0) {
            visit(() -> visits = 0);
        }
    }

    @Override
    public void look() {
        if (!mayEnter() || !owner.visit()) {
            return;
        }
        boolean isDone = false;
        try {
            enter(LOOK);
            visits = 0;
            runIo();
            runAllTasks(longestRunNanos);
            isDone = true;
        } catch (Throwable fault) {
            faultOfDriver = fault;
        } finally {
            leave(isDone);
        }
    }

    /** The thread may have given a command before, which comes first. */
    private void begin(Drive wanted) {
        if (hasTasks()) {
            execute(wanted::begin);
        } else {
            wanted.begin();
        }
    }

    private boolean goesOn(Drive wanted) {
        return !isQuiet
                && !isShuttingDown()
                && !wanted.givesUp()
                && waiting.silentNanos(SystemTime.nanos()) < LONGEST_SILENCE_NANOS;
    }

    @Override
    public void waits() {
        owner.waits();
    }

    @Override
    public void hasWaited() {
        owner.hasWaited();
    }

    /**
     * How many times the progress thread has found something to do only because the time was over for which it stood aside, that another
     * thread should have woken it for: 0, but where one was about to at that very moment. Any thread.
     */
    public int lateWakeUps() {
        return owner.lateReturns();
    }

    @Override
    public @Nullable Thread inside() {
        return owner.inside();
    }

    @Override
    public boolean inEventLoop(Thread thread) {
        return owner.is(thread);
    }

    @Override
    protected void run() {
        lines = ((LoggingThread) Thread.currentThread()).logLines();
        owner.start();
        ioHandler().initialize();
        do {
            try {
                turn();
            } catch (Throwable fault) {
                fail(fault);
            }
        } while (!confirmShutdown());
    }

    private void turn() throws Throwable {
        if (owner.isWanted() && !isShuttingDown()) {
            owner.standAside(commandsWait);
            Throwable fault = faultOfDriver;
            if (fault != null) {
                faultOfDriver = null;
                throw fault;
            }
            // What drivers and visitors may have left.
            visits = 0;
            endTurn();
        }
        runIo();
        if (isShuttingDown()) {
            ioHandler().prepareToDestroy();
        }
        runAllTasks(longestRunNanos);
    }

    private void fail(Throwable fault) {
        if (isBroken) {
            // Which may be what throws; Netty runs it at the end as well.
            endOfTurn = () -> {};
            end();
        } else {
            isBroken = true;
            onFault.accept(fault);
        }
    }

    // What the handler asks, on the thread that is inside.

    boolean hasCommands() {
        return hasTasks();
    }

    /** Whether the thread that is inside wants to return from its polls. */
    boolean isToReturn() {
        return drive == null ? owner.isWanted() : handsOver || drive.hasEnded();
    }

    /** Nothing comes: true if the thread that is inside sleeps, false if it leaves. */
    boolean sleepsOrLeaves() {
        isQuiet = drive != null;
        return !isQuiet;
    }

    void endTurn() {
        END_OF_TURN.cross(endOfTurn, this);
    }

    private static void endTurn(Object endOfTurn, Object loop) {
        ((Runnable) endOfTurn).run();
    }

    /** Any thread. */
    void wakeOwner() {
        owner.wake();
    }

    @Override
    protected boolean runAllTasks(long timeoutNanos) {
        boolean ran = super.runAllTasks(timeoutNanos);
        if (ran) {
            waiting.ran();
        }
        Error fault = faultOfCommand;
        if (fault != null) {
            faultOfCommand = null;
            throw fault;
        }
        return ran;
    }

    /** The command that runs. One object for all of them, since Netty runs each before it polls for the next one. */
    private final class Command implements Runnable {

        private @Nullable Runnable next;

        Runnable of(Runnable next) {
            activity++;
            this.next = next;
            return this;
        }

        @Override
        public void run() {
            try {
                Objects.requireNonNull(next).run();
            } catch (VirtualMachineError | LinkageError fatal) {
                faultOfCommand = fatal;
            }
        }
    }

    @Override
    protected void afterRunningAllTasks() {
        super.afterRunningAllTasks();
        endTurn();
    }
}
