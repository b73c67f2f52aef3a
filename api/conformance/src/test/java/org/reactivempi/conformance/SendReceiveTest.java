package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
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

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.Request;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;
import org.reactivempi.spi.CancelListener;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** SRV: one message out and one in, as one operation. */
class SendReceiveTest {

    private static final int MILLION = 1_000_000;
    private static final int ANSWER = 5;

    @OnEveryChannel(ranks = 1)
    @DisplayName("SRV-1 a rank alone shifts every length to itself, in two buffers and in one")
    void oneRank(Ranks ranks) {
        assertRingShifts(ranks);
    }

    @OnEveryChannel
    @DisplayName("SRV-1 two ranks exchange every length without deadlock, in two buffers and in one")
    void twoRanks(Ranks ranks) {
        assertRingShifts(ranks);
    }

    @Tag("long")
    @OnEveryChannel(ranks = 3)
    @DisplayName("SRV-1 three ranks shift every length in a ring without deadlock, in two buffers and in one")
    void threeRanks(Ranks ranks) {
        assertRingShifts(ranks);
    }

    @Tag("long")
    @OnEveryChannel(ranks = 4, timeoutSeconds = 40)
    @DisplayName("SRV-1 four ranks shift every length in a ring without deadlock, in two buffers and in one")
    void fourRanks(Ranks ranks) {
        assertRingShifts(ranks);
    }

    private static void assertRingShifts(Ranks ranks) {
        for (int length : lengths(ranks)) {
            for (int tag : new int[] {TAG, Mpi.ANY_TAG}) {
                assertShifts(ranks, length, false, tag);
                assertShifts(ranks, length, true, tag);
                assertShiftsInPlace(ranks, length, false, tag);
                assertShiftsInPlace(ranks, length, true, tag);
            }
        }
    }

    private static void assertShifts(Ranks ranks, int length, boolean anySource, int receiveTag) {
        byte[][] rooms = new byte[ranks.size()][length];
        List<Status> statuses = onAll(
                ranks,
                me -> me.isendrecv(
                        Buffers.bytes(pattern(me.rank(), length)),
                        after(me),
                        TAG,
                        Buffers.of(rooms[me.rank()]),
                        anySource ? Mpi.ANY_SOURCE : before(me),
                        receiveTag));

        assertShifted(ranks, statuses, rooms, length);
    }

    private static void assertShiftsInPlace(Ranks ranks, int length, boolean anySource, int receiveTag) {
        byte[][] memory = IntStream.range(0, ranks.size())
                .mapToObj(rank -> pattern(rank, length))
                .toArray(byte[][]::new);
        List<Status> statuses = onAll(
                ranks,
                me -> me.isendrecvReplace(
                        Buffers.of(memory[me.rank()]),
                        after(me),
                        TAG,
                        anySource ? Mpi.ANY_SOURCE : before(me),
                        receiveTag));

        assertShifted(ranks, statuses, memory, length);
    }

