package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.room;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Waiting for operations by {@code block()}, and holding any of them by a request. */
class BlockTest {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    @OnEveryChannel
    @DisplayName(
            "RX-6 block() gives what an operation gives, null or an empty Optional for nothing, and throws its error")
    void results(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);

        assertThat(zero.isend(ints(7), 1, TAG).block()).isEqualTo(Status.of(0, TAG, 4));
        assertThat(one.probe(0, TAG).block()).isEqualTo(Status.of(0, TAG, 4));
        assertThat(one.receive(0, TAG).blockOptional(TIMEOUT).map(Message::lengthBytes))
                .contains(4L);
        assertThat(one.iprobe(0, TAG).blockOptional()).isEmpty();
        assertThat(zero.buffers().flush().block()).isNull();
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(() -> zero.isend(ints(7), 2, TAG).block())
                .satisfies(error -> assertThat(error.errorClass()).isEqualTo(ErrorClass.RANK));
    }

    @OnEveryChannel(virtualTime = true)
    @DisplayName(
            "RX-6 PRB-4 block(timeout) throws when the time is over, and the message that it waited for isn't lost")
    void timeLimit(Ranks ranks) {
        Communicator one = ranks.world(1);
        for (Mono<?> waiting : List.of(one.receive(0, TAG), one.irecv(room(1), 0, TAG), one.mprobe(0, TAG))) {
            Duration begin = ranks.time().now();
            ranks.time()
                    .during(() -> assertThatThrownBy(() -> waiting.block(LIMIT))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessage("no end within PT10S; the operation is cancelled"));
            assertThat(ranks.time().now()).isGreaterThanOrEqualTo(begin.plus(LIMIT));
        }
        ranks.world(0).isend(ints(5), 1, TAG).block(TIMEOUT);
        assertThat(one.receive(0, TAG).block(TIMEOUT).as(Codecs.ints())).containsExactly(5);
    }

    @OnEveryChannel
    @DisplayName("RX-6 block() of each operation throws on threads that must not block, and starts nothing")
    void nonBlockingThreads(Ranks ranks) {
        Communicator zero = ranks.world(0);
        List<Mono<?>> operations = List.of(
                zero.isend(ints(1), 1, TAG),
                zero.ibsend(ints(1), 1, TAG),
                zero.irecv(room(1), Mpi.PROC_NULL, TAG),
                zero.iprobe(1, TAG),
                zero.barrier(),
                zero.dup(),
                zero.free(),
                zero.channel(1),
                zero.failures().failed(),
                zero.buffers().attachAutomatic(),
                zero.sendStream(Flux.just("value"), Codecs.string(), 1, TAG));

        assertRefused(operations, "one of the threads that Reactor lets nobody block")
                .subscribeOn(Schedulers.parallel())
                .block(TIMEOUT);
        assertRefused(operations, "which moves this rank's messages, and would wait for itself")
                .subscribeOn(zero.scheduler())
                .block(TIMEOUT);
        assertThat(ranks.pending(0).block(TIMEOUT)).isEmpty();
    }

    private static Mono<Void> assertRefused(List<Mono<?>> operations, String why) {
        return Mono.fromRunnable(() -> operations.forEach(operation -> assertThatThrownBy(operation::block)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(
                        "a blocking call on " + Thread.currentThread().getName() + ", " + why)));
    }

    @OnEveryChannel
    @DisplayName("REQ-1 operations of any kind stand in waits for many, with the empty status where they have none")
    void waitAll(Ranks ranks) {
        Communicator one = ranks.world(1);
        Request far = Request.start(one.barrier());
        Request receive = Request.start(one.receive(0, TAG));
        Communicator zero = ranks.world(0);
        List<Request> requests = List.of(Request.start(zero.barrier()), Request.start(zero.isend(ints(1), 1, TAG)));

        assertThat(Requests.waitAll(requests).block(TIMEOUT)).containsExactly(Status.empty(), Status.of(0, TAG, 4));
        assertThat(Requests.waitAll(List.of(far, receive)).block(TIMEOUT))
                .containsExactly(Status.empty(), Status.empty());
    }

    @OnEveryChannel
    @DisplayName("PER-1 any operation of the library can be made persistent, and is started again and again")
    void persistent(Ranks ranks) {
        List<Communicator> worlds = List.of(ranks.world(0), ranks.world(1));
        List<PersistentRequest> barriers = worlds.stream()
                .map(world -> PersistentRequest.of(world.barrier()))
                .toList();
        PersistentRequest probe = PersistentRequest.of(worlds.get(1).probe(0, TAG));
        for (int round = 0; round < 3; round++) {
            Requests.startAll(barriers);
            assertThat(Requests.waitAll(barriers).block(TIMEOUT)).containsOnly(Status.empty());
            probe.start();
            worlds.get(0).isend(ints(1), 1, TAG).block(TIMEOUT);
            assertThat(probe.completion().block(TIMEOUT)).isEqualTo(Status.of(0, TAG, 4));
            worlds.get(1).receive(0, TAG).block(TIMEOUT);
        }
    }

    @OnEveryChannel
    @DisplayName("PRB-4 a persistent operation that is cancelled says so, and can be started again")
    void persistentCancelled(Ranks ranks) {
        PersistentRequest probe = PersistentRequest.of(ranks.world(1).probe(0, TAG));
        probe.start();
        probe.cancel();
        assertThat(probe.completion().block(TIMEOUT).isCancelled()).isTrue();

        probe.start();
        ranks.world(0).isend(ints(1), 1, TAG).block(TIMEOUT);
        assertThat(probe.completion().block(TIMEOUT)).isEqualTo(Status.of(0, TAG, 4));
        ranks.world(1).receive(0, TAG).block(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("PER-1 a Mono that is composed with operators of Reactor cannot be made persistent")
    void foreign(Ranks ranks) {
        Map<String, Mono<?>> foreign = Map.of(
                "MonoJust",
                Mono.just(1),
                "MonoMap",
                ranks.world(0).receive(1, TAG).map(Message::status));
        foreign.forEach((type, mono) -> assertThatThrownBy(() -> PersistentRequest.of(mono))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(type));
    }
}
