package org.reactivempi.core.request;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Requests;
import org.reactivempi.Status;

/** Persistent requests whose every run ends at once with a status of its own, and what was given of these. */
final class Cycles {

    private final AtomicInteger runs = new AtomicInteger();
    private final Queue<Status> given = new ConcurrentLinkedQueue<>();
    private final List<PersistentRequest> requests;

    /** That many, each started once. */
    Cycles(int size) {
        requests = IntStream.range(0, size)
                .<PersistentRequest>mapToObj(i -> new CorePersistentRequest(new Run()))
                .toList();
        Requests.startAll(requests);
    }

    /** Takes a run and starts the next, several times. */
    void restart(int index) {
        for (int i = 0; i < 5; i++) {
            PersistentRequest request = requests.get(index);
            Status status = request.test().orElse(Status.empty());
            give(status);
            if (!status.equals(Status.empty())) {
                request.start();
            }
        }
    }

    void testAll() {
        for (int i = 0; i < 5; i++) {
            Requests.testAll(requests).ifPresent(all -> all.forEach(this::give));
        }
    }

    void testEach() {
        requests.forEach(request -> request.test().ifPresent(this::give));
    }

    List<Status> ended() {
        List<Status> ended = new ArrayList<>();
        for (int run = 0; run < runs.get(); run++) {
            ended.add(Status.of(run, 0, 0));
        }
        return ended;
    }

    Collection<Status> given() {
        return given;
    }

    private void give(Status status) {
        if (!status.equals(Status.empty())) {
            given.add(status);
        }
    }

    private final class Run implements PersistentOperation {

        @Override
        public void start(Owner owner) {
            owner.onCompleted(Status.of(runs.getAndIncrement(), 0, 0));
        }

        @Override
        public void cancel() {
            throw new AssertionError("a run is never active for long");
        }
    }
}
