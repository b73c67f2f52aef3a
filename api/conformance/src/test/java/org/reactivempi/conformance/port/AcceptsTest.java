package org.reactivempi.conformance.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.port.Jobs.CHANNELS;
import static org.reactivempi.conformance.port.Jobs.assertTalks;
import static org.reactivempi.conformance.port.Jobs.connected;
import static org.reactivempi.conformance.port.Jobs.disconnect;
import static org.reactivempi.conformance.port.Jobs.failure;
import static org.reactivempi.conformance.port.Jobs.get;
import static org.reactivempi.conformance.port.Jobs.job;
import static org.reactivempi.conformance.port.Jobs.met;
import static org.reactivempi.conformance.port.Jobs.port;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Port;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.conformance.Family;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.testkit.Ranks;
import reactor.test.StepVerifier;

/** One group after the other, as a stream. */
class AcceptsTest {

    private static final Duration QUIET = Duration.ofMillis(50);

    /** Ways of a client of one rank to a port, which knock in their order. */
    private static List<CompletableFuture<Intercommunicator>> knocks(List<Communicator> ways, Port port) {
        List<CompletableFuture<Intercommunicator>> connects = new ArrayList<>();
        ways.forEach(way -> connects.add(way.connect(port.name(), 0).toFuture()));
        return connects;
    }

