package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.lengths;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Payloads.untouched;
import static org.reactivempi.conformance.Traffic.assertUsable;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;
import static org.reactivempi.conformance.Traffic.onThreads;
import static org.reactivempi.conformance.Traffic.value;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.NotReadyException;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** PER: requests that are started again and again. */
class PersistentTest {

    private static final int MOST_PASSES = 8;
    private static final int MILLION = 1_000_000;

    @OnEveryChannel
    @DisplayName("PER-1 a request is made inactive, and nothing happens before it is started")
    void madeInactive(Ranks ranks) {
        List<PersistentRequest> requests = oneOfEach(ranks.world(0), 1);

        assertThat(requests).allMatch(Request::isComplete);
        requests.forEach(request -> assertThat(request.test()).contains(Status.empty()));
        assertThat(requests.get(0).completion().block(TIMEOUT)).isEqualTo(Status.empty());
        assertUsable(ranks);
    }

    @OnEveryChannel
    @DisplayName("PER-1 each start and completion of each send mode and receive carries a message of any length")
    void startedAgainAndAgain(Ranks ranks) {
        ranks.world(0).buffers().attachAutomatic().block(TIMEOUT);
        for (int length : lengths(ranks)) {
            byte[] data = new byte[length];
            byte[] room = new byte[length];
            PersistentRequest receive = ranks.world(1).recvInit(Buffers.of(room), 0, TAG);
            for (PersistentRequest send : sends(ranks.world(0), Buffers.of(data), 1)) {
                for (int i = 0; i < 3; i++) {
                    System.arraycopy(pattern(i, length), 0, data, 0, length);
                    receive.start();
                    meet(ranks);
                    assertThat(receive.isComplete()).isFalse();
                    send.start();

                    assertThat(Requests.waitAll(List.of(send, receive)).block(TIMEOUT))
                            .containsOnly(Status.of(0, TAG, length));
                    assertThat(room).isEqualTo(pattern(i, length));
                    assertThat(send.test()).contains(Status.empty());
                    assertThat(receive.test()).contains(Status.empty());
                }
            }
        }
    }

    @OnEveryChannel
    @DisplayName("PER-1 messages to oneself, in both orders of send and receive")
    void toOneself(Ranks ranks) {
        Communicator self = ranks.world(0);
        for (int length : lengths(ranks)) {
            PersistentRequest send = self.sendInit(bytes(length), 0, TAG);
            PersistentRequest receive = self.recvInit(room(length), Mpi.ANY_SOURCE, Mpi.ANY_TAG);
            for (int i = 0; i < 4; i++) {
                (i % 2 == 0 ? send : receive).start();
                (i % 2 == 0 ? receive : send).start();
                assertThat(Requests.waitAll(List.of(send, receive)).block(TIMEOUT))
                        .containsOnly(Status.of(0, TAG, length));
            }
        }
    }

    @OnEveryChannel
    @DisplayName("PER-2 starting an active request is an error, and does not harm what runs")
    void startedTwice(Ranks ranks) {
        int[] room = {0};
        PersistentRequest receive = ranks.world(1).recvInit(ints(room), 0, TAG);
        PersistentRequest send = ranks.world(0).ssendInit(ints(5), 1, TAG);
        receive.start();
        assertRefused(receive);
        send.start();
        receive.completion().block(TIMEOUT);
        // Complete, and not waited for.
        meet(ranks);
        assertRefused(send);

        assertThat(send.completion().block(TIMEOUT)).isEqualTo(Status.of(0, TAG, 4));
        assertThat(room).containsExactly(5);
        assertUsable(ranks);
    }

    private static void assertRefused(PersistentRequest request) {
        assertThatThrownBy(request::start)
                .isInstanceOfSatisfying(
                        MpiException.class,
                        refused -> assertThat(refused.errorClass()).isEqualTo(ErrorClass.REQUEST));
    }

