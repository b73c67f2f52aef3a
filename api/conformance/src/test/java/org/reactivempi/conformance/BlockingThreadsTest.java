package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.onThreads;
import static org.reactivempi.conformance.Traffic.value;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ForeignBuffer;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Request;
import org.reactivempi.RequestList;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import org.reactivempi.spi.ForeignMemory;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Threads that block move their rank's messages meanwhile, next to its progress thread and its subscribers. */
class BlockingThreadsTest {

    private static final Duration SHORT = Duration.ofMillis(5);

    @OnEveryChannel
    @DisplayName(
            "PRG-1 a rank whose thread computes between blocking calls serves its peers and subscribers all the same")
    void computesBetweenCalls(Ranks ranks) throws Exception {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        exchange(zero, one, 1);
        for (int round = 0; round < 20; round++) {
            Mono<Message> received = zero.receive(1, TAG + 1).cache();
            received.subscribe();
            // The last call of this thread into rank 0: it was in the loop just now, and won't come back.
            zero.isend(ints(round), 1, TAG).block(TIMEOUT);
            Mono<Message> answered = one.receive(0, TAG)
                    .delayUntil(message -> one.isend(ints(value(message)), 0, TAG + 1))
                    .subscribeOn(Schedulers.boundedElastic())
                    .cache();
            answered.subscribe();
            assertThat(received.map(Traffic::value).toFuture().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo(round);
        }
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName(
            "PRG-1 sends that a thread starts between blocking calls leave, whether it waits for them or goes on to compute")
    void startsBetweenCalls(Ranks ranks) throws Exception {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        for (int round = 0; round < 20; round++) {
            exchange(one, zero, round);
            List<Request> sends = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                sends.add(Request.start(zero.isend(ints(i), 1, TAG)));
            }
            if (round % 2 == 0) {
                Requests.waitAll(sends).block(TIMEOUT);
            }
            for (int i = 0; i < 40; i++) {
                // On another thread, as this one would move the messages of both ranks.
                assertThat(one.receive(0, TAG)
                                .map(Traffic::value)
                                .subscribeOn(Schedulers.boundedElastic())
                                .toFuture()
                                .get(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                        .isEqualTo(i);
            }
            Requests.waitAll(sends).block(TIMEOUT);
        }
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName("PRB-6 a thread that tests again and again gets what it asks for, by each kind of test")
    void tests(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        List<Function<Request, Boolean>> kinds = List.of(
                request -> request.test().isPresent(),
                request -> request.status().isPresent(),
                Request::isComplete,
                request -> Requests.testAny(List.of(request)).isPresent(),
                request -> !Requests.testSome(List.of(request)).orElseThrow().isEmpty(),
                request -> Requests.testAll(List.of(request)).isPresent(),
                request -> RequestList.of(List.of(request)).testAny().isPresent(),
                request -> RequestList.of(List.of(request)).testAll().isPresent());
        for (int round = 0; round < 10; round++) {
            for (Function<Request, Boolean> kind : kinds) {
                Request request = Request.start(zero.irecv(Payloads.room(4), 1, TAG));
                zero.isend(ints(round), 1, TAG).block(TIMEOUT);
                Request answer = Request.start(one.irecv(Payloads.room(4), 0, TAG));
                long end = System.nanoTime() + TIMEOUT.toNanos();
                while (!kind.apply(answer) && System.nanoTime() - end < 0) {
                    Thread.onSpinWait();
                }
                one.isend(ints(round), 0, TAG).block(TIMEOUT);
                while (!kind.apply(request) && System.nanoTime() - end < 0) {
                    Thread.onSpinWait();
                }
                assertThat(request.isComplete() && answer.isComplete()).isTrue();
            }
        }
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName(
            "PRB-6 a blocking call whose time is over before its operation could begin has not begun it, and will not")
    void givesUpBeforeItsTurn(Ranks ranks) throws Exception {
        ranks.without(Check.BLOCKED_PROGRESS);
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        exchange(one, zero, 0);
        boolean queued = false;
        for (int round = 0; round < 1000 && !queued; round++) {
            queued = givesUpBehindCommands(one);
            assertThat(ranks.pending(1).block(TIMEOUT)).as("round %d", round).isEmpty();
            assertThat(exchange(zero, one, round)).isEqualTo(round);
        }
        assertThat(queued).isTrue();
    }

    /** Whether the calling thread had the loop, and left it before the command in front of its own had run, which is another thread's. */
    private static boolean givesUpBehindCommands(Communicator one) throws Exception {
        CountDownLatch gaveUp = new CountDownLatch(1);
        CompletableFuture<Void> ran = new CompletableFuture<>();
        NotingMemory room = new NotingMemory();
        // Leaves the loop free for the call that follows.
        one.isend(ints(0), Mpi.PROC_NULL, TAG).block(TIMEOUT);
        one.scheduler().schedule(() -> await(gaveUp));
        assertThatThrownBy(() -> one.irecv(ForeignBuffer.of(room), 0, TAG).block(SHORT))
                .hasMessage("no end within PT0.005S; the operation is cancelled");
        gaveUp.countDown();
        one.scheduler().schedule(() -> ran.complete(null));
        ran.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        return room.holder == null;
    }

    /** Notes which threads begin and end the operations that it is the memory of. */
    private static final class NotingMemory implements ForeignMemory {

        private final ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES);
        private volatile @Nullable Thread holder;
        private volatile @Nullable Thread releaser;

        @Override
        public List<ByteBuffer> pieces() {
            return List.of(bytes);
        }

        @Override
        public long lengthBytes() {
            return bytes.capacity();
        }

        @Override
        public @Nullable String refusal(boolean forReceive) {
            return null;
        }

        @Override
        public @Nullable String change() {
            return null;
        }

        @Override
        public void retain() {
            holder = Thread.currentThread();
        }

        @Override
        public void release() {
            releaser = Thread.currentThread();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** How a thread blocks for requests. */
    private enum Wait {
        COMPLETION(requests -> requests.get(0).completion()),
        ANY(Requests::waitAny),
        ALL(Requests::waitAll),
        ANY_OF_LIST(requests -> RequestList.of(requests).waitAny()),
        SOME_OF_LIST(requests -> RequestList.of(requests).waitSome()),
        ALL_OF_LIST(requests -> RequestList.of(requests).waitAll());

        private final Function<List<Request>, Mono<?>> wait;

        Wait(Function<List<Request>, Mono<?>> wait) {
            this.wait = wait;
        }

        Mono<?> of(Request... requests) {
            return wait.apply(List.of(requests));
        }
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName("PRG-1 a thread that blocks for requests moves their rank's messages meanwhile, in each form of wait")
    void movesMessagesForRequests(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        NotingMemory room = new NotingMemory();
        Buffer buffer = ForeignBuffer.of(room);
        PersistentRequest persistent = PersistentRequest.of(one.irecv(buffer, 0, TAG));
        for (Wait wait : Wait.values()) {
            assertMoves(zero, room, () -> wait.of(Request.start(one.irecv(buffer, 0, TAG))));
            assertMoves(zero, room, () -> {
                persistent.start();
                return wait.of(persistent);
            });
        }
    }

    /** Until a request has ended on the thread that blocks. */
    private static void assertMoves(Communicator zero, NotingMemory room, Supplier<Mono<?>> started) {
        boolean moved = false;
        for (int round = 0; round < 10_000 && !moved; round++) {
            Mono<?> wait = started.get();
            zero.isend(ints(round), 1, TAG)
                    .subscribeOn(Schedulers.boundedElastic())
                    .subscribe();
            assertThat(wait.blockOptional(TIMEOUT)).isPresent();
            moved = room.releaser == Thread.currentThread();
        }
        assertThat(moved).isTrue();
    }

    @OnEveryChannel
    @DisplayName("MUL-11 a blocking wait for requests that is interrupted leaves them as they are")
    void requestsGoOn(Ranks ranks) {
        Communicator one = ranks.world(1);
        for (Wait wait : Wait.values()) {
            int[] room = new int[1];
            Request request = Request.start(one.irecv(Buffers.of(room), 0, TAG));
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> wait.of(request).block())
                    .isInstanceOf(MpiException.class)
                    .hasMessage("interrupted while waiting; the requests go on");
            assertThat(Thread.interrupted()).isTrue();
            assertReceives(ranks, wait, request, room);
        }
    }

    // Before the thread has begun to wait, its rank waits in vain.
    @OnEveryChannel(virtualTime = true, settings = "deadlock=report")
    @DisplayName("MUL-11 a blocking wait for requests whose time is over leaves them as they are")
    void requestsGoOnLater(Ranks ranks) {
        // Connections with faults need time as well.
        ranks.time().during(() -> {
            for (Wait wait : Wait.values()) {
                int[] room = new int[1];
                Request request = Request.start(ranks.world(1).irecv(Buffers.of(room), 0, TAG));
                assertThatThrownBy(() -> wait.of(request).block(Duration.ofSeconds(10)))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("no end within PT10S; the requests go on");
                assertReceives(ranks, wait, request, room);
            }
        });
    }

    private static void assertReceives(Ranks ranks, Wait wait, Request request, int[] room) {
        assertThat(request.isComplete()).isFalse();
        ranks.world(0).isend(ints(wait.ordinal() + 1), 1, TAG).block(TIMEOUT);
        assertThat(wait.of(request).blockOptional(TIMEOUT)).isPresent();
        assertThat(room).containsExactly(wait.ordinal() + 1);
    }

    @OnEveryChannel
    @DisplayName("RX-6 a blocking wait for requests throws on threads that must not block")
    void requestsInSignals(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Request request = Request.start(zero.irecv(ints(1), Mpi.PROC_NULL, TAG));
        for (Wait wait : Wait.values()) {
            Mono.fromRunnable(() -> assertThatThrownBy(() -> wait.of(request).block())
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("a blocking call on"))
                    .subscribeOn(zero.scheduler())
                    .block(TIMEOUT);
        }
        assertThat(request.completion().block(TIMEOUT)).isEqualTo(Status.noProcess());
    }

    @OnEveryChannel
    @DisplayName("RX-6 a signal must not block, on whichever thread it comes")
    void signalsMustNotBlock(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        Queue<Boolean> mayBlock = new ConcurrentLinkedQueue<>();
        for (int round = 0; round < 100; round++) {
            one.receive(0, TAG).subscribe(message -> mayBlock.add(!Schedulers.isInNonBlockingThread()));
            zero.isend(ints(round), 1, TAG).block(TIMEOUT);
            // Drives rank 1, on this thread.
            zero.isend(ints(round), 1, TAG + 1).subscribe();
            one.receive(0, TAG + 1).block(TIMEOUT);
        }
        assertThat(mayBlock).hasSize(100).containsOnly(false);
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName(
            "ORD-1 PRB-6 threads that block, subscribe and give up at random, on both ranks: each message arrives once, in order")
    void random(Ranks ranks) {
        long seed = new Random().nextLong();
        int pairs = 3;
        int messages = 150;
        onThreads(2 * pairs, number -> {
            Random random = new Random(seed + number);
            int tag = TAG + number / 2;
            if (number % 2 == 0) {
                send(ranks.world(0), tag, messages, random);
            } else {
                receive(ranks.world(1), tag, messages, random, seed);
            }
        });
    }

    private static void send(Communicator zero, int tag, int messages, Random random) {
        for (int i = 0; i < messages; i++) {
            Mono<?> send = random.nextBoolean() ? zero.isend(ints(i), 1, tag) : zero.issend(ints(i), 1, tag);
            if (random.nextInt(4) == 0) {
                send.subscribe();
            } else {
                send.block(TIMEOUT);
            }
        }
    }

    /** Receives a number by a request, for which it may wait twice: the first time not for long. */
    private static int byRequest(Communicator one, int tag, Duration first) {
        int[] room = new int[1];
        Request request = Request.start(one.irecv(Buffers.of(room), 0, tag));
        try {
            Requests.waitAny(List.of(request)).block(first);
        } catch (IllegalStateException tooEarly) {
            assertThat(request.completion().block(TIMEOUT).lengthBytes()).isEqualTo(Integer.BYTES);
        }
        return room[0];
    }

    private static void receive(Communicator one, int tag, int messages, Random random, long seed) {
        List<Integer> arrived = new ArrayList<>();
        while (arrived.size() < messages) {
            Mono<Message> receive = one.receive(0, tag);
            switch (random.nextInt(5)) {
                case 0 -> arrived.add(value(receive.block(TIMEOUT)));
                case 2 -> arrived.add(byRequest(one, tag, TIMEOUT));
                case 3 -> arrived.add(byRequest(one, tag, Duration.ofNanos(1 + random.nextInt(200_000))));
                case 1 -> arrived.add(value(receive.map(message -> message).block(TIMEOUT)));
                default ->
                    one.within(Duration.ofNanos(1 + random.nextInt(200_000)), receive)
                            .onErrorResume(TimeoutException.class, late -> Mono.empty())
                            .subscribeOn(one.scheduler())
                            .blockOptional(TIMEOUT)
                            .ifPresent(message -> arrived.add(value(message)));
            }
        }
        for (int i = 0; i < messages; i++) {
            assertThat(arrived.get(i)).as("seed %d", seed).isEqualTo(i);
        }
    }
}
