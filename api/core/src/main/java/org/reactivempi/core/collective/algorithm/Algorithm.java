package org.reactivempi.core.collective.algorithm;

import java.util.List;
import java.util.function.Predicate;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.PlanBuilder;

/**
 * A way of doing an operation, as it is registered with its {@link Algorithms}. Its conditions look at nothing but what is the same on all
 * ranks, so that all choose alike.
 *
 * @param name what settings and reports call it
 * @param steps what a rank does
 * @param needs what a task must have for it
 * @param preferred whether the library takes it for a task, where no algorithm before it fits
 * @param isReproducible whether the bits of its result depend on the ranks and their values alone
 */
public record Algorithm(
        String name, Steps steps, List<Condition> needs, Predicate<Task> preferred, boolean isReproducible) {

    private static final Predicate<Task> ALWAYS = task -> true;
    private static final Predicate<Task> NEVER = task -> false;

    /** Adds to an empty plan what its rank does. */
    @FunctionalInterface
    public interface Steps {

        /** Adds all steps of {@code task}, for the rank that the plan is of. */
        void add(PlanBuilder plan, Task task);
    }

    /** One that needs nothing, and is taken for every task. */
    static Algorithm of(String name, Steps steps) {
        return new Algorithm(name, steps, List.of(), ALWAYS, false);
    }

    /** The same, only for tasks that have all of these. */
    Algorithm needs(Condition... needs) {
        return new Algorithm(name, steps, List.of(needs), preferred, isReproducible);
    }

    /** The same, and taken for such tasks unless the user asks for it or another one. */
    Algorithm when(Predicate<Task> preferred) {
        return new Algorithm(name, steps, needs, preferred, isReproducible);
    }

    /** The same, and taken only where the user asks for it. */
    Algorithm ifAsked() {
        return when(NEVER);
    }

    /** The same, with bits that depend on the ranks and their values alone. */
    Algorithm reproducible() {
        return new Algorithm(name, steps, needs, preferred, true);
    }

    /** Whether it can do a task at all. */
    public boolean isPossible(Task task) {
        for (Condition each : needs) {
            if (!each.isMet(task)) {
                return false;
            }
        }
        return true;
    }

    /** What the task's rank does. */
    public Plan plan(Task task) {
        PlanBuilder plan = new PlanBuilder(task.rank(), task.size());
        steps.add(plan, task);
        return plan.build(name);
    }
}
