package org.reactivempi.core.collective.plan;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The plans that a communicator has used last, so that the same call doesn't make the same plan again. Any thread.
 *
 * @param <K> all that a plan depends on
 */
public final class PlanCache<K> {

    /** More steps than that are not kept in all, where a plan counts as one more than it has: that of one rank alone has none. */
    private static final int MOST_STEPS = 4096;

    private final Map<K, Plan> plans = new LinkedHashMap<>(16, 0.75f, true);
    private int steps;

    /** The plan for a key: one that is known, or a new one. */
    public Plan get(K key, Function<K, Plan> made) {
        Plan known = known(key);
        return known == null ? add(key, made.apply(key)) : known;
    }

    private synchronized @Nullable Plan known(K key) {
        return plans.get(key);
    }

    private synchronized Plan add(K key, Plan plan) {
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
