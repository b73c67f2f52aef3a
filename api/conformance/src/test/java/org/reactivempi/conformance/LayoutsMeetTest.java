package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.Packing;
import org.reactivempi.Payload;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.Request;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/**
 * Long messages of many layouts between two ranks: between ranks of one JVM, the receiver copies them from the sender's memory itself,
 * where their blocks are long enough.
 */
class LayoutsMeetTest {

    private static final int NUMBERS = 300_000;

    private static final int LONG_BYTES = 3_000_000;

    /** Of the same numbers, without gaps, in long blocks, in ones of another length, in short ones, and put together. */
    private static final List<Datatype> TYPES = List.of(
            Datatype.DOUBLE.contiguous(NUMBERS),
            Datatype.DOUBLE.vector(300, 1000, 1010),
            Datatype.DOUBLE.vector(7500, 40, 64),
            Datatype.DOUBLE.vector(NUMBERS, 1, 2),
            Datatype.DOUBLE.indexed(new long[] {100_000, 3, 199_997}, new long[] {200_600, 7, 500}));

    private interface Kind {

        Memory of(Datatype type);
    }

    /** Memory that a type's elements lie in, and the other bytes between them. */
    private record Memory(Buffer elements, Buffer all) {

        static Memory array(Datatype type) {
            double[] array = new double[Math.toIntExact(type.trueExtentBytes() / 8 + type.trueLowerBoundBytes() / 8)];
            return new Memory(Buffers.of(array).as(type, 1), Buffers.of(array));
        }

        static Memory direct(Datatype type) {
            return bytes(ByteBuffer.allocateDirect(length(type)), type);
        }

        static Memory heap(Datatype type) {
            return bytes(ByteBuffer.allocate(length(type)), type);
        }

        private static int length(Datatype type) {
            return Math.toIntExact(type.trueExtentBytes() + type.trueLowerBoundBytes());
        }

        private static Memory bytes(ByteBuffer memory, Datatype type) {
            memory.order(ByteOrder.LITTLE_ENDIAN);
            return new Memory(Buffers.of(memory).as(type, 1), Buffers.of(memory));
        }

        static Memory turned(Datatype type) {
            ByteBuffer memory = ByteBuffer.allocateDirect(length(type));
            return new Memory(Buffers.of(memory).as(type, 1), Buffers.of(memory));
        }
    }

    private static final List<Kind> KINDS = List.of(Memory::array, Memory::direct, Memory::heap, Memory::turned);

    private static double[] numbers(int seed) {
        return new Random(seed).doubles(NUMBERS).toArray();
    }