    private static List<Communicator> ways(Ranks client, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> client.world(0).dup().blockOptional(TIMEOUT).orElseThrow())
                .toList();
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-3 no more groups are taken than are asked for, and the others wait")
    void demand(String channel) {
        try (Ranks service = job(channel, 1);
                Ranks client = job(channel, 1)) {
            Port port = port(service, 0);
            List<Communicator> ways = ways(client, 5);
            List<Intercommunicator> served = new CopyOnWriteArrayList<>();
            List<CompletableFuture<Intercommunicator>> connects = new ArrayList<>();
            StepVerifier.create(service.world(0).accepts(port, 0), 0)
                    .expectSubscription()
                    .then(() -> connects.addAll(knocks(ways, port)))
                    .expectNoEvent(QUIET)
                    .then(() -> assertThat(connects).noneMatch(CompletableFuture::isDone))
                    .thenRequest(1)
                    .consumeNextWith(served::add)
                    .then(() -> {
                        // What the others have said has come before this.
                        assertTalks(get(connects.get(0)), 0, served.get(0), 0, 100);
                        assertTalks(served.get(0), 0, get(connects.get(0)), 0, 200);
                    })
                    .expectNoEvent(QUIET)
                    .then(() -> assertThat(connects.subList(1, 5)).noneMatch(CompletableFuture::isDone))
                    .thenRequest(2)
                    .consumeNextWith(served::add)
                    .consumeNextWith(served::add)
                    .expectNoEvent(QUIET)
                    .then(() -> assertThat(connects.subList(3, 5)).noneMatch(CompletableFuture::isDone))
                    .thenRequest(Long.MAX_VALUE)
                    .consumeNextWith(served::add)
                    .consumeNextWith(served::add)
                    .then(() -> port.close().block(TIMEOUT))
                    .expectComplete()
                    .verify(TIMEOUT);
            for (int i = 0; i < 5; i++) {
                Intercommunicator far = get(connects.get(i));
                assertTalks(far, 0, served.get(i), 0, i, 1);
                assertTalks(served.get(i), 0, far, 0, i, 2);
                disconnect(List.of(far, served.get(i)));
            }
            Family.onAll(ways, Communicator::free);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-3 a cancellation refuses those that wait, leaves accepted ones working, and completes on the other ranks")
    void cancelled(String channel) {
        try (Ranks service = job(channel, 2);
                Ranks client = job(channel, 1)) {
            Port port = port(service, 0);
            List<Communicator> ways = ways(client, 4);
            List<Accepts> accepts = accepting(service, port);
            accepts.forEach(each -> each.request(1));
            List<CompletableFuture<Intercommunicator>> connects = knocks(ways, port);
            Intercommunicator far = get(connects.get(0));
            // Those that wait have come before this.
            List<Intercommunicator> ends =
                    List.of(accepts.get(0).next(), accepts.get(1).next(), far);
            assertTalks(far, 0, ends.get(0), 0, 41);
            assertThat(connects.subList(1, 4)).noneMatch(CompletableFuture::isDone);
            accepts.forEach(Recorder::cancel);
            connects.subList(1, 4).forEach(each -> assertIs(failure(each), ErrorClass.PORT, "accepts no more"));
            Jobs.assertAllTalk(ends, 3);
            disconnect(ends);

            // The port is open: who accepts there now, takes who comes now.
            List<Intercommunicator> next = met(Family.worlds(service), 0, port, ways.subList(1, 2), 0);
            Jobs.assertAllTalk(next, 4);
            disconnect(next);
            Family.onAll(ways, Communicator::free);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-3 a cancellation on the root, while it waits for the next one, completes the stream on the other ranks")
    void cancelledWhileWaiting(String channel) {
        try (Ranks service = job(channel, 3);
                Ranks client = job(channel, 1)) {
            Port port = port(service, 0);
            List<Accepts> accepts = accepting(service, port);
            accepts.forEach(each -> each.request(Long.MAX_VALUE));
            Intercommunicator far = get(client.world(0).connect(port.name(), 0).toFuture());
            List<Intercommunicator> ends = new ArrayList<>();
            for (int rank = 0; rank < 3; rank++) {
                ends.add(accepts.get(rank).next());
                assertTalks(far, rank, ends.get(rank), 0, rank);
            }
            accepts.get(0).cancel();
            for (Accepts other : accepts.subList(1, 3)) {
                assertThat(awaited(other)).hasSize(2).last().isEqualTo("complete");
            }
            ends.add(far);
            Jobs.assertAllTalk(ends, 1);
            disconnect(ends);
            Jobs.assertWorks(service);
        }
    }

    /** A stream of groups that its test takes one by one. */
    private static final class Accepts extends Recorder<Intercommunicator> {

        private final BlockingQueue<Intercommunicator> taken = new LinkedBlockingQueue<>();

        @Override
        public void onNext(Intercommunicator value) {
            super.onNext(value);
            taken.add(value);
        }

        /** The next one, when it has come. */
        Intercommunicator next() {
            try {
                Intercommunicator next = taken.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
                assertThat(next).as("the next group, after " + signals()).isNotNull();
                return next;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static List<Accepts> accepting(Ranks service, Port port) {
        List<Accepts> accepts = new ArrayList<>();
        for (int rank = 0; rank < service.size(); rank++) {
            accepts.add(new Accepts());
            service.world(rank).accepts(rank == 0 ? port : null, 0).subscribe(accepts.get(rank));
        }
        return accepts;
    }

    private static List<Object> awaited(Recorder<?> recorder) {
        try {
            return recorder.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-3 the error of one client ends that client's communicator alone, and more are taken")
    void oneFails(String channel) {
        List<Ranks> clients = new ArrayList<>();
        try (Ranks service = job(channel, 1)) {
            IntStream.range(0, 4).forEach(i -> clients.add(job(channel, 1)));
            Port port = port(service, 0);
            Accepts accepts = accepting(service, port).get(0);
            accepts.request(Long.MAX_VALUE);
            List<Intercommunicator> far = new ArrayList<>();
            List<Intercommunicator> near = new ArrayList<>();
            for (Ranks client : clients.subList(0, 3)) {
                far.add(get(connected(Family.worlds(client), port.name(), 0)).get(0));
                near.add(accepts.next());
            }
            int[] room = new int[1];
            CompletableFuture<?> lost =
                    near.get(1).irecv(Buffers.of(room), 0, 5).toFuture();
            CompletableFuture<?> living =
                    near.get(2).irecv(Buffers.of(room), 0, 5).toFuture();
            clients.get(1).abort(0, "killed by the test").block(TIMEOUT);
            assertThat(failure(lost)).isInstanceOf(ProcessFailedException.class);
            assertThat(living).isNotDone();
            far.get(2).isend(Buffers.ints(81), 0, 5).block(TIMEOUT);
            get(living);
            assertThat(room).containsExactly(81);
            assertTalks(near.get(0), 0, far.get(0), 0, 82);

            far.add(get(connected(Family.worlds(clients.get(3)), port.name(), 0))
                    .get(0));
            Intercommunicator last = accepts.next();
            assertTalks(far.get(3), 0, last, 0, 83);
            disconnect(List.of(near.get(0), far.get(0), near.get(2), far.get(2), last, far.get(3)));
            port.close().block(TIMEOUT);
            assertThat(awaited(accepts)).hasSize(5).last().isEqualTo("complete");
        } finally {
            clients.forEach(Ranks::close);
        }
    }
}
