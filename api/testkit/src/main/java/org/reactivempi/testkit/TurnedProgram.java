package org.reactivempi.testkit;

import java.util.BitSet;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.platform.Program;

/**
 * The threads of the JVM as ranks in virtual time see them. In real time a thread that has been woken runs before a rank has looked
 * several times; here the time between two looks may be nothing. So that thread has its turn before the rank looks.
 *
 * @param threads of the JVM
 */
record TurnedProgram(Program threads) implements Program {

    @Override
    public @Nullable String whoMayAct() {
        String actor = threads.whoMayAct();
        if (actor != null) {
            return actor;
        }
        try {
            ProgramThreads.wakeAll();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "thread " + Thread.currentThread().getName() + " has been interrupted";
        }
        return threads.whoMayAct();
    }

    @Override
    public long acts() {
        return threads.acts();
    }

    @Override
    public int tasks() {
        return threads.tasks();
    }

    @Override
    public BitSet ranksHere() {
        return threads.ranksHere();
    }

    @Override
    public void ignore(BiPredicate<Thread, StackTraceElement[]> harmless) {
        threads.ignore(harmless);
    }

    @Override
    public void skip(Predicate<StackTraceElement> ofLibrary) {
        threads.skip(ofLibrary);
    }

    @Override
    public void leave(Predicate<Thread> ofOtherRank) {
        threads.leave(ofOtherRank);
    }

    @Override
    public List<String> places() {
        return threads.places();
    }
}
