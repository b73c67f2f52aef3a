package org.reactivempi.transport.engine.progress;

import io.netty.channel.EventLoop;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Progress;

/**
 * A rank's event loop, as the engine uses it: its timers, its mailbox of commands from other threads, and its turns.
 * At the end of each turn all that it has produced is sent. {@link ProgressLoop} is that of a thread; another one may
 * be turned by a thread that turns those of all ranks.
 */
public interface RankLoop extends EventLoop, Progress {

    /** For what a thread drives the loop. */
    interface Drive {

        /** Starts the operation, inside the loop, after all commands that were there before. Must not throw. */
        void begin();

        /** Whether the operation has ended; asked at each poll. */
        boolean hasEnded();

        /** Whether the thread has another reason to leave the loop, such as the time; asked before it enters, and in each turn. */
        boolean givesUp();
    }

    @Override
    default EventLoop loop() {
        return this;
    }

    /** Sets what each turn ends with; on the loop's thread, or before it begins. */
    void onEndOfTurn(Runnable endOfTurn);

    /**
     * Sets what is told of the first throwable that comes out of a turn, on the progress thread. Nobody knows what is whole then, so it
     * is to end all that runs, and the loop. With the second one the loop ends by itself.
     */
    void onFault(Consumer<Throwable> onFault);

    /**
     * Begins to turn; before anything else, since a channel that finds no thread when it opens may not be able to say so.
     *
     * @throws OutOfMemoryError where the JVM gets no more threads; nothing is left of the loop then
     */
    void begin();

    /** Gives back what a loop has that has not begun, and never will. */
    void discard();

    /** Ends the loop once its commands have run, and cuts the connections that are open; on the loop's thread. */
    void end();

    /** How many commands wait; any thread. */
    int pendingTasks();

    /** Something has arrived from a peer; on the loop's thread. */
    void traffic();

    /**
     * Has the calling thread do the loop's work until {@code wanted} has ended, or gives up, or the loop has another reason to take the
     * work back.
     *
     * @param wanted what the thread waits for
     * @return false if the loop was not to be had: {@code wanted} has not begun
     */
    boolean drive(Drive wanted);

    /**
     * Runs a command on the calling thread, if that is possible at once.
     *
     * @return false if it has not run
     */
    boolean visit(Runnable command);

    /** Looks once at what has come, on the calling thread, if that is possible at once. */
    void look();

    /** Sends what visits have left unsent, if that is possible at once; any thread. */
    void sendLeft();

    /** A thread is about to wait for what this loop does, without driving it; {@link #hasWaited} follows. */
    void waits();

    /** A thread that has waited goes on. */
    void hasWaited();

    /** The thread that is inside at this moment, or null; any thread. */
    @Nullable
    Thread inside();

    /** Whether a thread of the program is inside, in place of the progress thread; only for the thread inside. */
    boolean isLent();

    /** Code of the program is due, and the thread inside is not the progress thread: it leaves the loop, and runs none until then. */
    void handOver();
}
