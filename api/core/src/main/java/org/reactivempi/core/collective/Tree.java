package org.reactivempi.core.collective;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.Status;
import reactor.core.publisher.Mono;

/**
 * A rank's part in an operation along a binomial tree.
 *
 * <pre>
 *        0            The parent of a rank is the rank without its lowest bit, so the branch
 *      / | \          that begins at a rank is a row of ranks: 4 to 7, 2 and 3, 6 and 7.
 *     4  2  1
 *    / \  \
 *   6   5  3
 *   |
 *   7
 * </pre>
 * Each message begins with a number for the rank of the world whose loss the sender knows of, plus one; or 0. A rank that
 * meets or hears of a loss still does its part, so that all hear of it, and nobody waits for a message that will never come.
 */
final class Tree {

    private static final int HEADER = 1;

    private final Collective operation;
    private final int rank;
    private final int size;
    private @Nullable ProcessFailedException loss;

    Tree(Collective operation) {
        this.operation = operation;
        this.rank = operation.rank();
        this.size = operation.size();
    }

    Mono<Integer> broadcast(int value) {
        int[] table = {0, value};
        return fromParent(table).then(toChildren(table)).then(Mono.defer(() -> result(table, table[HEADER])));
    }

    Mono<int[]> allGather(int... own) {
        int[] branch = new int[HEADER + (endOf(rank) - rank) * own.length];
        System.arraycopy(own, 0, branch, HEADER, own.length);
        int[] table = isRoot() ? branch : new int[HEADER + size * own.length];
        // The way down is open before anything goes up: the answer finds its receive.
        return Mono.when(fromParent(table), fromChildren(branch, own.length).then(toParent(branch)))
                .then(toChildren(table))
                .then(Mono.defer(() -> result(table, Arrays.copyOfRange(table, HEADER, table.length))));
    }

    Mono<Void> upwards(Runnable own) {
        int[] branch = new int[HEADER];
        Mono<Void> turn = Mono.fromRunnable(() -> {
            if (loss == null && branch[0] == 0) {
                own.run();
            }
        });
        return fromChildren(branch, 0)
                .then(turn)
                .then(toParent(branch))
                .then(Mono.defer(() -> result(branch, branch)))
                .then();
    }

    private Mono<Void> fromParent(int[] table) {
        return isRoot() ? Mono.empty() : surviving(operation.receive(Buffer.ints(table), parent()));
    }

    private Mono<Void> toParent(int[] branch) {
        return isRoot() ? Mono.empty() : Mono.defer(() -> surviving(operation.send(marked(branch), parent())));
    }

    private Mono<Void> fromChildren(int[] branch, int width) {
        return forEachChild(child -> {
            int[] theirs = new int[HEADER + (endOf(child) - child) * width];
            return surviving(operation.receive(Buffer.ints(theirs), child))
                    .then(Mono.fromRunnable(() -> put(theirs, branch, HEADER + (child - rank) * width)));
        });
    }

    private static void put(int[] theirs, int[] branch, int place) {
        System.arraycopy(theirs, HEADER, branch, place, theirs.length - HEADER);
        if (theirs[0] != 0) {
            branch[0] = theirs[0];
        }
    }

    private Mono<Void> toChildren(int[] table) {
        return Mono.defer(() -> forEachChild(child -> surviving(operation.send(marked(table), child))));
    }

    private Mono<Void> forEachChild(IntFunction<Mono<Void>> action) {
        List<Mono<Void>> all = new ArrayList<>();
        for (int bit = largestBit(); bit > 0; bit >>= 1) {
            if (rank + bit < size) {
                all.add(action.apply(rank + bit));
            }
        }
        return Mono.when(all);
    }

    private Buffer marked(int[] table) {
        if (loss != null) {
            table[0] = loss.rank() + 1;
        }
        return Buffer.ints(table);
    }

    private Mono<Void> surviving(Mono<Status> step) {
        return step.then().onErrorResume(ProcessFailedException.class, lost -> {
            loss = lost;
            return Mono.empty();
        });
    }

    private <T> Mono<T> result(int[] table, T value) {
        if (loss != null) {
            return Mono.error(loss);
        }
        int lost = table[0] - 1;
        return lost < 0 ? Mono.just(value) : Mono.error(heardOf(lost));
    }

    private ProcessFailedException heardOf(int lost) {
        return new ProcessFailedException(
                lost,
                operation.rankOf(lost),
                null,
                null,
                "rank " + lost + " of the world was lost during a collective operation, as other ranks say",
                null);
    }

    private boolean isRoot() {
        return rank == 0;
    }

    private int parent() {
        return rank & (rank - 1);
    }

    /** One behind the last rank of the branch that begins at {@code first}. */
    private int endOf(int first) {
        return first == 0 ? size : Math.min(size, first + Integer.lowestOneBit(first));
    }

    /** The bit that the first child has and this rank has not; 0 if there can be no child. */
    private int largestBit() {
        return isRoot() ? Integer.highestOneBit(size - 1) : Integer.lowestOneBit(rank) >> 1;
    }
}
