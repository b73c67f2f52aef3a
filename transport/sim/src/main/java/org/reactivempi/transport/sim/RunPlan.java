package org.reactivempi.transport.sim;

import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All that a run depends on but for the program: with the same, it is the same again.
 *
 * @param seed of all choices
 * @param only the choices that go another way than the plain one; null where the seed says which
 * @param decided what waits until all that could come is there, and is then decided, by a choice where there is one
 * @param network how long bytes take
 * @param listed whether ranks come and go, each started by itself and by a list of all; so it is where ranks return, or start late
 * @param mayBreak whether connections may break while both ends live
 * @param faults what breaks
 * @param limit of virtual time
 * @param keepsTrace whether each event is kept as a line
 */
public record RunPlan(
        long seed,
        @Nullable Set<Choice> only,
        Decided decided,
        Network network,
        boolean listed,
        boolean mayBreak,
        Faults faults,
        Duration limit,
        boolean keepsTrace) {

    /** What waits for a decision in a run. */
    public enum Decided {
        /** All goes on by itself. */
        NOTHING,
        /** Which message each receive from any source gets. */
        MATCHES,
        /** That, and what reaches a rank first, where its program can tell. */
        ARRIVALS
    }

    /** Checks that faults can be. */
    public RunPlan {
        boolean cuts = faults.cut() > 0 || !faults.exact(Fault.Cut.class).isEmpty();
        if (!mayBreak && cuts) {
            throw new IllegalArgumentException("a cut of connections that don't break");
        }
        if (!mayBreak && faults.letVanish()) {
            throw new IllegalArgumentException(
                    "a rank vanishes whose connections don't break, as those within one host:"
                            + " the others would vanish with it");
        }
        listed |= faults.bringRanks();
        only = only == null ? null : Collections.unmodifiableSortedSet(new TreeSet<>(only));
    }

    /** The same run with other choices. */
    public RunPlan with(long seed, @Nullable Set<Choice> only, Decided decided) {
        return new RunPlan(seed, only, decided, network, listed, mayBreak, faults, limit, keepsTrace);
    }

    /** The same run of another network, with other faults. */
    public RunPlan with(Network network, boolean mayBreak, Faults faults) {
        return new RunPlan(seed, only, decided, network, listed, mayBreak, faults, limit, keepsTrace);
    }

    /** The same run of a job whose ranks come and go. */
    public RunPlan asListed() {
        return new RunPlan(seed, only, decided, network, true, mayBreak, faults, limit, keepsTrace);
    }

    /** The same run with another limit of virtual time. */
    public RunPlan within(Duration limit) {
        return new RunPlan(seed, only, decided, network, listed, mayBreak, faults, limit, keepsTrace);
    }

    /** The same run, with each event kept as a line, or not. */
    public RunPlan keepsTrace(boolean keeps) {
        return new RunPlan(seed, only, decided, network, listed, mayBreak, faults, limit, keeps);
    }

    /** A probability, which is 0 in a run that goes the plain way. */
    double chance(double probability) {
        return only == null && decided == Decided.NOTHING ? probability : 0;
    }
}