    private static ByteBuffer packed(double[] numbers) {
        ByteBuffer packed = ByteBuffer.allocate(8 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        packed.asDoubleBuffer().put(numbers);
        return packed;
    }

    private static byte[] content(Buffer memory) {
        byte[] content = new byte[Math.toIntExact(memory.lengthBytes())];
        Payload.of(memory).copyTo(0, ByteBuffer.wrap(content));
        return content;
    }

    private static void send(Ranks ranks, Buffer data, Buffer room) {
        Mono.when(ranks.world(1).irecv(room, 0, TAG), ranks.world(0).isend(data, 1, TAG))
                .block(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName(
            "DT-7, DT-9 long messages of every layout are received into every other, and the gaps keep their values")
    void everyLayout(Ranks ranks) {
        int seed = 0;
        for (Datatype from : TYPES) {
            for (Datatype to : TYPES) {
                seed++;
                double[] numbers = numbers(seed);
                Memory data = KINDS.get(seed % KINDS.size()).of(from);
                Memory room = KINDS.get(seed / KINDS.size() % KINDS.size()).of(to);
                Memory wanted = KINDS.get(seed / KINDS.size() % KINDS.size()).of(to);
                Packing.unpack(packed(numbers), data.elements());
                Packing.unpack(packed(numbers), wanted.elements());

                send(ranks, data.elements(), room.elements());

                assertThat(Arrays.equals(content(room.all()), content(wanted.all())))
                        .as("%s into %s", data.elements(), room.elements())
                        .isTrue();
            }
        }
    }

    @OnEveryChannel
    @DisplayName("DT-7 one array may be the memory of a send and of its receive, in places that they don't share")
    void sameArray(Ranks ranks) {
        int rows = 400;
        int length = 500;
        double[] matrix = new Random(7).doubles(2L * rows * length).toArray();
        double[] wanted = matrix.clone();
        for (int row = 0; row < rows; row++) {
            System.arraycopy(wanted, 2 * row * length, wanted, (2 * row + 1) * length, length);
        }
        Datatype everyOther = Datatype.DOUBLE.vector(rows, length, 2 * length);
        Buffer all = Buffers.of(matrix);
        send(ranks, all.as(everyOther, 1), all.as(8L * length, everyOther, 1));
        assertThat(matrix).isEqualTo(wanted);

        double[] halves = numbers(8);
        double[] doubled = halves.clone();
        System.arraycopy(doubled, 0, doubled, NUMBERS / 2, NUMBERS / 2);
        send(ranks, Buffers.of(halves, 0, NUMBERS / 2), Buffers.of(halves, NUMBERS / 2, NUMBERS / 2));
        assertThat(halves).isEqualTo(doubled);
    }

    @OnEveryChannel
    @DisplayName(
            "DT-7, RCV-3 what is too long, or of other elements, writes nothing, and what is shorter only its own part")
    void checked(Ranks ranks) {
        Datatype rows = TYPES.get(1);
        Memory data = Memory.array(rows);
        Packing.unpack(packed(numbers(1)), data.elements());
        Memory small = Memory.direct(Datatype.DOUBLE.vector(299, 1000, 1010));
        byte[] before = content(small.all());
        Mono<Status> received = ranks.world(1).irecv(small.elements(), 0, TAG);
        assertThatExceptionOfType(TruncationException.class)
                .isThrownBy(() -> Mono.whenDelayError(received, ranks.world(0).isend(data.elements(), 1, TAG))
                        .block(TIMEOUT));
        assertThat(content(small.all())).isEqualTo(before);

        float[] others = new float[2 * NUMBERS];
        Mono<Status> mistaken = ranks.world(1).irecv(Buffers.of(others), 0, TAG);
        assertFails(Mono.whenDelayError(mistaken, ranks.world(0).isend(data.elements(), 1, TAG)), ErrorClass.TYPE);
        assertThat(others).containsOnly(0);

        Memory large = Memory.array(Datatype.DOUBLE.vector(310, 1000, 1010));
        send(ranks, data.elements(), large.elements());
        byte[] room = content(large.all());
        byte[] source = content(data.all());
        assertThat(Arrays.equals(room, 0, source.length, source, 0, source.length))
                .isTrue();
        for (int i = source.length; i < room.length; i++) {
            assertThat(room[i]).isZero();
        }
    }

    @OnEveryChannel
    @DisplayName(
            "ORD-1, MODE-1 long messages of many sends arrive in their order, both ways at once, and leave their memory alone then")
    void manyAtOnce(Ranks ranks) {
        int count = 12;
        List<Mono<?>> all = new ArrayList<>();
        List<byte[]> data = new ArrayList<>();
        List<byte[]> rooms = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            for (int rank = 0; rank < 2; rank++) {
                byte[] content = Payloads.pattern(2L * i + rank, i % 3 == 0 ? 100 : LONG_BYTES - i);
                byte[] room = new byte[LONG_BYTES];
                data.add(content);
                rooms.add(room);
                all.add(ranks.world(1 - rank).irecv(Buffers.of(room), rank, TAG));
                all.add(ranks.world(rank)
                        .isend(Buffers.bytes(content), 1 - rank, TAG)
                        .doOnNext(status -> Arrays.fill(content, (byte) 0)));
            }
        }
        Mono.when(all).block(TIMEOUT);
        for (int i = 0; i < data.size(); i++) {
            byte[] wanted = Payloads.pattern(i, data.get(i).length);
            assertThat(Arrays.equals(rooms.get(i), 0, wanted.length, wanted, 0, wanted.length))
                    .as("message %s", i)
                    .isTrue();
        }
    }

    @OnEveryChannel(
            virtualTime = true,
            settings = {"reconnect-timeout=500ms", "stall-after=0s"})
    @DisplayName(
            "LIF-3 a rank that fails while another one copies its long messages, or it theirs, leaves both sides' memory to them")
    void peerFails(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        List<Request> ours = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ours.add(Request.start(zero.isend(Buffers.bytes(new byte[LONG_BYTES]), 1, TAG)));
            ours.add(Request.start(zero.irecv(Buffers.of(new byte[LONG_BYTES]), 1, TAG)));
            Request.start(one.isend(Buffers.bytes(new byte[LONG_BYTES]), 0, TAG));
        }
        Request.start(one.irecv(Buffers.of(new byte[LONG_BYTES]), 0, TAG));
        ranks.abort(1, "killed by the test").block(TIMEOUT);
        Traffic.lossesAreNoticed(ranks);
        ours.forEach(each -> assertEnds(each));
    }

    /** As sent or received, where that was faster, or as lost. */
    private static void assertEnds(Request request) {
        try {
            request.completion().block(TIMEOUT);
        } catch (ProcessFailedException lost) {
            assertThat(lost.errorClass()).isEqualTo(ErrorClass.PROC_FAILED);
        }
    }

    @OnEveryChannel
    @DisplayName("DT-18 collective operations between several layouts of long vectors")
    void collective(Ranks ranks) {
        Datatype rows = Datatype.INT.vector(1000, 100, 128);
        Datatype others = Datatype.INT.vector(2000, 50, 60);
        int[] data = IntStream.range(0, 1000 * 128).toArray();
        int[] room = new int[2000 * 60];
        Mono.when(
                        ranks.world(0).bcast(Buffers.of(data).as(rows, 1), 0),
                        ranks.world(1).bcast(Buffers.of(room).as(others, 1), 0))
                .block(TIMEOUT);
        for (int i = 0; i < 100_000; i++) {
            assertThat(room[i / 50 * 60 + i % 50]).isEqualTo(data[i / 100 * 128 + i % 100]);
        }
        assertThat(Arrays.stream(room).filter(number -> number == 0).count()).isGreaterThanOrEqualTo(1999 * 10);
    }

    @OnEveryChannel
    @DisplayName("PRB-4 a matched receive of a long message, cancelled, gives it back to the next one")
    void givenBack(Ranks ranks) {
        byte[] room = new byte[LONG_BYTES];
        Request received = Request.start(ranks.world(1).irecv(Buffers.of(new byte[LONG_BYTES]), 0, TAG));
        Request sent = Request.start(ranks.world(0).isend(bytes(LONG_BYTES), 1, TAG));
        received.cancel();
        boolean isCancelled = received.completion().block(TIMEOUT).isCancelled();
        if (isCancelled) {
            ranks.world(1).irecv(Buffers.of(room), 0, TAG).block(TIMEOUT);
        }
        assertThat(sent.completion().block(TIMEOUT).isCancelled()).isFalse();
    }
}
