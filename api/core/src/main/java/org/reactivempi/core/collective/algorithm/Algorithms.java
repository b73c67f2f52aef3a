package org.reactivempi.core.collective.algorithm;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.reactivempi.core.collective.plan.Plan;

/**
 * An operation, with its algorithms in the order in which the library tries them: the first one that is possible and preferred runs.
 *
 * <p>An algorithm is added by a line here where its operation is, an operation by a line in {@link Operations}; settings, errors, the
 * simulator, and the tests of all plans then know it.
 */
public final class Algorithms {

    private final String operation;
    private final ToLongFunction<Task> length;
    private final List<Algorithm> all;

    private Algorithms(String operation, ToLongFunction<Task> length, Algorithm... all) {
        this.operation = operation;
        this.length = length;
        this.all = List.of(all);
    }

    /**
     * Those of an operation whose length is that of its vector, or of a block.
     *
     * @param operation as its method is called
     */
    static Algorithms of(String operation, Algorithm... all) {
        return new Algorithms(operation, Task::bytes, all);
    }

    /** Those of an operation whose length is that of all blocks together. */
    static Algorithms ofAllBlocks(String operation, Algorithm... all) {
        return new Algorithms(operation, Task::allBytes, all);
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
        return length.applyAsLong(task);
    }

    /** The plan that the library chooses for a task. */
    public Plan plan(Task task) {
        return first(algorithm ->
                        algorithm.possible().test(task) && algorithm.preferred().test(task))
                .orElseThrow(() -> new IllegalStateException("no algorithm of " + operation + " is for " + task))
                .plan(task);
    }

    /** The plan by the algorithm of a name, or the one that the library chooses where that is not possible. */
    public Plan plan(String algorithm, Task task) {
        return first(each -> each.name().equals(algorithm) && each.possible().test(task))
                .map(asked -> asked.plan(task))
                .orElseGet(() -> plan(task));
    }

    /** The one whose bits depend on the ranks and their values alone; nothing for an operation that doesn't reduce. */
    Optional<Algorithm> reproducible() {
        return first(Algorithm::isReproducible);
    }

    private Optional<Algorithm> first(Predicate<Algorithm> wanted) {
        for (Algorithm each : all) {
            if (wanted.test(each)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return operation;
    }
}
