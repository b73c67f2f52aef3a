package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.UNTOUCHED;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Traffic.meet;
import static org.reactivempi.conformance.Traffic.value;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Request;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;
import org.reactivempi.testkit.AlsoWithFaults;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.MpiTest;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.util.context.Context;

/** PRB-6: receives into the user's memory that are given up when a message has matched them, or is arriving. */
@AlsoWithFaults
class GivenBackTest {

    private static final int MESSAGES = 120;
    private static final int LONGEST = 1_500_000;
    private static final Duration PER_PASS = Duration.ofNanos(2_000);

    /** Short ones, long ones, and messages that take several turns to arrive. */
    private static int length(int number) {
        return switch (number % 4) {
            case 0 -> 16;
            case 1 -> 40_000;
            case 2 -> 200_000;
            default -> number % 16 == 3 ? LONGEST : 0;
        };
    }

    /** Memory for one attempt, which nobody but its user may change once that is over. */
    private static final class Room {

        final ByteBuffer memory;

        Room(boolean direct) {
            memory = direct ? ByteBuffer.allocateDirect(LONGEST) : ByteBuffer.allocate(LONGEST);
        }

        Buffer buffer() {
            return Buffers.of(memory.duplicate());
        }

        boolean has(int number) {
            return memory.slice(0, length(number)).equals(ByteBuffer.wrap(pattern(number, length(number))));
        }

        /** It is the user's again. */
        void use() {
            byte[] junk = new byte[LONGEST];
            Arrays.fill(junk, UNTOUCHED);
            memory.duplicate().put(junk);
        }

        boolean isUntouched() {
            byte[] junk = new byte[LONGEST];
            Arrays.fill(junk, UNTOUCHED);
            return memory.duplicate().clear().equals(ByteBuffer.wrap(junk));
        }
    }

    /** All that rank 1 got, in order: what its receives gave, and what operators dropped since it came too late. */
    private static final class Got {

        private final List<Integer> numbers = Collections.synchronizedList(new ArrayList<>());

        /** The tag is the number. */
        void add(Status status, Room room) {
            assertThat(room.has(status.tag()))
                    .as("bytes of message %d", status.tag())
                    .isTrue();
            numbers.add(status.tag());
        }

        Context drops() {
            Consumer<Object> hook = dropped -> numbers.add(((Status) dropped).tag());
            return Context.of("reactor.onNextDropped.local", hook);
        }

        int count() {
            return numbers.size();
        }
    }

    private interface Form {

        Mono<Status> into(Room room);
    }

    /** How long the next attempt waits for its message: not at all at first, and longer after each that has gone without. */
    private static final class Patience {

        private int passes;
        private boolean isFirst = true;

        /** The first attempt of all, which ends before anything is sent. */
        boolean isFirst() {
            return isFirst;
        }

        void await(Ranks ranks) {
            Moment.after(ranks, passes).block(TIMEOUT);
        }

        int passes() {
            return passes;
        }

        void note(boolean gotItsMessage) {
            assertThat(gotItsMessage && isFirst)
                    .as("a message that was not sent")
                    .isFalse();
            isFirst = false;
            passes = gotItsMessage ? 0 : Moment.later(passes);
        }
    }

    @OnEveryChannel(settings = "eager-limit-bytes=64", timeoutSeconds = 120)
    @DisplayName(
            "PRB-6 receives into the user's memory within a limit of time: every message, once, in order, and none dropped")
    void within(Ranks ranks) {
        Limit limit = (passes, receive) -> ranks.world(1).within(PER_PASS.multipliedBy(1L + passes), receive);
        assertNoneIsLost(ranks, 1, limit, new Got(), Context.empty());
    }

