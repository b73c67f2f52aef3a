package org.reactivempi.core.collective.plan;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The plans that a communicator has used last, so that the same call doesn't make the same plan again. Any thread. */
public final class PlanCache {

    /** More steps than that are not kept in all, where a plan counts as one more than it has: that of one rank alone has none. */
    private static final int MOST_STEPS = 4096;

    private final Map<Key, Plan> plans = new LinkedHashMap<>(16, 0.75f, true);
    private int steps;

    /**
     * All that a plan depends on, beside the communicator.
     *
     * @param operation what is done
     * @param root by whom, or 0
     * @param bytes with how many
     * @param elementBytes of what length each element is, or 0
     * @param commutative whether operands may change places
     * @param inPlace whether what is sent stands where the result goes
     */
    public record Key(String operation, int root, long bytes, int elementBytes, boolean commutative, boolean inPlace) {

        /** By hand, as {@link #hashCode}: what the compiler makes of a record takes milliseconds of each rank's start. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key that
                    && operation.equals(that.operation)
                    && root == that.root
                    && bytes == that.bytes
                    && elementBytes == that.elementBytes
                    && commutative == that.commutative
                    && inPlace == that.inPlace;
        }

        @Override
        public int hashCode() {
            int flags = (commutative ? 2 : 0) + (inPlace ? 1 : 0);
            return 31 * (31 * (31 * (31 * operation.hashCode() + root) + Long.hashCode(bytes)) + elementBytes) + flags;
        }
    }

    /** The plan for these arguments: one that is known, or a new one. */
    public Plan get(Key key, Supplier<Plan> made) {
        Plan known = known(key);
        return known == null ? add(key, made.get()) : known;
    }

    private synchronized @Nullable Plan known(Key key) {
        return plans.get(key);
    }

    private synchronized Plan add(Key key, Plan plan) {
        if (weight(plan) <= MOST_STEPS && plans.putIfAbsent(key, plan) == null) {
            steps += weight(plan);
            var oldest = plans.values().iterator();
            while (steps > MOST_STEPS) {
                steps -= weight(oldest.next());
                oldest.remove();
            }
        }
        return plan;
    }

    private static int weight(Plan plan) {
        return plan.steps() + 1;
    }
}