    private static void assertShifted(Ranks ranks, List<Status> statuses, byte[][] memory, int length) {
        for (int rank = 0; rank < ranks.size(); rank++) {
            int from = before(ranks.world(rank));
            assertThat(statuses.get(rank)).isEqualTo(Status.of(from, TAG, length));
            assertThat(memory[rank]).isEqualTo(pattern(from, length));
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("SRV-1 each repetition of a replacing exchange sends what the one before has received")
    void repeatedReplacement(Ranks ranks) {
        int[][] memory = {{10}, {11}, {12}};
        Flux<Status> shifts = Flux.range(0, ranks.size())
                .map(ranks::world)
                .map(me -> me.isendrecvReplace(ints(memory[me.rank()]), after(me), TAG, before(me), TAG))
                .flatMap(shift -> shift.repeat(1));

        assertThat(shifts.count().block(TIMEOUT)).isEqualTo(2 * 3);
        assertThat(memory).isDeepEqualTo(new int[][] {{11}, {12}, {10}});
    }

    @OnEveryChannel
    @DisplayName("SRV-1 the two halves meet plain sends and receives, with other tags and lengths")
    void halvesMeetPlainOperations(Ranks ranks) {
        byte[] memory = {1, 2, 3, 4};
        Request shift = Request.start(ranks.world(0).isendrecvReplace(Buffers.of(memory), 1, 3, 1, 4));
        Communicator one = ranks.world(1);

        assertThat(one.receive(0, 3).block(TIMEOUT).toByteArray()).containsExactly(1, 2, 3, 4);
        one.issend(Buffers.bytes((byte) 9), 0, 4).block(TIMEOUT);
        assertThat(shift.completion().block(TIMEOUT)).isEqualTo(Status.of(1, 4, 1));
        assertThat(memory).containsExactly(9, 2, 3, 4);
    }

    @OnEveryChannel
    @DisplayName("SRV-1 it completes when both halves have, whichever is the last")
    void completesWithTheLater(Ranks ranks) {
        Communicator one = ranks.world(1);
        int large = ranks.eagerLimitBytes() + 1;
        Mono<Status> exchange = ranks.world(0).isendrecv(bytes(large), 1, TAG, room(4), 1, TAG);

        Request receivesFirst = Request.start(exchange);
        one.isend(ints(1), 0, TAG).block(TIMEOUT);
        meet(ranks);
        assertThat(receivesFirst.isComplete()).isFalse();
        one.receive(0, TAG).block(TIMEOUT);
        assertThat(receivesFirst.completion().block(TIMEOUT)).isEqualTo(Status.of(1, TAG, 4));

        Request sendsFirst = Request.start(exchange);
        one.receive(0, TAG).block(TIMEOUT);
        meet(ranks);
        assertThat(sendsFirst.isComplete()).isFalse();
        one.isend(ints(1), 0, TAG).block(TIMEOUT);
        assertThat(sendsFirst.completion().block(TIMEOUT)).isEqualTo(Status.of(1, TAG, 4));
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("SRV-1 blocking calls shift in a line whose ends are the null process")
    void blockingInALine(Ranks ranks) {
        int large = ranks.eagerLimitBytes() + 1;
        byte[][] rooms = {untouched(large), new byte[large], new byte[large]};
        byte[][] replaced = {pattern(0, large), pattern(1, large), pattern(2, large)};
        Status[] statuses = new Status[3];
        onThreads(3, rank -> {
            Communicator me = ranks.world(rank);
            int next = rank == 2 ? Mpi.PROC_NULL : rank + 1;
            int previous = rank == 0 ? Mpi.PROC_NULL : rank - 1;
            Buffer data = Buffers.of(pattern(rank, large));
            statuses[rank] = me.blocking().sendrecv(data, next, TAG, Buffers.of(rooms[rank]), previous, TAG);
            me.blocking().sendrecvReplace(Buffers.of(replaced[rank]), next, TAG, previous, TAG);
        });

        assertThat(statuses).containsExactly(Status.noProcess(), Status.of(0, TAG, large), Status.of(1, TAG, large));
        assertThat(rooms).isDeepEqualTo(new byte[][] {untouched(large), pattern(0, large), pattern(1, large)});
        assertThat(replaced).isDeepEqualTo(new byte[][] {pattern(0, large), pattern(0, large), pattern(1, large)});
    }

    @OnEveryChannel
    @DisplayName("SRV-2 with the null process at both ends it completes at once, and leaves the buffer alone")
    void nobodyAtEitherEnd(Ranks ranks) {
        byte[] memory = untouched(8);
        Buffer buffer = Buffers.of(memory);
        Communicator zero = ranks.world(0);

        assertThat(zero.isendrecv(ints(1), Mpi.PROC_NULL, TAG, buffer, Mpi.PROC_NULL, Mpi.ANY_TAG)
                        .block(TIMEOUT))
                .isEqualTo(Status.noProcess());
        assertThat(zero.isendrecvReplace(buffer, Mpi.PROC_NULL, TAG, Mpi.PROC_NULL, TAG)
                        .block(TIMEOUT))
                .isEqualTo(Status.noProcess());
        assertThat(memory).isEqualTo(untouched(8));
        assertUsable(ranks);
    }

    @OnEveryChannel
    @DisplayName("ARG-5 a wrong argument of either half fails the exchange, and nothing is sent or posted")
    void wrongArguments(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Buffer good = ints(1);
        Buffer bad = Buffers.of(new int[1], 1, 1);
        assertFails(zero.isendrecv(good, 1, TAG, good, 9, TAG), ErrorClass.RANK);
        assertFails(zero.isendrecv(good, 9, TAG, good, 1, TAG), ErrorClass.RANK);
        assertFails(zero.isendrecv(good, 1, TAG, good, 1, -7), ErrorClass.TAG);
        assertFails(zero.isendrecv(good, 1, Mpi.ANY_TAG, good, 1, TAG), ErrorClass.TAG);
        assertFails(zero.isendrecv(good, 1, TAG, bad, 1, TAG), ErrorClass.BUFFER);
        assertFails(zero.isendrecv(bad, 1, TAG, good, 1, TAG), ErrorClass.BUFFER);
        assertFails(zero.isendrecv(good, 1, TAG, bad, Mpi.PROC_NULL, TAG), ErrorClass.BUFFER);
        assertFails(zero.isendrecv(bad, Mpi.PROC_NULL, TAG, good, 1, TAG), ErrorClass.BUFFER);
        assertFails(zero.isendrecvReplace(bad, 1, TAG, 1, TAG), ErrorClass.BUFFER);
        assertFails(zero.isendrecvReplace(good, 1, TAG, Mpi.ANY_SOURCE - 5, TAG), ErrorClass.RANK);
        assertUsable(ranks);
    }

    @OnEveryChannel
    @DisplayName("ARG-4 in a closed session it fails with the session error class")
    void closedSession(Ranks ranks) {
        ranks.session(0).close().block(TIMEOUT);

        assertFails(ranks.world(0).isendrecv(ints(1), 1, TAG, room(4), 1, TAG), ErrorClass.SESSION);
        assertFails(ranks.world(0).isendrecvReplace(ints(1), 1, TAG, 1, TAG), ErrorClass.SESSION);
    }

    @OnEveryChannel
    @DisplayName(
            "RCV-3 SRV-1 a message that is too long fails the exchange alone: its own is sent, and can be received")
    void failedReceive(Ranks ranks) {
        int large = ranks.eagerLimitBytes() + 1;
        ranks.world(1).isend(bytes(8), 0, TAG).block(TIMEOUT);
        Request exchange = Request.start(ranks.world(0).isendrecv(bytes(large), 1, TAG, room(4), 1, TAG));
        meet(ranks);
        assertThat(exchange.isComplete()).isFalse();

        assertThat(ranks.world(1).receive(0, TAG).block(TIMEOUT).lengthBytes()).isEqualTo(large);
        StepVerifier.create(exchange.completion())
                .expectError(TruncationException.class)
                .verify(TIMEOUT);
        assertUsable(ranks);
    }

    @OnEveryChannel
    @DisplayName(
            "PRB-6 an exchange that is cancelled when its message has come, and its send waits, leaves that for another")
    void messageOfACancelledExchange(Ranks ranks) {
        int large = ranks.eagerLimitBytes() + 1;
        Communicator zero = ranks.world(0);
        for (boolean replace : new boolean[] {false, true}) {
            Mono<Status> exchange = replace
                    ? zero.isendrecvReplace(bytes(large), 1, TAG, 1, TAG)
                    : zero.isendrecv(bytes(large), 1, TAG, room(4), 1, TAG);
            Request request = Request.start(exchange);
            ranks.world(1).issend(ints(41), 0, TAG).block(TIMEOUT);
            assertThat(request.isComplete()).isFalse();
            request.cancel();
            assertThat(request.completion().block(TIMEOUT).isCancelled()).isTrue();
            assertThat(value(zero.receive(1, TAG).block(TIMEOUT))).isEqualTo(41);

            Disposable disposed = exchange.subscribe();
            Mono<Message> next = zero.receive(1, TAG).cache();
            ranks.world(1).issend(ints(42), 0, TAG).block(TIMEOUT);
            next.subscribe();
            disposed.dispose();
            assertThat(value(next.block(TIMEOUT))).isEqualTo(42);
            meet(ranks);
            assertUsable(ranks);
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("SRV-1 a send that fails cancels the receive")
    void failedSend(Ranks ranks) {
        Communicator zero = ranks.world(0);
        meet(ranks);
        ranks.abort(2, "a test").block(TIMEOUT);
        StepVerifier.create(zero.irecv(room(1), 2, TAG))
                .expectError(ProcessFailedException.class)
                .verify(TIMEOUT);

        byte[] room = untouched(4);
        StepVerifier.create(zero.isendrecv(bytes(4), 2, TAG, Buffers.of(room), 1, TAG))
                .expectError(ProcessFailedException.class)
                .verify(TIMEOUT);
        assertThat(ranks.pending(0).block(TIMEOUT)).isEmpty();
        assertThat(exchange(ranks.world(1), zero, 3)).isEqualTo(3);
        assertThat(room).isEqualTo(untouched(4));
    }

    @OnEveryChannel
    @DisplayName("PRB-6 cancelling it cancels both halves")
    void cancelsBoth(Ranks ranks) {
        byte[] room = untouched(4);
        int large = ranks.eagerLimitBytes() + 1;
        Disposable exchange = ranks.world(0)
                .isendrecv(bytes(large), 1, TAG, Buffers.of(room), 1, TAG)
                .subscribe();
        meet(ranks);
        assertThat(ranks.pending(0).block(TIMEOUT)).hasSize(2);
        exchange.dispose();

        meet(ranks);
        assertUsable(ranks);
        assertThat(room).isEqualTo(untouched(4));
    }

    /** Whatever the moment of the cancellation, there is one answer, and each message is received once. */
    @OnEveryChannel(settings = "eager-limit-bytes=64", timeoutSeconds = 60)
    @DisplayName(
            "PRB-6 an exchange that is cancelled while its peer answers ends once: complete, or cancelled; no message is lost")
    void cancelRacesWithThePeer(Ranks ranks) throws Exception {
        for (int length : new int[] {16, 2000}) {
            for (boolean answersFirst : new boolean[] {false, true}) {
                Moment.each(ranks, 0, moment -> assertEndsOnce(ranks, moment, length, answersFirst));
            }
        }
    }

    private static void assertEndsOnce(Ranks ranks, Moment moment, int length, boolean answersFirst)
            throws InterruptedException {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        Listener exchange = new Listener();
        Mono<Status> answer = one.issend(bytes(length), 0, ANSWER).cache();
        Mono<Message> question = one.receive(0, TAG).cache();
        if (answersFirst) {
            answer.subscribe();
        }
        zero.isendrecv(bytes(length), 1, TAG, room(length), 1, Mpi.ANY_TAG).subscribe(exchange);
        exchange.request(1);
        moment.run(
                () -> {
                    answer.subscribe();
                    question.subscribe();
                },
                exchange::cancel);
        List<Object> signals = exchange.await();
        boolean cancelled = signals.equals(List.of("cancelled"));
        if (!answersFirst) {
            moment.check(cancelled);
        }

        if (cancelled) {
            assertThat(zero.receive(1, Mpi.ANY_TAG).block(TIMEOUT).status()).isEqualTo(Status.of(1, ANSWER, length));
        } else {
            assertThat(signals).containsExactly(Status.of(1, ANSWER, length), "complete");
        }
        answer.block(TIMEOUT);
        assertThat(ranks.pending(0).block(TIMEOUT)).isEmpty();
        // Its own message has been received, or was taken back.
        zero.isend(Buffer.empty(), 1, TAG).block(TIMEOUT);
        boolean wasAsked = question.block(TIMEOUT).lengthBytes() > 0;
        assertThat(wasAsked || cancelled).isTrue();
        if (wasAsked) {
            assertThat(one.receive(0, TAG).block(TIMEOUT).lengthBytes()).isZero();
        }
    }

    /** Told of the cancellation's answer, as requests are. */
    private static final class Listener extends Recorder<Status> implements CancelListener {

        @Override
        public void onCancelled() {
            signals().add("cancelled");
            onEnd();
        }
    }

    @OnEveryChannel
    @DisplayName("RX-2 both halves start with the first request, once; demand of nothing is an error")
    void startsWithItsFirstRequest(Ranks ranks) throws Exception {
        Recorder<Status> recorder = new Recorder<>();
        ranks.world(0).isendrecv(ints(7), 1, TAG, room(4), 1, TAG).subscribe(recorder);
        assertThat(ranks.pending(0).block(TIMEOUT)).isEmpty();
        recorder.request(1);
        recorder.request(5);
        assertThat(value(ranks.world(1).receive(0, TAG).block(TIMEOUT))).isEqualTo(7);
        ranks.world(1).isend(ints(8), 0, TAG).block(TIMEOUT);
        assertThat(recorder.await()).containsExactly(Status.of(1, TAG, 4), "complete");

        Recorder<Status> refused = new Recorder<>();
        ranks.world(0).isendrecv(ints(7), 1, TAG, room(4), 1, TAG).subscribe(refused);
        refused.request(0);
        assertThat(refused.await()).singleElement().isInstanceOf(IllegalArgumentException.class);
        assertUsable(ranks);
    }

    @OnEveryChannel
    @DisplayName("RX-6 its signals arrive on the progress thread")
    void signalsArriveOnTheProgressThread(Ranks ranks) {
        List<String> threads = Flux.range(0, 2)
                .map(ranks::world)
                .flatMap(me -> me.isendrecvReplace(ints(1), after(me), TAG, before(me), TAG)
                        .map(status -> Thread.currentThread().getName()))
                .collectList()
                .block(TIMEOUT);
        assertThat(threads).containsExactlyInAnyOrder("reactive-mpi-0", "reactive-mpi-1");
    }

    @Tag("long")
    @OnEveryChannel(ranks = 1, timeoutSeconds = 60)
    @DisplayName("RX-9 a million repeated exchanges need no more stack")
    void constantStack(Ranks ranks) {
        Communicator self = ranks.world(0);
        int[] memory = {5};

        assertThat(self.isendrecvReplace(ints(memory), 0, TAG, 0, TAG)
                        .repeat(MILLION - 1)
                        .count()
                        .block())
                .isEqualTo(MILLION);
        assertThat(memory).containsExactly(5);
    }

    private static int after(Communicator me) {
        return (me.rank() + 1) % me.size();
    }

    private static int before(Communicator me) {
        return (me.rank() + me.size() - 1) % me.size();
    }

    /** Runs an operation on all ranks at once; its statuses by rank. */
    private static List<Status> onAll(Ranks ranks, Function<Communicator, Mono<Status>> operation) {
        return Flux.range(0, ranks.size())
                .map(ranks::world)
                .flatMapSequential(operation)
                .collectList()
                .block(TIMEOUT);
    }
}
