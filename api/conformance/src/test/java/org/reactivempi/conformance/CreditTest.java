package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Family.dup;
import static org.reactivempi.conformance.Family.free;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.room;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Request;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** Senders that outrun their receiver: credit for eager messages runs out, and nothing else happens. */
class CreditTest {

    private static final int TAGS = 7;
    private static final int MESSAGES = 3000;
    /** What a message costs in addition to its payload; see docs/wire.md. */
    private static final int OVERHEAD_BYTES = 352;
    /** Messages of 1000 bytes for which a half of the credit is enough: so much at least is not to be returned later. */
    private static final int AT_ONCE = 48;

    @OnEveryChannel(
            settings = {"eager-credit-bytes=131072", "eager-limit-bytes=65536"},
            timeoutSeconds = 40)
    @DisplayName(
            "ORD-1 thousands of unexpected messages beyond the credit, received in a random order of tags: none lost")
    void manyUnexpectedMessages(Ranks ranks) {
        assertNothingIsLost(ranks, 0);
    }

    @OnEveryChannel(
            ranks = 1,
            settings = {"eager-credit-bytes=131072", "eager-limit-bytes=65536"},
            timeoutSeconds = 40)
    @DisplayName("ORD-1 the same to oneself")
    void manyUnexpectedMessagesToOneself(Ranks ranks) {
        assertNothingIsLost(ranks, 0);
    }

    @OnEveryChannel(settings = {"eager-credit-bytes=16384", "eager-limit-bytes=12000"})
    @DisplayName(
            "PRG-6, PRB-6 a message that goes back to its queue in the turn in which it was taken takes its credit along")
    void goesBackWithItsCredit(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        for (int round = 0; round < 20; round++) {
            one.isend(bytes(1), 1, TAG).block(TIMEOUT);
            // It alone costs more than a half of the credit, which is when credit goes back.
            Request send = Request.start(zero.isend(bytes(8192), 1, TAG));
            one.probe(0, TAG).block(TIMEOUT);
            // In one step both are taken; the first one's signal cancels the other.
            Message first = Mono.firstWithSignal(one.receive(1, TAG), one.receive(0, TAG))
                    .subscribeOn(one.scheduler())
                    .block(TIMEOUT);
            assertThat(first.status().source()).isEqualTo(1);
            assertThat(one.receive(0, TAG).block(TIMEOUT).lengthBytes()).isEqualTo(8192);
            // Not before: without credit it waits for its receive.
            send.completion().block(TIMEOUT);
        }
        assertThat(exchange(zero, one, 7)).isEqualTo(7);
    }

    @OnEveryChannel(settings = {"eager-credit-bytes=16384", "eager-limit-bytes=12000"})
    @DisplayName("RES-1 messages that nobody asks for leave the rest of the credit to others")
    void leavesTheRest(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        // Less than a half of the credit, so that none of it goes back.
        for (int i = 0; i < 20; i++) {
            assertThat(exchange(zero, one, 0)).isZero();
        }
        // With those, more than all of it.
        for (int i = 1; i <= 30; i++) {
            zero.isend(bytes(0), 1, TAG + i).block(TIMEOUT);
            one.probe(0, TAG + i).block(TIMEOUT);
            assertThat(exchange(one, zero, 0)).isZero();
        }
        for (int i = 1; i <= 30; i++) {
            one.irecv(room(0), 0, TAG + i).block(TIMEOUT);
        }
    }

    private static void assertNothingIsLost(Ranks ranks, int source) {
        Communicator from = ranks.world(source);
        int destination = ranks.size() - 1;
        Communicator to = ranks.world(destination);
        Random random = new Random(7);
        List<Deque<Integer>> sent = new ArrayList<>();
        for (int tag = 0; tag < TAGS; tag++) {
            sent.add(new ArrayDeque<>());
        }
        AtomicInteger complete = new AtomicInteger();
        List<Integer> tags = new ArrayList<>();
        for (int number = 0; number < MESSAGES; number++) {
            int tag = random.nextInt(TAGS);
            tags.add(tag);
            sent.get(tag).add(number);
            Buffer data = numbered(number, length(random));
            (random.nextInt(5) == 0 ? from.issend(data, destination, tag) : from.isend(data, destination, tag))
                    .subscribe(status -> complete.incrementAndGet());
        }
        meet(ranks);
        assertThat(complete.get()).as("sends that have been buffered").isBetween(1, MESSAGES / 2);

        Collections.shuffle(tags, random);
        for (int tag : tags) {
            Message message = to.receive(random.nextBoolean() ? source : Mpi.ANY_SOURCE, tag)
                    .block(TIMEOUT);
            assertThat(number(message)).isEqualTo(sent.get(tag).remove());
            byte[] payload = message.toByteArray();
            assertThat(payload[payload.length - 1]).isEqualTo((byte) payload.length);
        }
        meet(ranks);
        assertThat(complete).hasValue(MESSAGES);
    }

    @OnEveryChannel(settings = "eager-credit-bytes=131072")
    @DisplayName("MODE-1 credit that was used up comes back: short messages are buffered again")
    void creditComesBack(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        for (int round = 0; round < 5; round++) {
            AtomicInteger complete = new AtomicInteger();
            int messages = 400;
            for (int i = 0; i < messages; i++) {
                zero.isend(bytes(1000), 1, 1).subscribe(status -> complete.incrementAndGet());
            }
            meet(ranks);
            // As much as the credit allows, but for what is given back in one go.
            assertThat(complete.get()).isBetween(48, 96);
            one.receive(0, 1).repeat(messages - 1).blockLast(TIMEOUT);
            meet(ranks);
            assertThat(complete).hasValue(messages);
        }
        assertThat(exchange(zero, one, 5)).isEqualTo(5);
    }