    @MpiTest
    @DisplayName("ARG-5 a limit of time that is not longer than 0 is an error of the subscription, and nothing starts")
    void noTime(Ranks ranks) {
        Communicator world = ranks.world(0);
        for (Duration limit : List.of(Duration.ZERO, Duration.ofSeconds(-1))) {
            StepVerifier.create(world.within(limit, world.isend(Buffers.ints(1), 1, TAG)))
                    .expectErrorSatisfies(error -> assertThat(error)
                            .isInstanceOfSatisfying(
                                    MpiException.class,
                                    wrong -> assertThat(wrong.errorClass()).isEqualTo(ErrorClass.ARG))
                            .hasMessage("a limit of time of " + limit + " is not longer than 0"))
                    .verify(TIMEOUT);
        }
    }

    @Tag("long")
    @OnEveryChannel(settings = "eager-limit-bytes=100000", timeoutSeconds = 120)
    @DisplayName("PRB-6 with timeout() on another thread: every message, once, in order, or dropped by Reactor's hook")
    void timeoutElsewhere(Ranks ranks) {
        Got got = new Got();
        Limit limit =
                (passes, receive) -> receive.timeout(Moment.after(ranks, passes).publishOn(Schedulers.parallel()));
        assertNoneIsLost(ranks, 2, limit, got, got.drops());
    }

    private interface Limit {

        /** Waits for longer with more passes. */
        Mono<Status> of(int passes, Mono<Status> operation);
    }

    private static void assertNoneIsLost(Ranks ranks, long seed, Limit limit, Got got, Context hooks) {
        Communicator one = ranks.world(1);
        Random random = new Random(seed);
        // Exchanges send here what nobody needs; what the last of them has sent may come when nobody receives it any
        // more.
        ranks.without(Check.UNRECEIVED_MESSAGES);
        Disposable sink = ranks.world(0).receive(1, TAG).repeat().subscribe();
        Patience patience = new Patience();
        List<Room> used = new ArrayList<>();
        while (got.count() < MESSAGES) {
            Room room = new Room(random.nextBoolean());
            Form form = form(one, random.nextInt(3));
            boolean isFirst = patience.isFirst();
            Boolean timedOut = limit.of(patience.passes(), form.into(room))
                    .doOnNext(status -> got.add(status, room))
                    .thenReturn(false)
                    .onErrorResume(TimeoutException.class, error -> {
                        room.use();
                        return Mono.just(true);
                    })
                    .contextWrite(hooks)
                    .subscribeOn(one.scheduler())
                    .block(TIMEOUT);
            patience.note(!timedOut);
            if (isFirst) {
                sendAll(ranks);
            }
            if (timedOut) {
                used.add(room);
            }
            if (used.size() == 8) {
                assertThat(used).allMatch(Room::isUntouched);
                used.clear();
            }
        }
        sink.dispose();
        assertThat(got.numbers)
                .containsExactlyElementsOf(IntStream.range(0, MESSAGES).boxed().toList());
        assertThat(used).allMatch(Room::isUntouched);
    }

    private static Form form(Communicator one, int kind) {
        return switch (kind) {
            case 0 -> room -> one.irecv(room.buffer(), 0, Mpi.ANY_TAG);
            case 1 -> room -> one.isendrecv(ints(1), Mpi.PROC_NULL, TAG, room.buffer(), 0, Mpi.ANY_TAG);
            default -> room -> one.isendrecv(Payloads.bytes(200), 0, TAG, room.buffer(), 0, Mpi.ANY_TAG);
        };
    }

    private static void sendAll(Ranks ranks) {
        Flux.range(0, MESSAGES)
                .flatMap(number -> ranks.world(0).isend(Buffers.bytes(pattern(number, length(number))), 1, number), 3)
                // One thread, whose order counts.
                .subscribeOn(ranks.world(0).scheduler())
                .subscribe();
    }

