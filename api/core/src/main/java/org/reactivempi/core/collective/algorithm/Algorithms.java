package org.reactivempi.core.collective.algorithm;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.collective.plan.Plan;

/**
 * An operation, with its algorithms in the order in which the library tries them: the first one that is possible and preferred runs.
 *
 * <p>An algorithm is added by a line here where its operation is, an operation by a line in {@link Operations}; settings, errors, the
 * simulator, and the tests of all plans then know it.
 */
public final class Algorithms {

    private final String operation;
    private final boolean countsAllBlocks;
    private final List<Algorithm> all;

    private Algorithms(String operation, boolean countsAllBlocks, Algorithm... all) {
        this.operation = operation;
        this.countsAllBlocks = countsAllBlocks;
        this.all = List.of(all);
    }

    /**
     * Those of an operation whose length is that of its vector, or of a block.
     *
     * @param operation as its method is called
     */
    static Algorithms of(String operation, Algorithm... all) {
        return new Algorithms(operation, false, all);
    }

    /** Those of an operation whose length is that of all blocks together. */
    static Algorithms ofAllBlocks(String operation, Algorithm... all) {
        return new Algorithms(operation, true, all);
    }

    /** As the operation's method is called. */
    public String operation() {
        return operation;
    }

    /** All of them, in the order in which the library tries them. */
    public List<Algorithm> all() {
        return all;
    }

    /** Their names, in that order. */
    public List<String> names() {
        return all.stream().map(Algorithm::name).toList();
    }

    /** The length of a task that settings go by, in bytes. */
    long length(Task task) {
        return countsAllBlocks ? task.allBytes() : task.bytes();
    }

    /** The plan that the library chooses for a task. */
    public Plan plan(Task task) {
        for (Algorithm each : all) {
            if (each.isPossible(task) && each.preferred().test(task)) {
                return each.plan(task);
            }
        }
        throw new IllegalStateException("no algorithm of " + operation + " is for " + task);
    }

    /** The plan by the algorithm of a name, or the one that the library chooses where that is not possible. */
    public Plan plan(String algorithm, Task task) {
        for (Algorithm each : all) {
            if (each.name().equals(algorithm) && each.isPossible(task)) {
                return each.plan(task);
            }
        }
        return plan(task);
    }

    /** The one whose bits depend on the ranks and their values alone; null for an operation that doesn't reduce. */
    @Nullable
    Algorithm reproducible() {
        for (Algorithm each : all) {
            if (each.isReproducible()) {
                return each;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return operation;
    }
}
