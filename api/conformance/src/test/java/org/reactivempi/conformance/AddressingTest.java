package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Traffic.assertUsable;
import static org.reactivempi.conformance.Traffic.value;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Status;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.StepVerifierOptions;

/** ARG: which ranks, tags and buffers are allowed, and what happens to the others. SRV-2: the null process. */
class AddressingTest {

    @OnEveryChannel(ranks = 3)
    @DisplayName("ARG-1 a destination outside 0 to size-1 fails with the rank error class, naming value and size")
    void destinations(Ranks ranks) {
        Kind.prepare(ranks);
        Kind.all(Kind::isSend).forEach(kind -> {
            for (int wrong : new int[] {3, -3, Mpi.ANY_SOURCE, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                assertFails(kind, kind.of(ranks.world(0), wrong), ErrorClass.RANK, String.valueOf(wrong), "0..2");
            }
        });
        assertUsable(ranks);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("ARG-1 a source outside 0 to size-1 that is not ANY_SOURCE fails with the rank error class")
    void sources(Ranks ranks) {
        Kind.all(kind -> !kind.isSend()).forEach(kind -> {
            for (int wrong : new int[] {3, -3, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                assertFails(kind, kind.of(ranks.world(0), wrong), ErrorClass.RANK, String.valueOf(wrong), "0..2");
            }
        });
        assertUsable(ranks);
    }

    @OnEveryChannel
    @DisplayName("ARG-2 tags 0 and the upper bound, which is at least 32767, carry messages")
    void allowedTags(Ranks ranks) {
        int largest = ranks.world(0).tagUpperBound();
        assertThat(largest).isGreaterThanOrEqualTo(32767);
        for (int tag : new int[] {0, 32767, largest}) {
            ranks.world(0).isend(ints(tag), 1, tag).block(TIMEOUT);
        }
        for (int tag : new int[] {largest, 32767, 0}) {
            assertThat(value(ranks.world(1).receive(0, tag).block(TIMEOUT))).isEqualTo(tag);
        }
    }

    @OnEveryChannel
    @DisplayName("ARG-2 any other tag fails with the tag error class, naming the value; ANY_TAG is for receives only")
    void wrongTags(Ranks ranks) {
        Kind.prepare(ranks);
        for (Kind kind : Kind.values()) {
            assertRefusesTag(ranks, kind, -2);
            assertRefusesTag(ranks, kind, Integer.MIN_VALUE);
            if (kind.isSend()) {
                assertRefusesTag(ranks, kind, Mpi.ANY_TAG);
            }
        }
        assertUsable(ranks);
    }

    private static void assertRefusesTag(Ranks ranks, Kind kind, int wrong) {
        for (int peer : new int[] {0, 1, Mpi.PROC_NULL}) {
            assertFails(kind, kind.of(ranks.world(0), room(4), peer, wrong), ErrorClass.TAG, String.valueOf(wrong));
        }
    }

    @OnEveryChannel
    @DisplayName("ARG-3 a negative count, and a region outside its memory, fail before anything is sent or posted")
    void wrongRegions(Ranks ranks) {
        Kind.prepare(ranks);
        Map<Buffer, ErrorClass> wrong = Map.of(
                Buffers.of(new byte[4], 0, -1), ErrorClass.COUNT,
                Buffers.of((byte[]) null, 0, -1), ErrorClass.COUNT,
                Buffers.of(new int[4], 2, 3), ErrorClass.BUFFER,
                Buffers.of(new long[4], -1, 2), ErrorClass.BUFFER,
                Buffers.of(new double[4], Integer.MAX_VALUE, 2), ErrorClass.BUFFER,
                Buffers.of(new char[4], 5, 0), ErrorClass.BUFFER,
                Buffers.of((short[]) null, 0, 1), ErrorClass.BUFFER,
                Buffers.of((float[]) null), ErrorClass.BUFFER);

        Kind.all(Kind::hasBuffer)
                .forEach(kind -> wrong.forEach((buffer, errorClass) -> {
                    for (int peer : new int[] {0, 1, Mpi.PROC_NULL}) {
                        assertFails(kind, kind.of(ranks.world(0), buffer, peer, TAG), errorClass);
                    }
                }));
        assertUsable(ranks);
    }

    @OnEveryChannel
    @DisplayName("ARG-3 a read-only buffer can be sent and not received into")
    void readOnly(Ranks ranks) {
        Kind.prepare(ranks);
        Buffer readOnly = Buffers.of(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}).asReadOnlyBuffer());

        Kind.all(Kind::writes).forEach(kind -> {
            for (int peer : new int[] {0, 1, Mpi.PROC_NULL}) {
                assertFails(kind, kind.of(ranks.world(0), readOnly, peer, TAG), ErrorClass.BUFFER);
            }
        });
        Kind.all(kind -> kind.hasBuffer() && !kind.writes()).forEach(kind -> {
            CompletableFuture<Message> received = ranks.world(1).receive(0, TAG).toFuture();
            // Posted when this has run: a ready send needs it.
            ranks.pending(1).block(TIMEOUT);
            Flux.from(kind.of(ranks.world(0), readOnly, 1, TAG)).blockLast(TIMEOUT);
            assertThat(Mono.fromFuture(received).map(Message::toByteArray).block(TIMEOUT))
                    .as("%s", kind)
                    .containsExactly(1, 2, 3, 4);
        });
        assertUsable(ranks);
    }

    @OnEveryChannel
    @DisplayName("ARG-3 a null array with count 0 is a message of no bytes")
    void nullOfNothing(Ranks ranks) {
        ranks.world(0).isend(Buffers.of((int[]) null, 0, 0), 1, TAG).block(TIMEOUT);
        ranks.world(0).issend(Buffers.of((byte[]) null, 5, 0), 1, TAG).subscribe();
        for (int i = 0; i < 2; i++) {
            assertThat(ranks.world(1)
                            .irecv(Buffers.of((long[]) null, 0, 0), 0, TAG)
                            .block(TIMEOUT))
                    .isEqualTo(Status.of(0, TAG, 0));
        }
    }

    @OnEveryChannel
    @DisplayName("ARG-4 every operation of a closed session fails with the session error class")
    void closedSession(Ranks ranks) {
        Kind.prepare(ranks);
        Map<String, Publisher<?>> operations = operations(ranks);
        ranks.session(0).close().block(TIMEOUT);

        operations.forEach((name, operation) -> assertFails(name, operation, ErrorClass.SESSION));
        operations(ranks).forEach((name, operation) -> assertFails(name, operation, ErrorClass.SESSION));
    }

    @OnEveryChannel
    @DisplayName("ARG-4 an operation that comes while the session closes fails, and what runs goes on")
    void closingSession(Ranks ranks) {
        Kind.prepare(ranks);
        StepVerifier.create(ranks.world(0).receive(1, TAG))
                .expectSubscription()
                .then(() -> {
                    ranks.session(0).close().subscribe();
                    // The close is in the mailbox before this, so it has begun when this has run.
                    ranks.pending(0).block(TIMEOUT);
                    operations(ranks).forEach((name, operation) -> assertFails(name, operation, ErrorClass.SESSION));
                    ranks.world(1).isend(ints(5), 0, TAG).subscribe();
                })
                .assertNext(message -> assertThat(value(message)).isEqualTo(5))
                .expectComplete()
                .verify(TIMEOUT);
        ranks.session(0).close().block(TIMEOUT);
    }

    /** Operations of every kind, with every kind of peer, and operations that have no peer. */
    private static Map<String, Publisher<?>> operations(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Map<String, Publisher<?>> operations = new LinkedHashMap<>();
        for (Kind kind : Kind.values()) {
            for (int peer : new int[] {0, 1, Mpi.PROC_NULL}) {
                operations.put(kind + " " + peer, kind.of(zero, peer));
            }
            if (!kind.isSend()) {
                operations.put(kind + " any", kind.of(zero, room(4), Mpi.ANY_SOURCE, Mpi.ANY_TAG));
            }
        }
        operations.put("channel", zero.channel(1));
        operations.put("barrier", zero.barrier());
        operations.put("dup", zero.dup());
        operations.put("split", zero.split(0, 0));
        operations.put("attachBuffer", zero.buffers().attach(100));
        operations.put("attachAutomaticBuffer", zero.buffers().attachAutomatic());
        operations.put("flushBuffer", zero.buffers().flush());
        operations.put("detachBuffer", zero.buffers().detach());
        operations.put("attachBuffer of the session", ranks.session(0).buffers().attach(100));
        operations.put("flushBuffer of the session", ranks.session(0).buffers().flush());
        operations.put("detachBuffer of the session", ranks.session(0).buffers().detach());
        return operations;
    }

    @OnEveryChannel
    @DisplayName("ARG-5 wrong arguments are no error until an operation is subscribed, then each time")
    void errorsComeWithTheSubscription(Ranks ranks) {
        Kind.prepare(ranks);
        for (Kind kind : Kind.values()) {
            Publisher<?> operation = kind.of(ranks.world(0), 9);
            assertFails(kind, operation, ErrorClass.RANK);
            assertFails(kind, operation, ErrorClass.RANK);
            assertUsable(ranks);
        }
    }

    @OnEveryChannel
    @DisplayName("SRV-2 operations with the null process complete at once, without effect")
    void nullProcess(Ranks ranks) {
        Communicator zero = ranks.world(0);
        byte[] room = {1, 2};
        Status nobody = Status.noProcess();
        assertThat(nobody).isEqualTo(Status.of(Mpi.PROC_NULL, Mpi.ANY_TAG, 0));

        assertThat(zero.isend(ints(1), Mpi.PROC_NULL, TAG).block(TIMEOUT)).isNotNull();
        assertThat(zero.issend(ints(1), Mpi.PROC_NULL, TAG).block(TIMEOUT)).isNotNull();
        assertThat(zero.irecv(Buffers.of(room), Mpi.PROC_NULL, TAG).block(TIMEOUT))
                .isEqualTo(nobody);
        assertThat(zero.receive(Mpi.PROC_NULL, Mpi.ANY_TAG).block(TIMEOUT).status())
                .isEqualTo(nobody);
        assertThat(room).containsExactly(1, 2);
        assertUsable(ranks);
    }

    private static void assertFails(Object name, Publisher<?> operation, ErrorClass errorClass, String... words) {
        StepVerifier.create(operation, StepVerifierOptions.create().scenarioName(name.toString()))
                .expectErrorSatisfies(error -> assertThat(error)
                        .as("%s", name)
                        .isInstanceOfSatisfying(
                                MpiException.class,
                                failure -> assertThat(failure.errorClass()).isEqualTo(errorClass))
                        .satisfies(failure -> List.of(words)
                                .forEach(word -> assertThat(failure).hasMessageContaining(word))))
                .verify(TIMEOUT);
    }
}
