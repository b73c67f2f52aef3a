package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.lengths;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.NotReadyException;
import org.reactivempi.Request;
import org.reactivempi.Status;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

/** MODE: ready sends, and each mode with each kind of receive. */
class ReadySendTest {

    @OnEveryChannel
    @DisplayName("MODE-4 a ready send of any length meets the receive that is posted")
    void meetsPostedReceives(Ranks ranks) {
        Communicator zero = ranks.world(0);
        for (int destination = 0; destination < 2; destination++) {
            for (int length : lengths(ranks)) {
                byte[] room = new byte[length];
                Request receive = Request.start(ranks.world(destination).irecv(Buffers.of(room), 0, TAG));
                meet(ranks);
                assertThat(zero.irsend(bytes(length), destination, TAG).block(TIMEOUT))
                        .isEqualTo(Status.of(0, TAG, length));
                assertThat(receive.completion().block(TIMEOUT)).isEqualTo(Status.of(0, TAG, length));
                assertThat(room).isEqualTo(pattern(0, length));
            }
        }
    }

    @OnEveryChannel
    @DisplayName("MODE-4 a ready send of any length that finds no receive fails and says so; the receiver is unharmed")
    void nobodyIsReady(Ranks ranks) {
        Communicator zero = ranks.world(0);
        for (int destination = 0; destination < 2; destination++) {
            Communicator to = ranks.world(destination);
            int there = destination;
            Request other = Request.start(to.irecv(room(4), 0, TAG + 1));
            for (int length : lengths(ranks)) {
                StepVerifier.create(zero.irsend(bytes(length), destination, TAG))
                        .expectErrorSatisfies(error -> assertNotReady(error, there))
                        .verify(TIMEOUT);
                assertThat(to.iprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG).block(TIMEOUT))
                        .isNull();
                assertThat(exchange(zero, to, length)).isEqualTo(length);
            }
            zero.irsend(ints(1), destination, TAG + 1).block(TIMEOUT);
            other.completion().block(TIMEOUT);
        }
    }

    private static void assertNotReady(Throwable error, int destination) {
        assertThat(error).isInstanceOfSatisfying(NotReadyException.class, notReady -> {
            assertThat(notReady.errorClass()).isEqualTo(ErrorClass.OTHER);
            assertThat(notReady.destination()).isEqualTo(destination);
            assertThat(notReady.tag()).isEqualTo(TAG);
            assertThat(notReady).hasMessageContaining("rank " + destination).hasMessageContaining("tag " + TAG);
        });
    }

    @OnEveryChannel
    @DisplayName("MODE-4 ready sends that find none take nothing from what may be sent eagerly")
    void costsNoCredit(Ranks ranks) {
        Communicator zero = ranks.world(0);
        int length = ranks.eagerLimitBytes();
        int sends = 2 * (ranks.eagerCreditBytes() / length);
        for (int i = 0; i < sends; i++) {
            StepVerifier.create(zero.irsend(room(length), 1, TAG))
                    .expectError(NotReadyException.class)
                    .verify(TIMEOUT);
        }
        zero.isend(room(length), 1, TAG).block(TIMEOUT);
        ranks.world(1).receive(0, TAG).block(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("MODE-4 a blocking ready send returns, or throws what the other gives")
    void blocking(Ranks ranks) {
        Communicator zero = ranks.world(0);
        assertThatThrownBy(() -> zero.blocking().rsend(ints(1), 1, TAG)).isInstanceOf(NotReadyException.class);
        Request receive = Request.start(ranks.world(1).irecv(room(4), 0, TAG));
        meet(ranks);
        assertThat(zero.blocking().rsend(ints(1), 1, TAG)).isEqualTo(Status.of(0, TAG, 4));
        receive.completion().block(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("MODE-4 RX-3 a ready send that fails may be tried again until its receive is posted")
    void retried(Ranks ranks) {
        AtomicInteger failures = new AtomicInteger();
        Sinks.Empty<Void> enough = Sinks.empty();
        Mono<Status> send = ranks.world(0)
                .irsend(ints(5), 1, TAG)
                .doOnError(notReady -> {
                    if (failures.incrementAndGet() == 3) {
                        enough.tryEmitEmpty();
                    }
                })
                .retry();
        Mono<Message> received = ranks.world(1).receive(0, TAG).delaySubscription(enough.asMono());
        assertThat(Mono.zip(send, received)
                        .map(both -> Traffic.value(both.getT2()))
                        .block(TIMEOUT))
                .isEqualTo(5);
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName("MODE-5 each mode of sending pairs with each way of receiving, at every length")
    void everyPair(Ranks ranks) {
        for (int destination = 0; destination < 2; destination++) {
            Communicator to = ranks.world(destination);
            int there = destination;
            for (int length : lengths(ranks)) {
                for (Mono<Status> send : sends(ranks.world(0), length, there)) {
                    for (Supplier<Mono<byte[]>> receive : receives(to, length)) {
                        Mono<byte[]> received = receive.get().cache();
                        received.subscribe();
                        meet(ranks);
                        assertThat(send.block(TIMEOUT)).isEqualTo(Status.of(0, TAG, length));
                        assertThat(received.block(TIMEOUT)).isEqualTo(pattern(0, length));
                    }
                }
            }
        }
    }

    private static List<Mono<Status>> sends(Communicator from, int length, int destination) {
        return List.of(
                from.isend(bytes(length), destination, TAG),
                from.issend(bytes(length), destination, TAG),
                from.irsend(bytes(length), destination, TAG));
    }

    private static List<Supplier<Mono<byte[]>>> receives(Communicator to, int length) {
        byte[] room = new byte[length];
        return List.of(
                () -> to.irecv(Buffers.of(room), 0, TAG).thenReturn(room),
                () -> to.receive(Mpi.ANY_SOURCE, TAG).map(Message::toByteArray),
                () -> to.mprobe(0, Mpi.ANY_TAG)
                        .flatMap(message -> message.receive(Buffers.of(room)))
                        .thenReturn(room),
                () -> to.mprobe(0, TAG).flatMap(message -> message.receive()).map(Message::toByteArray));
    }
}
