package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.lengths;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Payloads.untouched;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;
import static org.reactivempi.conformance.Traffic.value;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.Request;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** RCV: what a receive gets, where it puts it, and what its status says. */
class ReceiveTest {

    @TempDir
    static Path directory;

    @OnEveryChannel(ranks = 3)
    @DisplayName("RCV-1 the status holds the actual source, tag and length, also for wildcards")
    void statusOfWildcards(Ranks ranks) {
        Communicator two = ranks.world(2);
        for (int length : lengths(ranks)) {
            for (int sender = 0; sender < 3; sender++) {
                int tag = 100 + sender;
                Request send = Request.start(ranks.world(sender).isend(bytes(length), 2, tag));
                Status status =
                        two.irecv(room(length + 9), Mpi.ANY_SOURCE, Mpi.ANY_TAG).block(TIMEOUT);
                assertThat(status).isEqualTo(Status.of(sender, tag, length));
                assertThat(status.isCancelled()).isFalse();
                send.completion().block(TIMEOUT);
            }
        }
    }

    @OnEveryChannel
    @DisplayName("RCV-1 a count is undefined when the length is no multiple of the type's size")
    void counts(Ranks ranks) {
        ranks.world(0).isend(bytes(12), 1, TAG).block(TIMEOUT);

        Status status = ranks.world(1).irecv(room(20), 0, TAG).block(TIMEOUT);
        assertThat(status.count(Datatype.BYTE)).hasValue(12);
        assertThat(status.count(Datatype.INT)).hasValue(3);
        assertThat(status.count(Datatype.LONG)).isEmpty();
    }

    @OnEveryChannel
    @DisplayName("RCV-2 a shorter message leaves the bytes behind it, and those around the region, untouched")
    void shorterMessages(Ranks ranks) {
        int before = 3;
        int behind = 70_000;
        for (int sender = 0; sender < 2; sender++) {
            for (int length : lengths(ranks)) {
                byte[] memory = untouched(before + length + behind);
                Buffer region = Buffers.of(memory, before, length + behind - 1);
                Request send = Request.start(ranks.world(sender).isend(bytes(length), 1, TAG));
                assertThat(ranks.world(1)
                                .irecv(region, sender, TAG)
                                .block(TIMEOUT)
                                .lengthBytes())
                        .isEqualTo(length);
                send.completion().block(TIMEOUT);

                byte[] wanted = untouched(memory.length);
                System.arraycopy(pattern(0, length), 0, wanted, before, length);
                assertThat(Arrays.equals(memory, wanted)).isTrue();
            }
        }
    }

    @OnEveryChannel
    @DisplayName("RCV-3 a longer message fails its receive, naming both sizes, and nothing else")
    void longerMessages(Ranks ranks) {
        Communicator one = ranks.world(1);
        for (int sender = 0; sender < 2; sender++) {
            Communicator from = ranks.world(sender);
            for (int length : lengths(ranks)) {
                if (length == 0) {
                    continue;
                }
                for (Mono<Status> send :
                        List.of(from.isend(bytes(length), 1, TAG), from.issend(bytes(length), 1, TAG))) {
                    assertTruncated(ranks, send, sender, length, true);
                    assertTruncated(ranks, send, sender, length, false);
                }
            }
            assertThat(exchange(from, one, 42)).isEqualTo(42);
        }
    }