    @OnEveryChannel(ranks = 4, settings = "unexpected-limit-bytes=1048576")
    @DisplayName("RES-1 what a rank keeps in all has a limit: each of its peers fills its share, and waits")
    void limitOfTheRank(Ranks ranks) {
        meet(ranks);
        int messages = 400;
        AtomicInteger complete = new AtomicInteger();
        for (int i = 0; i < messages; i++) {
            for (int source = 0; source < 4; source++) {
                ranks.world(source).isend(bytes(1000), 0, 1).subscribe(status -> complete.incrementAndGet());
            }
        }
        meet(ranks);
        int share = (1 << 20) / 4 / (1000 + OVERHEAD_BYTES);
        // What has come back belongs to the barriers.
        assertThat(complete.get()).isBetween(4 * share - 4, 4 * share);

        ranks.world(0).receive(Mpi.ANY_SOURCE, 1).repeat(4 * messages - 1).blockLast(TIMEOUT);
        meet(ranks);
        assertThat(complete).hasValue(4 * messages);
    }

    @OnEveryChannel(settings = "eager-credit-bytes=131072")
    @DisplayName("RES-1 PRB-5 credit of messages that are withdrawn comes back")
    void creditOfWithdrawnMessages(Ranks ranks) {
        assertCreditComesBack(ranks, (from, to) -> {
            List<Request> sends = requests(from.issend(bytes(1000), to.rank(), TAG));
            meet(ranks);
            sends.forEach(Request::cancel);
            meet(ranks);
            assertThat(sends)
                    .allSatisfy(
                            send -> assertThat(send.completion().block(TIMEOUT)).matches(Status::isCancelled));
        });
    }

    @OnEveryChannel(settings = "eager-credit-bytes=131072")
    @DisplayName("RES-1 RCV-3 credit of messages that are truncated comes back, expected ones or not")
    void creditOfTruncatedMessages(Ranks ranks) {
        assertCreditComesBack(ranks, (from, to) -> {
            List<Request> receives = requests(to.irecv(room(999), from.rank(), TAG));
            meet(ranks);
            requests(from.isend(bytes(1000), to.rank(), TAG));
            assertTruncated(receives);
        });
        assertCreditComesBack(ranks, (from, to) -> {
            requests(from.isend(bytes(1000), to.rank(), TAG));
            meet(ranks);
            assertTruncated(requests(to.irecv(room(999), from.rank(), TAG)));
        });
    }

    private static void assertTruncated(List<Request> receives) {
        assertThat(receives)
                .allSatisfy(
                        receive -> assertThatThrownBy(() -> receive.completion().block(TIMEOUT))
                                .isInstanceOf(TruncationException.class));
    }

    @OnEveryChannel(settings = "eager-credit-bytes=131072")
    @DisplayName("RES-1 RES-3 credit of messages that are dropped with their communicator comes back")
    void creditOfDroppedMessages(Ranks ranks) {
        assertCreditComesBack(ranks, (from, to) -> {
            List<Communicator> child = dup(worlds(ranks));
            requests(child.get(from.rank()).isend(bytes(1000), to.rank(), TAG));
            meet(ranks);
            free(child);
        });
    }

    @OnEveryChannel(settings = "eager-credit-bytes=131072")
    @DisplayName("RES-1 MODE-4 credit of ready sends that find no receive comes back")
    void creditOfRefusedMessages(Ranks ranks) {
        assertCreditComesBack(
                ranks,
                (from, to) -> assertThat(requests(from.irsend(bytes(1000), to.rank(), TAG)))
                        .allSatisfy(send -> assertThatThrownBy(
                                        () -> send.completion().block(TIMEOUT))
                                .isInstanceOf(MpiException.class)));
    }

    @OnEveryChannel(settings = "eager-credit-bytes=131072")
    @DisplayName("RES-1 PRB-3 credit of messages that probes have taken comes back when they are received")
    void creditOfTakenMessages(Ranks ranks) {
        assertCreditComesBack(ranks, (from, to) -> {
            requests(from.isend(bytes(1000), to.rank(), TAG));
            for (int i = 0; i < AT_ONCE; i++) {
                to.mprobe(from.rank(), TAG).flatMap(taken -> taken.receive()).block(TIMEOUT);
            }
        });
    }

    /** Some messages that end in one way or another, and leave nothing in their receiver. */
    @FunctionalInterface
    private interface Round {
        void run(Communicator from, Communicator to);
    }

    /** After more of them than there is credit, to another rank and to oneself, messages are buffered as before. */
    private static void assertCreditComesBack(Ranks ranks, Round round) {
        Communicator zero = ranks.world(0);
        for (Communicator to : List.of(ranks.world(1), zero)) {
            for (int i = 0; i < 5; i++) {
                round.run(zero, to);
            }
            meet(ranks);
            List<Request> sends = requests(zero.isend(bytes(1000), to.rank(), TAG));
            meet(ranks);
            assertThat(sends).allMatch(Request::isComplete, "buffered");
            to.receive(0, TAG).repeat(AT_ONCE - 1).blockLast(TIMEOUT);
        }
    }

    private static List<Request> requests(Mono<Status> operation) {
        return IntStream.range(0, AT_ONCE)
                .mapToObj(i -> Request.start(operation))
                .toList();
    }

    private static int length(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> 65_536;
            case 1 -> 65_537;
            case 2 -> 4 + random.nextInt(20_000);
            default -> 4 + random.nextInt(300);
        };
    }

    private static Buffer numbered(int number, int length) {
        byte[] data = new byte[length + 1];
        ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).putInt(number);
        data[length] = (byte) data.length;
        return Buffers.of(data);
    }

    private static int number(Message message) {
        return message.payload().getInt(0);
    }
}