    @OnEveryChannel(settings = "eager-limit-bytes=64", timeoutSeconds = 120)
    @DisplayName(
            "PRB-6 irecv and dispose() from another thread: every message, once, in order, or dropped by Reactor's hook")
    void dispose(Ranks ranks) {
        Got got = new Got();
        Patience patience = new Patience();
        while (got.count() < MESSAGES) {
            boolean isFirst = patience.isFirst();
            int before = got.count();
            Room room = new Room(before % 2 == 0);
            Disposable receive = ranks.world(1)
                    .irecv(room.buffer(), 0, Mpi.ANY_TAG)
                    .subscribe(status -> got.add(status, room), null, null, got.drops());
            patience.await(ranks);
            receive.dispose();
            patience.note(got.count() > before);
            if (isFirst) {
                sendAll(ranks);
            }
        }
        assertThat(got.numbers)
                .containsExactlyElementsOf(IntStream.range(0, MESSAGES).boxed().toList());
    }

    @OnEveryChannel(settings = "eager-limit-bytes=64", timeoutSeconds = 120)
    @DisplayName(
            "PRB-6 PER-1 a persistent receive that is cancelled at any moment has its message, or leaves it for its next run")
    void persistent(Ranks ranks) {
        Room room = new Room(true);
        PersistentRequest receive = ranks.world(1).recvInit(room.buffer(), 0, Mpi.ANY_TAG);
        Patience patience = new Patience();
        for (int number = 0; number < MESSAGES; ) {
            boolean isFirst = patience.isFirst();
            receive.start();
            patience.await(ranks);
            receive.cancel();
            Status status = receive.completion().block(TIMEOUT);
            patience.note(!status.isCancelled());
            if (isFirst) {
                sendAll(ranks);
            }
            if (!status.isCancelled()) {
                assertThat(status).isEqualTo(Status.of(0, number, length(number)));
                assertThat(room.has(number)).isTrue();
                number++;
            }
        }
    }

    @OnEveryChannel(settings = "eager-limit-bytes=64", timeoutSeconds = 120)
    @DisplayName(
            "PRB-6 PRB-3 a matched message whose receive is cancelled at any moment is received, or stays with its handle")
    void matchedMessages(Ranks ranks) {
        sendAll(ranks);
        for (int number = 0; number < MESSAGES; number++) {
            int passes = 0;
            MatchedMessage message = ranks.world(1).mprobe(0, Mpi.ANY_TAG).block(TIMEOUT);
            Room room = new Room(number % 2 == 0);
            Status status;
            do {
                Mono<Status> receive = number % 3 == 0
                        ? message.receive()
                                .doOnNext(whole -> room.memory.put(0, whole.toByteArray()))
                                .map(Message::status)
                        : message.receive(room.buffer());
                Request request = Request.start(receive);
                if (number % 3 != 0) {
                    Moment.after(ranks, passes).block(TIMEOUT);
                    request.cancel();
                    passes = Moment.later(passes);
                }
                status = request.completion().block(TIMEOUT);
            } while (status.isCancelled());
            assertThat(status).isEqualTo(Status.of(0, number, length(number)));
            assertThat(room.has(number)).isTrue();
        }
    }

    @Tag("long")
    @OnEveryChannel(settings = "eager-limit-bytes=64", timeoutSeconds = 120)
    @DisplayName(
            "PRB-6 a blocking receive that is interrupted at any moment returns its message, or says that it is cancelled and leaves it")
    void interrupted(Ranks ranks) {
        Patience patience = new Patience();
        Thread waiter = Thread.currentThread();
        for (int number = 0; number < MESSAGES; ) {
            boolean isFirst = patience.isFirst();
            Room room = new Room(number % 2 == 0);
            CompletableFuture<Void> interrupts = Moment.after(ranks, patience.passes())
                    .publishOn(Schedulers.parallel())
                    .then(Mono.<Void>fromRunnable(waiter::interrupt))
                    .toFuture();
            boolean got = receiveUnlessInterrupted(ranks.world(1), room, number);
            // One that comes late must not meet the next receive.
            while (!interrupts.isDone()) {
                Thread.onSpinWait();
            }
            Thread.interrupted();
            patience.note(got);
            if (isFirst) {
                sendAll(ranks);
            }
            number += got ? 1 : 0;
        }
    }

