package org.reactivempi.core.request;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Completion;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.PersistentRequest;
import org.reactivempi.RequestList;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/** A list on which threads do what comes to their minds, and an account of what was ended and what was given. */
final class BusyList {

    private static final int MAXIMAL_STARTS = 200;

    private final AtomicInteger starts = new AtomicInteger();
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger falseIdles = new AtomicInteger();
    private final Queue<Status> ended = new ConcurrentLinkedQueue<>();
    private final Queue<Status> given = new ConcurrentLinkedQueue<>();
    private final Queue<MpiException> failedStarts = new ConcurrentLinkedQueue<>();
    private final Queue<Wait<?>> waits = new ConcurrentLinkedQueue<>();
    private final List<Operation> operations;
    private final List<PersistentRequest> requests;
    private final @Nullable Operation keeper;
    private final RequestList list;
    private volatile boolean isPlaying = true;

    /**
     * All requests are active at first.
     *
     * @param hasKeeper whether one more request stays active as long as threads play
     */
    BusyList(int size, boolean hasKeeper) {
        operations = IntStream.range(0, size).mapToObj(Operation::new).toList();
        requests = new ArrayList<>(
                operations.stream().map(CorePersistentRequest::new).toList());
        keeper = hasKeeper ? new Operation(size) : null;
        if (keeper != null) {
            requests.add(new CorePersistentRequest(keeper));
        }
        list = RequestList.of(requests);
        Requests.startAll(requests);
    }

    void play(Random random, int steps, boolean isReplacing) {
        for (int i = 0; i < steps; i++) {
            step(random, isReplacing);
        }
    }

    private void step(Random random, boolean isReplacing) {
        int index = random.nextInt(operations.size());
        switch (random.nextInt(isReplacing ? 11 : 10)) {
            case 0, 1, 2 -> operations.get(index).endIfRunning();
            case 3 -> list.testAny().ifPresent(this::take);
            case 4 -> takeAll(list.testSome().orElse(null));
            case 5 -> list.testAll().ifPresent(all -> all.forEach(this::take));
            case 6 -> requests.get(index).test().ifPresent(this::take);
            case 7 -> cancelSometimes(wait(list.waitAny(), this::take, 1), random);
            case 8 -> cancelSometimes(wait(list.waitSome(), this::takeAll, 1), random);
            case 9 -> cancelSometimes(wait(list.completions(), this::take, 1 + random.nextInt(5)), random);
            default -> list.set(index, requests.get(random.nextInt(operations.size())));
        }
    }

    /** Ends what runs until nothing does, and takes what was not given. */
    void endAll() {
        isPlaying = false;
        if (keeper != null) {
            keeper.endIfRunning();
        }
        operations.forEach(Operation::endIfRunning);
        // Streams that ran out of demand.
        waits.forEach(wait -> wait.requestMore());
        takeAll(list.testSome().orElse(List.of()));
        requests.forEach(request -> request.test().ifPresent(this::take));
        // The list sees now what was taken elsewhere.
        list.waitAny().subscribe();
    }

    Collection<Status> ended() {
        return ended;
    }

    Collection<Status> given() {
        return given;
    }

    Collection<MpiException> failedStarts() {
        return failedStarts;
    }

    int falseIdles() {
        return keeper == null ? 0 : falseIdles.get();
    }

    List<Wait<?>> openWaits() {
        return waits.stream().filter(wait -> !wait.isOver).toList();
    }

    // The request may stand at another place by now: its status tells which it is.
    private void take(Completion completion) {
        if (completion.index() == Mpi.UNDEFINED) {
            noteIdle();
        } else {
            take(completion.status());
        }
    }

    private void takeAll(@Nullable List<Completion> completions) {
        if (completions == null) {
            noteIdle();
        } else {
            completions.forEach(this::take);
        }
    }

    private void take(Status status) {
        if (!status.equals(Status.empty())) {
            given.add(status);
            if (isPlaying && starts.incrementAndGet() <= MAXIMAL_STARTS) {
                startAgain(requests.get(status.tag()));
            }
        }
    }

    // The thread that took its end is the only one to start it.
    private void startAgain(PersistentRequest request) {
        try {
            request.start();
        } catch (MpiException e) {
            failedStarts.add(e);
        }
    }

    private void noteIdle() {
        if (isPlaying) {
            falseIdles.incrementAndGet();
        }
    }

    private <T> Wait<T> wait(Publisher<T> source, Consumer<T> taking, int demand) {
        Wait<T> wait = new Wait<>(taking, demand);
        waits.add(wait);
        source.subscribe(wait);
        return wait;
    }

    private static void cancelSometimes(Wait<?> wait, Random random) {
        if (random.nextInt(3) == 0) {
            wait.cancel();
        }
    }

    /** Ends when somebody says so, each time with a status of its own. */
    private final class Operation implements PersistentOperation {

        private final int number;
        private final AtomicReference<@Nullable Owner> running = new AtomicReference<>();

        Operation(int number) {
            this.number = number;
        }

        @Override
        public void start(Owner owner) {
            running.set(owner);
        }

        @Override
        public void cancel() {
            throw new AssertionError("nobody cancels requests here");
        }

        void endIfRunning() {
            Owner owner = running.getAndSet(null);
            if (owner != null) {
                Status status = Status.of(runs.getAndIncrement(), number, 0);
                ended.add(status);
                owner.onCompleted(status);
            }
        }
    }

    /** Takes what it gets, also after it was cancelled. */
    private final class Wait<T> implements CoreSubscriber<T> {

        private final Consumer<T> taking;
        private final int demand;
        private volatile @Nullable Subscription subscription;
        private volatile boolean isOver;
        private volatile boolean hasValue;

        Wait(Consumer<T> taking, int demand) {
            this.taking = taking;
            this.demand = demand;
        }

        @Override
        public void onSubscribe(Subscription given) {
            subscription = given;
            given.request(demand);
        }

        @Override
        public void onNext(T value) {
            hasValue = true;
            taking.accept(value);
        }

        @Override
        public void onError(Throwable error) {
            throw new AssertionError(error);
        }

        @Override
        public void onComplete() {
            isOver = true;
            if (!hasValue) {
                noteIdle();
            }
        }

        void requestMore() {
            subscription.request(Long.MAX_VALUE);
        }

        void cancel() {
            isOver = true;
            subscription.cancel();
        }
    }
}
