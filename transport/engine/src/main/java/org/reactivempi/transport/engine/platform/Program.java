package org.reactivempi.transport.engine.platform;

import java.util.BitSet;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The program that a rank runs, as far as its threads may start an operation that no message has caused. */
public interface Program {

    /** The thread or task that may act without being woken by a message, in words; null if there is none. */
    @Nullable
    String whoMayAct();

    /** A number that changes whenever code of the program has begun on the progress thread; on it. */
    default long acts() {
        return 0;
    }

    /** How many tasks wait on the progress thread. */
    default int tasks() {
        return 0;
    }

    /** Ranks of the job whose progress threads run in this JVM, where the code of one may wake a thread of another. */
    default BitSet ranksHere() {
        return new BitSet();
    }

    /** Sets which threads don't count, judged by themselves and where they are; any thread. */
    default void ignore(BiPredicate<Thread, StackTraceElement[]> harmless) {}

    /** Sets which stack frames are of the layers above the engine, and not of the program; any thread. */
    default void skip(Predicate<StackTraceElement> ofLibrary) {}

    /** Sets which threads are known to belong to another rank of this JVM, so that they stand in its reports; any thread. */
    default void leave(Predicate<Thread> ofOtherRank) {}

    /** Where the program's threads wait, a line each, such as {@code thread main at Main.main(Main.java:12)}. */
    default List<String> places() {
        return List.of();
    }
}