    private static void assertTruncated(Ranks ranks, Mono<Status> send, int sender, int length, boolean expected) {
        int roomBytes = length - 1;
        byte[] memory = untouched(roomBytes + 100);
        Request send1 = expected ? null : Request.start(send);
        if (!expected) {
            meet(ranks);
        }
        Request receive = Request.start(ranks.world(1).irecv(Buffers.of(memory, 0, roomBytes), sender, TAG));
        Request sent = expected ? Request.start(send) : send1;
        Request next = Request.start(ranks.world(1).irecv(room(length), sender, TAG));
        Request following = Request.start(send);

        StepVerifier.create(receive.completion())
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(TruncationException.class, truncation -> {
                            assertThat(truncation.errorClass()).isEqualTo(ErrorClass.TRUNCATE);
                            assertThat(truncation.status()).isEqualTo(Status.of(sender, TAG, length));
                            assertThat(truncation.roomBytes()).isEqualTo(roomBytes);
                        })
                        .hasMessageContainingAll(
                                length + " bytes", roomBytes + " bytes", "rank " + sender, "tag " + TAG))
                .verify(TIMEOUT);
        assertThat(sent.completion().block(TIMEOUT)).isEqualTo(Status.of(sender, TAG, length));
        assertThat(next.completion().block(TIMEOUT)).isEqualTo(Status.of(sender, TAG, length));
        following.completion().block(TIMEOUT);
        assertThat(Arrays.equals(memory, untouched(memory.length)))
                .as("memory of a receive that failed")
                .isTrue();
    }

    @Tag("long")
    @OnEveryChannel
    @DisplayName("RCV-3 a message that no memory can be had for fails its receive, and stays for one that has room")
    void noMemory(Ranks ranks) throws IOException {
        long moreThanTheHeap = Runtime.getRuntime().maxMemory();
        assumeThat(moreThanTheHeap).isLessThan(Integer.MAX_VALUE - 8);
        Communicator zero = ranks.world(0);
        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve("sparse").toFile(), "rw")) {
            Buffer data = Buffers.of(file.getChannel().map(MapMode.READ_WRITE, 0, moreThanTheHeap));
            for (int destination : new int[] {1, 0}) {
                Communicator receiver = ranks.world(destination);
                Request posted = Request.start(receiver.receive(0, TAG).map(Message::status));
                Request send = Request.start(zero.isend(data, destination, TAG));
                assertNoMemory(posted.completion(), moreThanTheHeap);
                assertNoMemory(receiver.receive(0, TAG), moreThanTheHeap);
                assertThat(receiver.probe(0, TAG).block(TIMEOUT).lengthBytes()).isEqualTo(moreThanTheHeap);
                MatchedMessage taken = receiver.mprobe(0, TAG).block(TIMEOUT);
                assertNoMemory(taken.receive(), moreThanTheHeap);
                // It is there, since it is too long: its sender ends, and nothing has to be copied.
                StepVerifier.create(taken.receive(room(4)))
                        .expectError(TruncationException.class)
                        .verify(TIMEOUT);
                send.completion().block(TIMEOUT);
                assertThat(exchange(zero, receiver, 42)).isEqualTo(42);
            }
        }
    }

    private static void assertNoMemory(Mono<?> receive, long lengthBytes) {
        assertFails(
                receive,
                ErrorClass.NO_MEM,
                String.valueOf(lengthBytes),
                "at most " + (Integer.MAX_VALUE - 8) + " bytes");
    }

    @OnEveryChannel
    @DisplayName("RCV-4 messages of no bytes match, complete and carry a status like any other")
    void emptyMessages(Ranks ranks) {
        Communicator zero = ranks.world(0);
        for (int destination = 0; destination < 2; destination++) {
            Communicator to = ranks.world(destination);
            Request receive = Request.start(to.irecv(Buffer.empty(), 0, TAG));
            meet(ranks);
            assertThat(receive.isComplete()).isFalse();
            zero.issend(Buffer.empty(), destination, TAG).block(TIMEOUT);
            assertThat(receive.completion().block(TIMEOUT)).isEqualTo(Status.of(0, TAG, 0));

            zero.isend(Buffers.of(new int[3], 3, 0), destination, TAG).block(TIMEOUT);
            assertThat(to.receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG).block(TIMEOUT).status())
                    .isEqualTo(Status.of(0, TAG, 0));
        }
    }

    @OnEveryChannel(settings = "eager-limit-bytes=0")
    @DisplayName("RCV-4 an empty synchronous message takes part in matching and in order")
    void emptyMessagesInOrder(Ranks ranks) {
        Communicator zero = ranks.world(0);
        List<Mono<Status>> sends = List.of(
                zero.isend(bytes(5), 1, TAG), zero.issend(Buffer.empty(), 1, TAG), zero.isend(bytes(6), 1, TAG));
        sends.forEach(Mono::subscribe);

        StepVerifier.create(ranks.world(1)
                        .irecv(room(6), 0, TAG)
                        .map(Status::lengthBytes)
                        .repeat(2))
                .expectNext(5L, 0L, 6L)
                .expectComplete()
                .verify(TIMEOUT);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("RCV-5 ANY_SOURCE takes any source with the tag, and leaves other tags alone")
    void anySource(Ranks ranks) {
        Communicator two = ranks.world(2);
        ranks.world(0).isend(ints(0), 2, TAG + 1).block(TIMEOUT);
        Request receive = Request.start(two.irecv(room(4), Mpi.ANY_SOURCE, TAG));
        meet(ranks);
        assertThat(receive.isComplete()).isFalse();

        ranks.world(1).isend(ints(1), 2, TAG).block(TIMEOUT);
        assertThat(receive.completion().block(TIMEOUT)).isEqualTo(Status.of(1, TAG, 4));
        assertThat(two.receive(Mpi.ANY_SOURCE, TAG + 1).block(TIMEOUT).status()).isEqualTo(Status.of(0, TAG + 1, 4));
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("RCV-5 ANY_TAG takes any tag from the source, and leaves other sources alone")
    void anyTag(Ranks ranks) {
        Communicator two = ranks.world(2);
        ranks.world(0).isend(ints(0), 2, TAG).block(TIMEOUT);
        Request receive = Request.start(two.irecv(room(4), 1, Mpi.ANY_TAG));
        meet(ranks);
        assertThat(receive.isComplete()).isFalse();

        ranks.world(1).isend(ints(1), 2, TAG + 9).block(TIMEOUT);
        assertThat(receive.completion().block(TIMEOUT)).isEqualTo(Status.of(1, TAG + 9, 4));
        assertThat(two.receive(0, Mpi.ANY_TAG).block(TIMEOUT).status()).isEqualTo(Status.of(0, TAG, 4));
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("RCV-5 ANY_SOURCE with ANY_TAG takes whatever comes, each message once")
    void anything(Ranks ranks) {
        Communicator two = ranks.world(2);
        int rounds = 50;
        for (int sender = 0; sender < 3; sender++) {
            for (int tag = 0; tag < rounds; tag++) {
                ranks.world(sender).isend(ints(sender * rounds + tag), 2, tag).subscribe();
            }
        }

        List<Integer> received = two.receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG)
                .map(message -> {
                    assertThat(value(message))
                            .isEqualTo(message.status().source() * rounds
                                    + message.status().tag());
                    return value(message);
                })
                .repeat(3 * rounds - 1)
                .collectList()
                .block(TIMEOUT);
        assertThat(received).doesNotHaveDuplicates().hasSize(3 * rounds);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("RCV-6, COL-3 a receive of any message does not get those of a barrier")
    void receivesDoNotSeeBarriers(Ranks ranks) {
        Communicator one = ranks.world(1);
        Request any = Request.start(one.irecv(room(4), Mpi.ANY_SOURCE, Mpi.ANY_TAG));
        List<Request> likeTheBarriers =
                List.of(Request.start(one.irecv(room(4), 0, 0)), Request.start(one.irecv(room(4), 2, 1)));
        meet(ranks);
        assertThat(any.isComplete()).isFalse();
        assertThat(likeTheBarriers).noneMatch(Request::isComplete);

        ranks.world(2).isend(ints(1), 1, 1).block(TIMEOUT);
        assertThat(any.completion().block(TIMEOUT)).isEqualTo(Status.of(2, 1, 4));
        ranks.world(2).isend(ints(2), 1, 1).block(TIMEOUT);
        ranks.world(0).isend(ints(3), 1, 0).block(TIMEOUT);
        assertThat(likeTheBarriers.get(0).completion().block(TIMEOUT)).isEqualTo(Status.of(0, 0, 4));
        assertThat(likeTheBarriers.get(1).completion().block(TIMEOUT)).isEqualTo(Status.of(2, 1, 4));
    }

    @OnEveryChannel
    @DisplayName("RCV-6, COL-3 messages with the source and tag of a barrier's own do not release it")
    void barriersDoNotSeeMessages(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        for (int tag = 0; tag < 3; tag++) {
            zero.isend(Buffer.empty(), 1, tag).block(TIMEOUT);
        }
        Request barrier = Request.start(one.barrier().thenReturn(Status.empty()));
        // From rank 0, after its messages.
        assertThat(exchange(zero, one, 1)).isEqualTo(1);
        assertThat(exchange(one, zero, 2)).isEqualTo(2);
        assertThat(barrier.isComplete()).isFalse();

        zero.barrier().block(TIMEOUT);
        barrier.completion().block(TIMEOUT);
        for (int tag = 0; tag < 3; tag++) {
            assertThat(one.receive(0, tag).block(TIMEOUT).status()).isEqualTo(Status.of(0, tag, 0));
        }
    }

    @OnEveryChannel
    @DisplayName("RCV-1 a receive of any length gets a message of each, with its status")
    void receiveOfAnyLength(Ranks ranks) {
        for (int length : lengths(ranks)) {
            Request send = Request.start(ranks.world(0).isend(bytes(length), 1, TAG));
            assertThat(ranks.world(1).receive(0, TAG).block(TIMEOUT)).satisfies(message -> {
                assertThat(message.status()).isEqualTo(Status.of(0, TAG, length));
                assertThat(message.lengthBytes()).isEqualTo(length);
                assertThat(Arrays.equals(message.toByteArray(), pattern(0, length)))
                        .isTrue();
            });
            send.completion().block(TIMEOUT);
        }
    }
}
