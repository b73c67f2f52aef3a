package org.reactivempi.transport.engine.diagnosis;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The program that a rank runs, as far as it may do something by itself. */
public interface Program {

    /** Who may act without being woken by a message, in words; null if nobody can. */
    @Nullable
    String whoMayAct();

    /** Another number whenever code of the program has begun on the progress thread; on it. */
    default long acts() {
        return 0;
    }

    /** Ranks of the job whose progress threads run in this JVM, where the code of one may wake a thread of another. */
    default BitSet ranksHere() {
        return new BitSet();
    }

    /** Where the program's threads wait, a line each, such as {@code thread main at Main.main(Main.java:12)}. */
    default List<String> places() {
        return List.of();
    }
}
