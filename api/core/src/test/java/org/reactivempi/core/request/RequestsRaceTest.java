package org.reactivempi.core.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Completion;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Sinks;

class RequestsRaceTest {

    private static final int ROUNDS = 500;
    private static final int SIZE = 20;

    private final Race race = new Race();

    @AfterEach
    void stop() {
        race.close();
    }

    @Test
    @DisplayName("MUL-10 requests that end on two threads while four waits watch them are each consumed exactly once")
    void consumedOnce() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Operations operations = new Operations();
            Queue<Status> taken = new ConcurrentLinkedQueue<>();
            AtomicInteger ends = new AtomicInteger();

            race.run(
                    () -> operations.end(0, 2),
                    () -> operations.end(1, 2),
                    () -> Requests.completions(operations.requests)
                            .doOnTerminate(ends::incrementAndGet)
                            .subscribe(completion -> taken.add(completion.status())),
                    () -> Requests.waitSome(operations.requests)
                            .doOnTerminate(ends::incrementAndGet)
                            .subscribe(some -> some.forEach(completion -> taken.add(completion.status()))),
                    () -> Requests.waitAll(operations.requests.subList(0, SIZE / 2))
                            .doOnTerminate(ends::incrementAndGet)
                            .subscribe(taken::addAll),
                    () -> operations.requests.get(SIZE - 1).test().ifPresent(taken::add));

            assertThat(ends).hasValue(3);
            taken.removeIf(Status.empty()::equals);
            assertThat(taken).containsExactlyInAnyOrderElementsOf(operations.statuses);
        }
    }

    @Test
    @DisplayName("MUL-10 complete requests that are tested and waited for on several threads are each consumed once")
    void completeOnesConsumedOnce() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Operations operations = new Operations();
            operations.end(0, 1);
            Queue<Status> taken = new ConcurrentLinkedQueue<>();

            race.run(
                    () -> operations.testAll(taken),
                    () -> operations.testAll(taken),
                    () -> Requests.completions(operations.requests).subscribe(one -> taken.add(one.status())));

            taken.removeIf(Status.empty()::equals);
            assertThat(taken).containsExactlyInAnyOrderElementsOf(operations.statuses);
        }
    }

    @Test
    @DisplayName("RX-5 signals are serial and demand is honoured while ends and requests race")
    void serialSignals() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Operations operations = new Operations();
            SerialSubscriber subscriber = new SerialSubscriber();
            Requests.completions(operations.requests).subscribe(subscriber);

            race.run(
                    () -> operations.end(0, 2),
                    () -> operations.end(1, 2),
                    () -> subscriber.requestEach(SIZE / 2),
                    () -> subscriber.requestEach(SIZE / 2));

            assertThat(subscriber.overlaps).hasValue(0);
            assertThat(subscriber.values).hasValue(SIZE);
            assertThat(subscriber.ends).hasValue(1);
        }
    }

    @Test
    @DisplayName("MUL-11 a wait that is cancelled while requests end loses none that it has not given")
    void cancelledMeanwhile() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Operations operations = new Operations();
            Queue<Status> taken = new ConcurrentLinkedQueue<>();
            Disposable wait = Requests.waitAll(operations.requests).subscribe(taken::addAll);

            race.run(() -> operations.end(0, 1), wait::dispose);

            operations.testAll(taken);
            taken.removeIf(Status.empty()::equals);
            // Empty if the wait had them all when its subscriber went away.
            if (!taken.isEmpty()) {
                assertThat(taken).containsExactlyInAnyOrderElementsOf(operations.statuses);
            }
        }
    }

    @Test
    @DisplayName("PRB-4 a request that is cancelled while it ends does one of both, once")
    void cancelAgainstEnd() throws Exception {
        Random random = new Random(7);
        for (int round = 0; round < ROUNDS; round++) {
            Operations operations = new Operations();
            int index = random.nextInt(SIZE);
            Request request = operations.requests.get(index);
            Queue<Status> taken = new ConcurrentLinkedQueue<>();
            request.completion().subscribe(taken::add);

            race.run(request::cancel, () -> operations.end(index, SIZE));

            assertThat(taken)
                    .singleElement()
                    .matches(status -> status.isCancelled() || status.equals(operations.statuses.get(index)));
        }
    }

    private static final class Operations {

        private final List<Sinks.One<Status>> sinks =
                IntStream.range(0, SIZE).mapToObj(i -> Sinks.<Status>one()).toList();
        private final List<Request> requests =
                sinks.stream().map(sink -> Request.start(sink.asMono())).toList();
        private final List<Status> statuses =
                IntStream.range(0, SIZE).mapToObj(i -> Status.of(i, 7, 1)).toList();

        void end(int first, int step) {
            for (int i = first; i < SIZE; i += step) {
                sinks.get(i).tryEmitValue(statuses.get(i));
            }
        }

        void testAll(Queue<Status> taken) {
            requests.forEach(request -> request.test().ifPresent(taken::add));
        }
    }

    /** Counts signals that overlap. */
    private static final class SerialSubscriber extends BaseSubscriber<Completion> {

        private final AtomicInteger inside = new AtomicInteger();
        private final AtomicInteger overlaps = new AtomicInteger();
        private final AtomicInteger values = new AtomicInteger();
        private final AtomicInteger ends = new AtomicInteger();

        void requestEach(int times) {
            for (int i = 0; i < times; i++) {
                request(1);
            }
        }

        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            // Demand comes from the racing threads.
        }

        @Override
        protected void hookOnNext(Completion value) {
            enter();
            values.incrementAndGet();
            inside.decrementAndGet();
        }

        @Override
        protected void hookOnComplete() {
            enter();
            ends.incrementAndGet();
            inside.decrementAndGet();
        }

        private void enter() {
            if (inside.getAndIncrement() != 0) {
                overlaps.incrementAndGet();
            }
        }
    }
}