    private static boolean receiveUnlessInterrupted(Communicator one, Room room, int number) {
        try {
            assertThat(one.blocking().recv(room.buffer(), 0, Mpi.ANY_TAG))
                    .isEqualTo(Status.of(0, number, length(number)));
            assertThat(room.has(number)).isTrue();
            return true;
        } catch (MpiException interrupted) {
            assertThat(interrupted).hasMessage("interrupted while waiting; the operation is cancelled");
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
            return false;
        }
    }

    @OnEveryChannel
    @DisplayName(
            "PRB-6 ORD-1 ORD-2 messages that receives give back are found by probes, and by receives that wait, in their order")
    void inItsPlace(Ranks ranks) {
        for (Communicator to : List.of(ranks.world(1), ranks.world(0))) {
            List<Disposable> given = new ArrayList<>();
            List<Mono<Message>> waiting = new ArrayList<>();
            AtomicInteger first = new AtomicInteger();
            // In one step, so that all have matched before the first signal, which cancels the others.
            Mono.fromRunnable(() -> {
                        to.irecv(room(4), 0, TAG).subscribe(status -> {
                            first.incrementAndGet();
                            given.get(1).dispose();
                            given.get(0).dispose();
                        });
                        given.add(to.irecv(room(4), 0, TAG).subscribe());
                        given.add(to.irecv(room(4), 0, TAG).subscribe());
                        Mono<Message> next = to.receive(0, TAG).cache();
                        next.subscribe();
                        waiting.add(next);
                    })
                    .subscribeOn(to.scheduler())
                    .block(TIMEOUT);
            Mono.fromRunnable(() -> IntStream.range(1, 4)
                            .forEach(i -> ranks.world(0)
                                    .isend(ints(i), to.rank(), TAG)
                                    .subscribe()))
                    .subscribeOn(ranks.world(0).scheduler())
                    .block(TIMEOUT);

            int early = value(waiting.get(0).block(TIMEOUT));
            assertThat(to.probe(0, TAG).block(TIMEOUT)).isEqualTo(Status.of(0, TAG, 4));
            int left = value(to.receive(0, TAG).block(TIMEOUT));
            assertThat(first).hasValue(1);
            assertThat(List.of(early, left)).containsExactlyInAnyOrder(2, 3);
        }
        meet(ranks);
    }

    @OnEveryChannel
    @DisplayName("PRB-6 RCV-3 a receive whose message is too long fails, whether or not it is cancelled then")
    void tooLong(Ranks ranks) {
        Communicator one = ranks.world(1);
        Request[] receives = new Request[1];
        // Cancelled by a signal that comes when the other message has matched, too.
        Mono<Status> first = one.irecv(room(4), 0, TAG)
                .doOnNext(status -> receives[0].cancel())
                .cache();
        Mono.fromRunnable(() -> {
                    first.subscribe();
                    receives[0] = Request.start(one.irecv(room(4), 0, TAG));
                })
                .subscribeOn(one.scheduler())
                .block(TIMEOUT);
        Mono.fromRunnable(() -> {
                    ranks.world(0).isend(ints(1), 1, TAG).subscribe();
                    ranks.world(0).isend(ints(2, 3), 1, TAG).subscribe();
                    ranks.world(0).isend(ints(4), 1, TAG).subscribe();
                })
                .subscribeOn(ranks.world(0).scheduler())
                .block(TIMEOUT);
        first.block(TIMEOUT);

        Status cancelled = receives[0]
                .completion()
                .onErrorResume(TruncationException.class, error -> Mono.empty())
                .block(TIMEOUT);
        int next = value(one.receive(0, TAG).block(TIMEOUT));
        if (cancelled == null) {
            assertThat(next).isEqualTo(4);
        } else {
            assertThat(cancelled.isCancelled()).isTrue();
            assertThat(next).isEqualTo(2);
            assertThat(value(one.receive(0, TAG).block(TIMEOUT))).isEqualTo(4);
        }
    }
}
