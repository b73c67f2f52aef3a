package org.reactivempi.core.collective.algorithm;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.PlanCache;

/**
 * The plans of one communicator's operations: by the algorithms that its job's settings ask for, where they are possible, and else by those
 * that the library chooses. Both look at nothing but what is the same on all ranks, and so all choose alike. Any thread.
 */
public final class Plans {

    private final AlgorithmTable table;
    private final boolean reproducible;
    private final PlanCache<Task> cache = new PlanCache<>();
    private final Function<Task, Plan> made = this::made;

    /**
     * By the settings of a job.
     *
     * @param reproducible whether the bits of a reduction depend on the ranks and their values alone, whatever the table has
     */
    public Plans(AlgorithmTable table, boolean reproducible) {
        this.table = table;
        this.reproducible = reproducible;
    }

    /** Whether the bits of a reduction depend on the ranks and their values alone. */
    boolean areReproducible() {
        return reproducible;
    }

    /** The plan for a task: one that is known, or a new one. */
    public Plan of(Task task) {
        return task.isEven() ? cache.get(task, made) : made(task);
    }

    private Plan made(Task task) {
        Algorithms algorithms = task.operation();
        Algorithm one = reproducible ? algorithms.reproducible() : null;
        if (one != null) {
            return one.plan(task);
        }
        @Nullable String asked = table.algorithm(algorithms.operation(), algorithms.length(task));
        return asked == null ? algorithms.plan(task) : algorithms.plan(asked, task);
    }
}
