package org.reactivempi.core.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Completion;
import org.reactivempi.GeneralizedRequest;
import org.reactivempi.Request;
import org.reactivempi.RequestList;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.port.EndNumbers;
import reactor.core.Disposable;

/** Which of several requests has ended first, where they are of different ranks, or of none. */
class EndOrderTest {

    private final EndNumbers zero = new EndNumbers();
    private final EndNumbers one = new EndNumbers();
    private final List<RankedOperation> operations = new ArrayList<>();
    private final List<Request> requests = new ArrayList<>();
    private final GeneralizedRequest own = GeneralizedRequest.start(new GeneralizedRequest.Callbacks() {
        @Override
        public Status query() {
            return Status.empty();
        }

        @Override
        public void free() {}

        @Override
        public void cancel(boolean complete) {}
    });

    private void start(EndNumbers rank, int count) {
        for (int i = 0; i < count; i++) {
            RankedOperation operation = new RankedOperation(rank);
            operations.add(operation);
            requests.add(Request.start(operation));
        }
    }

    private void end(int... indices) {
        for (int index : indices) {
            operations.get(index).complete(Status.of(index, 7, 1));
        }
    }

    private List<Integer> tested() {
        return Stream.generate(() -> Requests.testAny(requests).orElseThrow().index())
                .limit(requests.size())
                .toList();
    }

    @Test
    @DisplayName("MUL-8 requests of a rank are given in the order of their ends, by tests, waits and lists")
    void oneRank() {
        start(zero, 4);
        end(2, 0, 3, 1);

        assertThat(RequestList.of(requests).testSome().orElseThrow())
                .extracting(Completion::index)
                .containsExactly(2, 0, 3, 1);
    }

    @Test
    @DisplayName("MUL-8 a request that is of no rank has its place among those of each rank")
    void ofNoRank() {
        // So that one rank has counted further than the other.
        zero.take(1000);
        start(zero, 2);
        start(one, 2);
        requests.add(own);
        end(1, 3);
        own.complete();
        end(2, 0);

        List<Integer> order = tested();
        assertThat(order.subList(0, 2)).containsExactlyInAnyOrder(1, 3);
        assertThat(order.get(2)).isEqualTo(4);
        assertThat(order.subList(3, 5)).containsExactlyInAnyOrder(0, 2);
    }

    @Test
    @DisplayName("MUL-8 requests of two ranks are given in the order of their ends as far as each rank goes")
    void twoRanks() {
        one.take(1000);
        start(zero, 3);
        start(one, 3);
        end(5, 2, 4, 0, 3, 1);

        List<Integer> order = tested();
        assertThat(order).filteredOn(index -> index < 3).containsExactly(2, 0, 1);
        assertThat(order).filteredOn(index -> index >= 3).containsExactly(5, 4, 3);
    }

    @Test
    @DisplayName("MUL-8 the same where a wait for all stood at them, which was cancelled before the last has ended")
    void afterWaitForAll() {
        zero.take(1000);
        start(zero, 3);
        start(one, 3);
        requests.add(own);
        end(5);
        Disposable all = Requests.waitAll(requests).subscribe();
        end(2);
        own.complete();
        end(4, 0);
        all.dispose();
        end(1, 3);

        // What ended during the wait is in its order among all, whichever rank it is of.
        assertThat(tested()).startsWith(5, 2, 6, 4, 0).contains(1, 3);
    }

    @Test
    @DisplayName("MUL-8 the same where all requests of such a wait are of one rank")
    void afterWaitForAllOfOneRank() {
        start(zero, 5);
        end(3);
        Disposable all = Requests.waitAll(requests).subscribe();
        end(2, 4);
        all.dispose();
        end(1, 0);

        assertThat(tested()).containsExactly(3, 2, 4, 1, 0);
    }
}
