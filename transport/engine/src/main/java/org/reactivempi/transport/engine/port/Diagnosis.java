package org.reactivempi.transport.engine.port;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.reactivempi.transport.engine.event.DiagnosedStall;
import org.reactivempi.transport.engine.event.OpenOperations;
import org.reactivempi.transport.engine.event.PendingOperation;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What a rank waits for, and whether it does so for ever. For any thread, but for what says otherwise. */
public interface Diagnosis {

    /**
     * One more kind of operations, of a part that the engine does not know, such as that of a layer above; before the first of them
     * starts, on the progress thread.
     */
    void register(OpenOperations kind);

    /** Operations that have not ended, and messages that wait; cold, on the progress thread. */
    Mono<List<PendingOperation>> pending();

    /** Messages that wait, and that an operation would get if only one thing were different, in words; none for what is no receive. */
    List<String> nearMisses(PendingOperation operation, List<PendingOperation> all);

    /** Whether this rank finalizes; cold, on the progress thread. */
    Mono<Boolean> isClosing();

    /** Where threads of the program wait, a line each; any thread. */
    List<String> places();

    /** Stalls that this rank finds; a late subscriber gets the last one. On the progress thread, ends with the engine. */
    Flux<DiagnosedStall> stalls();

    /** Why no deadlock is proven, where this rank has tried to; else empty. */
    String doubt();

    /**
     * The thread that moves this rank's messages has been busy in one signal for long: a report with its stack. On the watchdog's
     * thread; hot, ends with the engine.
     */
    Flux<String> blocked();

    /** The thread that moves this rank's messages at this moment, and where it is; empty where there is none. Any thread. */
    String placeInside();

    /**
     * Says which threads of this JVM never start an operation of this rank, judged by themselves and where they are;
     * threads that the settings name never do.
     */
    void ignoreThreads(BiPredicate<Thread, StackTraceElement[]> harmless);

    /** Says which threads are known to be those of other ranks in this JVM, so that their reports show them. */
    void leaveThreads(Predicate<Thread> ofOtherRank);

    /** Says how reports of stalls end, a line, where this rank takes part in a collective operation; before the first of them starts. */
    void adviseOnCollectives(String advice);

    /** Says which stack frames are of the layers above the engine, so that a report shows those of the program. */
    void skipFrames(Predicate<StackTraceElement> ofLibrary);
}
