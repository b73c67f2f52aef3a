package org.reactivempi.transport.sim;

import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.sim.Choice.Kind;

/**
 * What goes another way in a run than the plain one, by a seed. A choice depends on the seed and on what it is for; so whether one is
 * left out changes no other.
 */
public final class Chooser {

    private static final int FRACTION_BITS = 53;

    private final long seed;
    private final @Nullable Set<Choice> only;
    private final Map<Kind, LongObjectMap<long[]>> counters = new EnumMap<>(Kind.class);
    private final Set<Choice> made = new TreeSet<>();
    /** Of those that were asked for by name. */
    private final Set<Kind> kinds = EnumSet.noneOf(Kind.class);

    /**
     * Choices of one run.
     *
     * @param seed of all of them
     * @param only those that go another way; null where the seed says which
     */
    public Chooser(long seed, @Nullable Set<Choice> only) {
        this.seed = seed;
        this.only = only;
        if (only != null) {
            only.forEach(choice -> kinds.add(choice.kind()));
        }
    }

    /** Whether the next of its kind between two ranks goes another way, which happens with a probability of {@code chance}. */
    boolean happens(Kind kind, int from, int to, double chance) {
        return happens(next(kind, from, to, chance), chance);
    }

    /** How late the next of its kind is: 0, but for a part of {@code chance}, and else 1 to {@code most}. */
    long rarely(Kind kind, int from, int to, double chance, long most) {
        Choice choice = next(kind, from, to, chance);
        return choice != null && happens(choice, chance)
                ? 1 + Long.remainderUnsigned(choice.mixedWith(~seed), most)
                : 0;
    }

    private boolean happens(@Nullable Choice choice, double chance) {
        if (choice == null) {
            return false;
        }
        boolean happens = only == null ? fraction(choice.mixedWith(seed)) < chance : only.contains(choice);
        if (happens) {
            made.add(choice);
        }
        return happens;
    }

    /** Null where nothing but the plain one is possible. */
    private @Nullable Choice next(Kind kind, int from, int to, double chance) {
        boolean isPlain = only == null ? chance <= 0 : !kinds.contains(kind);
        return isPlain ? null : new Choice(kind, from, to, count(kind, from, to));
    }

    private long count(Kind kind, int from, int to) {
        long key = ((long) from << Integer.SIZE) | (to & 0xffffffffL);
        LongObjectMap<long[]> ofKind = counters.computeIfAbsent(kind, unused -> new LongObjectHashMap<>());
        long[] counter = ofKind.get(key);
        if (counter == null) {
            counter = new long[1];
            ofKind.put(key, counter);
        }
        return counter[0]++;
    }

    /** Whether this one was asked for by name. */
    boolean isAskedFor(Choice choice) {
        boolean isAsked = only != null && only.contains(choice);
        if (isAsked) {
            made.add(choice);
        }
        return isAsked;
    }

    /** Of those that were asked for by name. */
    List<Choice> askedFor(Kind kind) {
        return only == null
                ? List.of()
                : only.stream().filter(choice -> choice.kind() == kind).toList();
    }

    /** It went that way. */
    void made(Choice choice) {
        made.add(choice);
    }

    /** 0 to 1, without 1. */
    private static double fraction(long mixed) {
        return (mixed >>> (Long.SIZE - FRACTION_BITS)) * 0x1.0p-53;
    }

    /** All that went another way so far. */
    public Set<Choice> deviations() {
        return Collections.unmodifiableSet(made);
    }
}