    @OnEveryChannel
    @DisplayName("PER-3 startAll starts in the order of the list, sends and receives alike")
    void startsAllInOrder(Ranks ranks) {
        int count = 20;
        int[][] rooms = new int[count][1];
        List<PersistentRequest> sends = new ArrayList<>();
        List<PersistentRequest> receives = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sends.add(ranks.world(0).sendInit(ints(i), 1, TAG));
            int source = i % 3 == 0 ? Mpi.ANY_SOURCE : 0;
            receives.add(ranks.world(1).recvInit(ints(rooms[i]), source, i % 2 == 0 ? Mpi.ANY_TAG : TAG));
        }
        for (boolean reversed : new boolean[] {false, true}) {
            if (reversed) {
                Collections.reverse(sends);
            }
            Requests.startAll(receives);
            Requests.startAll(sends);
            Requests.waitAll(List.copyOf(receives)).block(TIMEOUT);
            Requests.waitAll(List.copyOf(sends)).block(TIMEOUT);
            for (int i = 0; i < count; i++) {
                assertThat(rooms[i]).containsExactly(reversed ? count - 1 - i : i);
            }
        }
    }

    @OnEveryChannel
    @DisplayName("PER-5 a request that is freed while it is active finishes, and is not started again")
    void freedWhileActive(Ranks ranks) {
        int[] room = {0};
        PersistentRequest receive = ranks.world(1).recvInit(ints(room), 0, TAG);
        PersistentRequest send = ranks.world(0).ssendInit(ints(5), 1, TAG);
        receive.start();
        receive.free();
        meet(ranks);
        assertThat(ranks.pending(1).block(TIMEOUT)).hasSize(1);
        assertRefused(receive);
        send.start();
        send.free();
        meet(ranks);

        assertThat(room).containsExactly(5);
        assertRefused(receive);
        assertRefused(send);
        assertUsable(ranks);
    }

    @OnEveryChannel
    @DisplayName("MODE-4 a persistent ready send fails where no receive waits, and can be started again")
    void readySends(Ranks ranks) {
        PersistentRequest send = ranks.world(0).rsendInit(ints(5), 1, TAG);
        for (int i = 0; i < 2; i++) {
            send.start();
            StepVerifier.create(send.completion())
                    .expectError(NotReadyException.class)
                    .verify(TIMEOUT);

            Request receive = Request.start(ranks.world(1).irecv(room(4), 0, TAG));
            meet(ranks);
            send.start();
            assertThat(send.completion().block(TIMEOUT)).isEqualTo(Status.of(0, TAG, 4));
            assertThat(receive.completion().block(TIMEOUT)).isEqualTo(Status.of(0, TAG, 4));
        }
        assertUsable(ranks);
    }

    @OnEveryChannel
    @DisplayName("PER-4 a persistent send meets any receive, and any send a persistent receive, in the order of starts")
    void meetsAny(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        int[] data = {1};
        int[] room = {0};
        PersistentRequest send = zero.sendInit(ints(data), 1, TAG);
        PersistentRequest receive = one.recvInit(ints(room), 0, TAG);

        Flux<Integer> received = one.receive(Mpi.ANY_SOURCE, TAG).repeat(2).map(Traffic::value);
        send.start();
        send.completion().block(TIMEOUT);
        zero.isend(ints(2), 1, TAG).block(TIMEOUT);
        data[0] = 3;
        send.start();
        StepVerifier.create(received).expectNext(1, 2, 3).expectComplete().verify(TIMEOUT);

        receive.start();
        Mono<Message> second = one.receive(0, TAG).cache();
        second.subscribe();
        zero.issend(ints(4), 1, TAG).block(TIMEOUT);
        zero.isend(ints(5), 1, TAG).block(TIMEOUT);
        assertThat(receive.completion().block(TIMEOUT)).isEqualTo(Status.of(0, TAG, 4));
        assertThat(room).containsExactly(4);
        assertThat(value(second.block(TIMEOUT))).isEqualTo(5);
    }

    @OnEveryChannel
    @DisplayName("PER-6 each start sends what is in the buffer then, also when the starts are queued at the receiver")
    void newContents(Ranks ranks) {
        int[] data = {0};
        PersistentRequest send = ranks.world(0).sendInit(ints(data), 1, TAG);
        for (int i = 0; i < 20; i++) {
            data[0] = i;
            send.start();
            send.completion().block(TIMEOUT);
            data[0] = -1;
        }

        StepVerifier.create(ranks.world(1).receive(0, TAG).repeat(19).map(Traffic::value))
                .expectNextSequence(Stream.iterate(0, i -> i + 1).limit(20).toList())
                .expectComplete()
                .verify(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("RCV-3 a start whose message is too long fails, and the next one is as good as new")
    void truncation(Ranks ranks) {
        int large = ranks.eagerLimitBytes() + 1;
        byte[] room = untouched(4);
        PersistentRequest receive = ranks.world(1).recvInit(Buffers.of(room), 0, TAG);
        for (int length : new int[] {5, large}) {
            receive.start();
            ranks.world(0).isend(bytes(length), 1, TAG).block(TIMEOUT);
            assertFails(receive.completion(), ErrorClass.TRUNCATE);
            assertThat(room).isEqualTo(untouched(4));
        }
        receive.start();
        ranks.world(0).isend(bytes(4), 1, TAG).block(TIMEOUT);
        assertThat(receive.completion().block(TIMEOUT)).isEqualTo(Status.of(0, TAG, 4));
    }

    @OnEveryChannel
    @DisplayName("ARG-5 wrong arguments are no error until a request is started, then each time")
    void wrongArguments(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Buffer good = room(4);
        Buffer bad = Buffers.of(new int[1], 1, 1);
        List<PersistentRequest> wrongRanks = List.of(
                zero.sendInit(good, 9, TAG), zero.ssendInit(good, Mpi.ANY_SOURCE, TAG), zero.recvInit(good, 9, TAG));
        List<PersistentRequest> wrongTags = List.of(
                zero.sendInit(good, 1, Mpi.ANY_TAG),
                zero.recvInit(good, 1, -3),
                zero.sendInit(good, Mpi.PROC_NULL, -3),
                zero.recvInit(good, Mpi.PROC_NULL, -3));
        List<PersistentRequest> wrongBuffers =
                List.of(zero.sendInit(bad, 1, TAG), zero.recvInit(bad, 1, TAG), zero.recvInit(bad, Mpi.PROC_NULL, TAG));
        for (int i = 0; i < 2; i++) {
            wrongRanks.forEach(request -> assertStartFails(request, ErrorClass.RANK));
            wrongTags.forEach(request -> assertStartFails(request, ErrorClass.TAG));
            wrongBuffers.forEach(request -> assertStartFails(request, ErrorClass.BUFFER));
        }
        assertUsable(ranks);
    }

    @OnEveryChannel
    @DisplayName("ARG-4 a start in a closed session fails with the session error class")
    void closedSession(Ranks ranks) {
        List<PersistentRequest> requests = new ArrayList<>(oneOfEach(ranks.world(0), 1));
        requests.addAll(oneOfEach(ranks.world(0), Mpi.PROC_NULL));
        ranks.session(0).close().block(TIMEOUT);

        requests.forEach(request -> assertStartFails(request, ErrorClass.SESSION));
        requests.forEach(request -> assertStartFails(request, ErrorClass.SESSION));
    }

    @OnEveryChannel
    @DisplayName("ARG-4 a start in a freed communicator fails with the communicator error class")
    void freedCommunicator(Ranks ranks) {
        List<Communicator> both = Flux.range(0, 2)
                .flatMapSequential(rank -> ranks.world(rank).dup())
                .collectList()
                .block(TIMEOUT);
        List<PersistentRequest> requests = new ArrayList<>(oneOfEach(both.get(0), 1));
        requests.addAll(oneOfEach(both.get(0), Mpi.PROC_NULL));
        Mono.when(both.get(0).free(), both.get(1).free()).block(TIMEOUT);

        requests.forEach(request -> assertStartFails(request, ErrorClass.COMM));
        requests.forEach(request -> assertStartFails(request, ErrorClass.COMM));
        assertUsable(ranks);
    }

    @OnEveryChannel
    @DisplayName("SRV-2 with the null process each start completes at once, without effect")
    void nullProcess(Ranks ranks) {
        byte[] room = untouched(4);
        List<PersistentRequest> requests = new ArrayList<>(oneOfEach(ranks.world(0), Mpi.PROC_NULL));
        requests.add(ranks.world(0).recvInit(Buffers.of(room), Mpi.PROC_NULL, Mpi.ANY_TAG));
        for (int i = 0; i < 2; i++) {
            requests.forEach(PersistentRequest::start);
            assertThat(Requests.waitAll(List.copyOf(requests)).block(TIMEOUT)).containsOnly(Status.noProcess());
        }
        assertThat(room).isEqualTo(untouched(4));
        assertUsable(ranks);
    }

    @OnEveryChannel
    @DisplayName("PRB-4 a persistent receive that is cancelled gets no message, and can be started again")
    void cancelledReceive(Ranks ranks) {
        int[] room = {0};
        PersistentRequest receive = ranks.world(1).recvInit(ints(room), 0, TAG);
        receive.cancel();
        for (int i = 1; i <= 3; i++) {
            receive.start();
            receive.cancel();
            assertThat(exchange(ranks.world(0), ranks.world(1), 40 + i)).isEqualTo(40 + i);
            assertThat(receive.completion().block(TIMEOUT).isCancelled()).isTrue();

            receive.start();
            ranks.world(0).isend(ints(i), 1, TAG).block(TIMEOUT);
            assertThat(receive.completion().block(TIMEOUT)).isEqualTo(Status.of(0, TAG, 4));
            assertThat(room).containsExactly(i);
            receive.cancel();
        }
    }

    @OnEveryChannel
    @DisplayName("PRB-5 a persistent send that is cancelled before a receive matches it disappears")
    void cancelledSend(Ranks ranks) {
        for (int destination : new int[] {1, 0}) {
            for (int length : lengths(ranks)) {
                PersistentRequest send = ranks.world(0).ssendInit(bytes(length), destination, TAG);
                for (int i = 0; i < 3; i++) {
                    send.start();
                    if (i % 2 == 0) {
                        meet(ranks);
                    }
                    send.cancel();
                    assertThat(send.completion().block(TIMEOUT).isCancelled()).isTrue();
                    assertThat(exchange(ranks.world(0), ranks.world(destination), i))
                            .isEqualTo(i);
                }
            }
        }
    }

    /** Each start ends in one way, and each message is received once or taken back; a late cancellation harms no later start. */
    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName(
            "PRB-5 persistent sends and receives that are cancelled at any moment end in exactly one way, each time")
    void cancelRacesWithMatches(Ranks ranks) {
        Random random = new Random(1);
        int large = ranks.eagerLimitBytes() + 1;
        byte[] room = new byte[large];
        PersistentRequest receive = ranks.world(1).recvInit(Buffers.of(room), 0, TAG);
        List<PersistentRequest> sends = List.of(
                ranks.world(0).ssendInit(bytes(8), 1, TAG), ranks.world(0).ssendInit(bytes(large), 1, TAG));
        for (int i = 0; i < 400; i++) {
            PersistentRequest send = sends.get(random.nextInt(2));
            boolean receiverGivesUp = random.nextBoolean();
            send.start();
            receive.start();
            Moment.after(ranks, random.nextInt(MOST_PASSES)).block(TIMEOUT);
            (receiverGivesUp ? receive : send).cancel();
            boolean cancelled = (receiverGivesUp ? receive : send)
                    .completion()
                    .block(TIMEOUT)
                    .isCancelled();
            if (cancelled) {
                (receiverGivesUp ? send : receive).cancel();
            }
            boolean other = (receiverGivesUp ? send : receive)
                    .completion()
                    .block(TIMEOUT)
                    .isCancelled();

            if (receiverGivesUp && cancelled && !other) {
                // The receive had matched already, and has given the message back, which is for the next one.
                receive.start();
                assertThat(receive.completion().block(TIMEOUT).isCancelled()).isFalse();
            } else {
                assertThat(other).isEqualTo(cancelled);
            }
        }
        assertUsable(ranks);
    }

    @OnEveryChannel
    @DisplayName("RX-7 persistent requests are started from several threads at once, each by its own")
    void startsFromAnyThread(Ranks ranks) {
        int rounds = 200;
        AtomicInteger sum = new AtomicInteger();
        onThreads(8, number -> {
            int tag = number / 2;
            Communicator me = ranks.world(number % 2);
            int[] memory = {0};
            PersistentRequest request =
                    me.rank() == 0 ? me.sendInit(ints(1), 1, tag) : me.recvInit(ints(memory), 0, tag);
            for (int i = 0; i < rounds; i++) {
                request.start();
                request.completion().block(TIMEOUT);
                sum.addAndGet(memory[0]);
                memory[0] = 0;
            }
        });

        assertThat(sum).hasValue(4 * rounds);
    }

    @Tag("long")
    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName("RX-9 a million restarts, each from inside the completion before, need no more stack")
    void constantStack(Ranks ranks) throws Exception {
        PersistentRequest send = ranks.world(0).sendInit(ints(1), 1, TAG);
        PersistentRequest receive = ranks.world(1).recvInit(room(4), 0, TAG);
        CountDownLatch ends = new CountDownLatch(2);
        AtomicInteger deepest = new AtomicInteger();

        ranks.world(1).scheduler().schedule(() -> restart(receive, MILLION, deepest, ends));
        ranks.world(0).scheduler().schedule(() -> restart(send, MILLION, deepest, ends));
        assertThat(ends.await(50, TimeUnit.SECONDS)).isTrue();
        assertThat(deepest.get()).isBetween(1, 200);
    }

    @Tag("long")
    @OnEveryChannel(ranks = 1, timeoutSeconds = 60)
    @DisplayName("RX-9 a million restarts that come to nothing, or fail, need no more stack")
    void constantStackOfNothing(Ranks ranks) throws Exception {
        CountDownLatch ends = new CountDownLatch(2);
        AtomicInteger deepest = new AtomicInteger();
        PersistentRequest nobody = ranks.world(0).sendInit(ints(1), Mpi.PROC_NULL, TAG);
        PersistentRequest wrong = ranks.world(0).recvInit(room(4), 9, TAG);

        ranks.world(0).scheduler().schedule(() -> restart(nobody, MILLION, deepest, ends));
        ranks.world(0).scheduler().schedule(() -> restart(wrong, 50_000, deepest, ends));
        assertThat(ends.await(50, TimeUnit.SECONDS)).isTrue();
        assertThat(deepest.get()).isBetween(1, 200);
    }

    private static void restart(PersistentRequest request, int left, AtomicInteger deepest, CountDownLatch ends) {
        if (left % 10_000 == 0) {
            int depth = StackWalker.getInstance().walk(Stream::count).intValue();
            deepest.accumulateAndGet(depth, Math::max);
        }
        if (left == 0) {
            ends.countDown();
            return;
        }
        request.start();
        request.completion()
                .subscribe(
                        status -> restart(request, left - 1, deepest, ends),
                        error -> restart(request, left - 1, deepest, ends));
    }

    private static List<PersistentRequest> oneOfEach(Communicator me, int peer) {
        List<PersistentRequest> requests = new ArrayList<>(sends(me, ints(1), peer));
        requests.add(me.recvInit(room(4), peer, TAG));
        return requests;
    }

    private static List<PersistentRequest> sends(Communicator me, Buffer data, int destination) {
        return List.of(
                me.sendInit(data, destination, TAG),
                me.bsendInit(data, destination, TAG),
                me.ssendInit(data, destination, TAG),
                me.rsendInit(data, destination, TAG));
    }

    private static void assertStartFails(PersistentRequest request, ErrorClass errorClass) {
        request.start();
        assertFails(request.completion(), errorClass);
    }
}
