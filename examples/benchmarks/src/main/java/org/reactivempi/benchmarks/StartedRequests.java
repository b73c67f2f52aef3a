package org.reactivempi.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.reactivempi.Request;

/**
 * Active requests, and an order in which they complete that no cache can foresee: a fixed shuffle, again and again.
 *
 * <p>Operations and requests lie in memory as they were made, so a long list costs cache misses by itself, in whichever way a thread waits;
 * the benchmarks without a wait show how much.
 */
final class StartedRequests {

    private static final long SEED = 4711;

    private final Operation[] operations;
    private final int[] order;
    private int position;

    final List<Request> requests;

    StartedRequests(int count) {
        operations = new Operation[count];
        Arrays.setAll(operations, index -> new Operation());
        requests = new ArrayList<>(count);
        for (Operation operation : operations) {
            requests.add(Request.start(operation));
        }
        order = shuffled(count);
    }

    private static int[] shuffled(int count) {
        List<Integer> indices = IntStream.range(0, count).boxed().collect(Collectors.toList());
        Collections.shuffle(indices, new Random(SEED));
        return indices.stream().mapToInt(index -> index).toArray();
    }

    /** Completes the next request, and returns its index. */
    int completeNext() {
        int index = order[position];
        position = position + 1 == order.length ? 0 : position + 1;
        operations[index].complete();
        return index;
    }

    /** Starts an operation anew, which has been waited for. */
    Request restart(int index) {
        Request request = Request.start(operations[index]);
        requests.set(index, request);
        return request;
    }

    void restartAll() {
        for (int index = 0; index < operations.length; index++) {
            restart(index);
        }
        position = 0;
    }
}
