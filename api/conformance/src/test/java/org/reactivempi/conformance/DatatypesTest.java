package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Packing;
import org.reactivempi.Payload;
import org.reactivempi.PersistentRequest;
import org.reactivempi.RecordType;
import org.reactivempi.Status;
import org.reactivempi.testkit.AlsoWithFaults;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** DT and PCK: derived types in every operation, and on every way that a message can take; with faults it is cut inside of elements. */
@AlsoWithFaults
class DatatypesTest {

    /** Sides of square matrices: messages in one packet, around the eager limit, and in several pieces. */
    private static final int[] SIDES = {1, 3, 90, 91, 300};

    private static final Datatype PARTICLE = Datatype.struct()
            .add(0, Datatype.INT)
            .add(8, Datatype.DOUBLE, 2)
            .add(24, Datatype.BYTE)
            .build(32);

    private static double[] matrix(int side) {
        return new Random(side).doubles((long) side * side).toArray();
    }

    private static Datatype column(int side) {
        return Datatype.DOUBLE.vector(side, 1, side).resized(0, Double.BYTES);
    }

    private static double[] transposed(double[] matrix, int side) {
        double[] result = new double[matrix.length];
        for (int i = 0; i < side; i++) {
            for (int j = 0; j < side; j++) {
                result[j * side + i] = matrix[i * side + j];
            }
        }
        return result;
    }

    @OnEveryChannel
    @DisplayName("DT-5 DT-7 columns that interleave are sent, and received as rows: the matrix is transposed")
    void transposesBySending(Ranks ranks) {
        for (int side : SIDES) {
            double[] matrix = matrix(side);
            double[] room = new double[side * side];
            Status status = send(ranks, Buffers.of(matrix).as(column(side), side), Buffers.of(room));

            assertThat(room).isEqualTo(transposed(matrix, side));
            assertThat(status.count(column(side))).hasValue(side);
            assertThat(status.elements(column(side))).hasValue((long) side * side);
        }
    }

    @OnEveryChannel
    @DisplayName("DT-7 rows are received as columns that interleave, from an array, into memory of either order")
    void transposesByReceiving(Ranks ranks) {
        for (int side : SIDES) {
            double[] matrix = matrix(side);
            for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
                ByteBuffer room =
                        ByteBuffer.allocateDirect(side * side * Double.BYTES).order(order);
                send(ranks, Buffers.of(matrix), Buffers.of(room).as(column(side), side));

                double[] received = new double[side * side];
                room.asDoubleBuffer().get(received);
                assertThat(received).isEqualTo(transposed(matrix, side));
            }
        }
    }

    @OnEveryChannel
    @DisplayName("DT-7 a struct of one layout is received into one of another, with the same signature")
    void structs(Ranks ranks) {
        Datatype other = Datatype.struct()
                .add(20, Datatype.INT)
                .add(-8, Datatype.DOUBLE)
                .add(8, Datatype.DOUBLE)
                .add(0, Datatype.BYTE)
                .build()
                .resized(-8, 40);
        for (int count : new int[] {1, 64, 65, 20_000}) {
            Random random = new Random(count);
            ByteBuffer data = ByteBuffer.allocate(32 * count).order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < count; i++) {
                data.putInt(32 * i, random.nextInt());
                data.putDouble(32 * i + 8, random.nextDouble());
                data.putDouble(32 * i + 16, random.nextDouble());
                data.put(32 * i + 24, (byte) random.nextInt());
            }
            ByteBuffer room = ByteBuffer.allocateDirect(40 * count);
            send(ranks, Buffers.of(data).as(PARTICLE, count), Buffers.of(room).as(8, other, count));

            for (int i = 0; i < count; i++) {
                assertThat(room.getInt(40 * i + 28)).isEqualTo(data.getInt(32 * i));
                assertThat(room.getDouble(40 * i)).isEqualTo(data.getDouble(32 * i + 8));
                assertThat(room.getDouble(40 * i + 16)).isEqualTo(data.getDouble(32 * i + 16));
                assertThat(room.get(40 * i + 8)).isEqualTo(data.get(32 * i + 24));
            }
        }
    }

    @OnEveryChannel
    @DisplayName("DT-9 gaps keep their values, and so does all behind a message that is shorter than its room")
    void gaps(Ranks ranks) {
        Datatype blocks =
                Datatype.INT.indexed(new long[] {2, 1, 3}, new long[] {5, 0, 9}).resized(0, 56);
        for (int count : new int[] {1, 700, 30_000}) {
            int[] room = new int[14 * (count + 1)];
            Arrays.fill(room, -1);
            int[] data = IntStream.range(0, 6 * count - 2).toArray();
            Status status = send(ranks, Buffers.of(data), Buffers.of(room).as(blocks, count + 1));

            int[] wanted = new int[room.length];
            Arrays.fill(wanted, -1);
            int[] places = {5, 6, 0, 9, 10, 11};
            for (int i = 0; i < data.length; i++) {
                wanted[i / 6 * 14 + places[i % 6]] = data[i];
            }
            assertThat(Arrays.equals(room, wanted)).isTrue();
            assertThat(status.count(blocks)).isEmpty();
            assertThat(status.elements(blocks)).hasValue(data.length);
        }
    }

    @OnEveryChannel
    @DisplayName("DT-10 a message that ends inside an element has no count; a probe knows that, too")
    void endsInsideAnElement(Ranks ranks) {
        Communicator one = ranks.world(1);
        byte[] bytes = new byte[33];
        Mono<Status> sent = ranks.world(0).isend(Buffers.bytes(bytes), 1, TAG);
        Mono<Status> probed = one.probe(0, TAG);
        ByteBuffer room = ByteBuffer.allocate(64);
        Mono<Status> received = one.irecv(Buffers.of(room).as(PARTICLE, 2), 0, TAG);

        Mono.when(sent, probed.zipWhen(seen -> received).doOnNext(both -> {
                    assertThat(both.getT1()).isEqualTo(both.getT2());
                    assertThat(both.getT1().count(PARTICLE)).isEmpty();
                    assertThat(both.getT1().elements(PARTICLE)).hasValue(6);
                }))
                .block(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("DT-8 DT-4 what can't be received into, or is outside of its memory, fails before anything is sent")
    void wrongRegions(Ranks ranks) {
        Communicator one = ranks.world(1);
        Datatype twice = Datatype.INT.indexed(new long[] {2, 2}, new long[] {0, 1});
        int[] data = {1, 2, 3};
        int[] room = new int[4];

        assertFails(one.irecv(Buffers.of(new int[3]).as(twice, 1), 0, TAG), ErrorClass.TYPE);
        assertFails(one.isend(Buffers.of(data).as(twice, 2), 0, TAG), ErrorClass.BUFFER);
        assertFails(one.irecv(Buffers.of(data).as(-4, Datatype.INT, 1), 0, TAG), ErrorClass.BUFFER);
        send(ranks, Buffers.of(data).as(twice, 1), Buffers.of(room));
        assertThat(room).containsExactly(1, 2, 2, 3);
    }

    @OnEveryChannel
    @DisplayName("DT-3 elements without data are an empty message")
    void nothing(Ranks ranks) {
        Datatype nothing = Datatype.INT.contiguous(0);
        int[] room = {5};
        Status status = send(
                ranks, Buffers.of(new int[0]).as(nothing, 3), Buffers.of(room).as(nothing, 1));
        assertThat(status.lengthBytes()).isZero();
        assertThat(status.count(nothing)).hasValue(0);
        assertThat(room).containsExactly(5);
    }

    @OnEveryChannel
    @DisplayName("DT-7 RCV-3 a message that is longer than the elements fails as truncated, and writes nothing")
    void truncated(Ranks ranks) {
        for (int count : new int[] {3, 100_000}) {
            int[] room = new int[count];
            Mono<Status> received =
                    ranks.world(1).irecv(Buffers.of(room).as(Datatype.INT.vector(count / 2, 1, 2), 1), 0, TAG);
            Mono<Status> sent = ranks.world(0).isend(Buffers.ints(new int[count]), 1, TAG);
            assertFails(Mono.whenDelayError(sent, received), ErrorClass.TRUNCATE);
            assertThat(room).containsOnly(0);
        }
    }

    @OnEveryChannel
    @DisplayName("DT-18 every send mode takes derived types")
    void modes(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        zero.buffers().attach(4 * 1024 * 1024).block(TIMEOUT);
        List<BiFunction<Buffer, Integer, Mono<Status>>> modes = List.of(
                (data, tag) -> zero.isend(data, 1, tag),
                (data, tag) -> zero.issend(data, 1, tag),
                (data, tag) -> zero.ibsend(data, 1, tag),
                (data, tag) -> one.isend(ints(), 0, tag)
                        .then(zero.irecv(ints(), 1, tag))
                        .then(zero.irsend(data, 1, tag)));
        for (int side : new int[] {5, 130}) {
            double[] matrix = matrix(side);
            for (BiFunction<Buffer, Integer, Mono<Status>> mode : modes) {
                double[] room = new double[side * side];
                Mono<Status> received = one.irecv(Buffers.of(room), 0, TAG);
                Mono<Status> sent = mode.apply(Buffers.of(matrix).as(column(side), side), TAG);
                Mono.when(received, sent).block(TIMEOUT);
                assertThat(room).isEqualTo(transposed(matrix, side));
            }
        }
        zero.buffers().detach().block(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("DT-18 persistent operations take derived types, again and again")
    void persistent(Ranks ranks) {
        int side = 100;
        double[] matrix = matrix(side);
        double[] room = new double[side * side];
        PersistentRequest send = ranks.world(0).sendInit(Buffers.of(matrix).as(column(side), side), 1, TAG);
        PersistentRequest receive = ranks.world(1).recvInit(Buffers.of(room), 0, TAG);
        for (int round = 0; round < 3; round++) {
            matrix[round] = round;
            receive.start();
            send.start();
            Mono.when(send.completion(), receive.completion()).block(TIMEOUT);
            assertThat(room).isEqualTo(transposed(matrix, side));
        }
        send.free();
        receive.free();
    }

    @OnEveryChannel
    @DisplayName("DT-18 sendrecv and sendrecv replace take derived types")
    void exchanges(Ranks ranks) {
        int side = 100;
        double[][] matrices = {matrix(side), matrix(side + 1)};
        double[][] rooms = {new double[side * side], new double[side * side]};
        Mono.when(IntStream.range(0, 2)
                        .mapToObj(rank -> ranks.world(rank)
                                .isendrecv(
                                        Buffers.of(matrices[rank]).as(column(side), side),
                                        1 - rank,
                                        TAG,
                                        Buffers.of(rooms[rank]),
                                        1 - rank,
                                        TAG))
                        .toList())
                .block(TIMEOUT);
        assertThat(rooms[0]).isEqualTo(transposed(Arrays.copyOf(matrices[1], side * side), side));
        assertThat(rooms[1]).isEqualTo(transposed(matrices[0], side));

        Datatype everyOther = Datatype.INT.vector(20_000, 1, 2);
        int[][] data = {
            IntStream.range(0, 40_000).toArray(),
            IntStream.range(100_000, 140_000).toArray()
        };
        Mono.when(IntStream.range(0, 2)
                        .mapToObj(rank -> ranks.world(rank)
                                .isendrecvReplace(
                                        Buffers.of(data[rank]).as(everyOther, 1), 1 - rank, TAG, 1 - rank, TAG))
                        .toList())
                .block(TIMEOUT);
        for (int i = 0; i < 40_000; i++) {
            assertThat(data[0][i]).isEqualTo(i + (i % 2 == 0 ? 100_000 : 0));
            assertThat(data[1][i]).isEqualTo(i + (i % 2 == 0 ? 0 : 100_000));
        }
    }

    @OnEveryChannel
    @DisplayName("DT-18 a message that a probe has matched is received into derived types")
    void matched(Ranks ranks) {
        int side = 50;
        double[] matrix = matrix(side);
        double[] room = new double[side * side];
        Mono<Status> sent = ranks.world(0).isend(Buffers.doubles(matrix), 1, TAG);
        Mono<Status> received = ranks.world(1)
                .mprobe(0, TAG)
                .flatMap((MatchedMessage message) ->
                        message.receive(Buffers.of(room).as(column(side), side)));
        Mono.when(sent, received).block(TIMEOUT);
        assertThat(room).isEqualTo(transposed(matrix, side));
    }

    @OnEveryChannel
    @DisplayName("DT-18 a rank sends derived types to itself")
    void toItself(Ranks ranks) {
        Communicator zero = ranks.world(0);
        for (int side : SIDES) {
            double[] matrix = matrix(side);
            double[] room = new double[side * side];
            double[] again = new double[side * side];
            Mono.when(
                            zero.isend(Buffers.of(matrix).as(column(side), side), 0, TAG),
                            zero.irecv(Buffers.of(room), 0, TAG))
                    .block(TIMEOUT);
            Mono.when(
                            zero.irecv(Buffers.of(again).as(column(side), side), 0, TAG),
                            zero.isend(Buffers.doubles(room), 0, TAG))
                    .block(TIMEOUT);
            assertThat(room).isEqualTo(transposed(matrix, side));
            assertThat(again).isEqualTo(matrix);
        }
    }

    @OnEveryChannel
    @DisplayName("DT-7 DT-18 blocks of other lengths meet in a message to oneself, whether send or receive is first")
    void blocksToItself(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Datatype few = Datatype.DOUBLE.vector(7, 300, 310);
        Datatype many = Datatype.DOUBLE.vector(21, 100, 130);
        double[] numbers = new Random(1).doubles(2100).toArray();
        for (boolean isDirect : new boolean[] {false, true}) {
            double[] data = new double[7 * 310];
            ByteBuffer room = (isDirect ? ByteBuffer.allocateDirect(8 * 21 * 130) : ByteBuffer.allocate(8 * 21 * 130))
                    .order(ByteOrder.LITTLE_ENDIAN);
            double[] again = new double[21 * 130];
            Packing.unpack(packed(numbers), Buffers.of(data).as(few, 1));

            Mono.when(
                            zero.issend(Buffers.of(data).as(few, 1), 0, TAG),
                            zero.irecv(Buffers.of(room).as(many, 1), 0, TAG))
                    .block(TIMEOUT);
            Mono.when(
                            zero.irecv(Buffers.of(again).as(many, 1), 0, TAG),
                            zero.isend(Buffers.of(room).as(many, 1), 0, TAG))
                    .block(TIMEOUT);

            ByteBuffer received = ByteBuffer.allocate(8 * 2100).order(ByteOrder.LITTLE_ENDIAN);
            Packing.pack(Buffers.of(again).as(many, 1), received);
            assertThat(received.flip()).isEqualTo(packed(numbers));
            for (int block = 0; block < 20; block++) {
                assertThat(Arrays.copyOfRange(again, 130 * block + 100, 130 * (block + 1)))
                        .as("the gap behind block %s", block)
                        .containsOnly(0);
            }
        }
    }

    /** As they travel. */
    private static ByteBuffer packed(double[] numbers) {
        ByteBuffer packed = ByteBuffer.allocate(8 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        packed.asDoubleBuffer().put(numbers);
        return packed;
    }

    @OnEveryChannel
    @DisplayName(
            "DT-7 DT-18 types of long blocks of direct memory, and of long and short ones in turn, are sent from where they lie")
    void longBlocks(Ranks ranks) {
        Datatype rows = Datatype.DOUBLE.vector(40, 3000, 3100);
        Datatype headed = Datatype.struct()
                .add(0, Datatype.INT)
                .add(16, Datatype.DOUBLE, 8000)
                .build(70_000);
        Datatype irregular = Datatype.BYTE.indexed(
                new long[] {40_000, 3, 100_000, 17_000}, new long[] {200_000, 150_000, 1, 120_000});
        for (Datatype type : List.of(rows, headed, irregular)) {
            int count = 3;
            long bytes = type.trueExtentBytes() + (count - 1) * type.extentBytes() + type.trueLowerBoundBytes();
            ByteBuffer data = ByteBuffer.allocateDirect(Math.toIntExact(bytes)).order(ByteOrder.LITTLE_ENDIAN);
            new Random(bytes).ints(bytes / 4).forEach(data::putInt);
            data.clear();
            byte[] wanted = new byte[Math.toIntExact(count * type.sizeBytes())];
            Payload.of(Buffers.of(data).as(type, count)).copyTo(0, ByteBuffer.wrap(wanted));

            byte[] room = new byte[wanted.length];
            send(ranks, Buffers.of(data).as(type, count), Buffers.of(room));
            assertThat(Arrays.equals(room, wanted)).isTrue();

            ByteBuffer again = ByteBuffer.allocateDirect(data.capacity()).order(ByteOrder.LITTLE_ENDIAN);
            Communicator zero = ranks.world(0);
            Mono.when(
                            zero.irecv(Buffers.of(again).as(type, count), 0, TAG),
                            zero.isend(Buffers.of(data).as(type, count), 0, TAG))
                    .block(TIMEOUT);
            byte[] own = new byte[wanted.length];
            Payload.of(Buffers.of(again).as(type, count)).copyTo(0, ByteBuffer.wrap(own));
            assertThat(Arrays.equals(own, wanted)).isTrue();
        }
    }

    record Place(int row, double value) {}

    @OnEveryChannel
    @DisplayName("DT-18 DT-16 streams take derived types and records as their elements")
    void streams(Ranks ranks) {
        for (int side : new int[] {7, 130}) {
            List<double[]> matrices = IntStream.range(0, 40)
                    .mapToObj(i -> new Random(i).doubles((long) side * side).toArray())
                    .toList();
            Codec<double[]> columns = Codecs.elements(column(side), side, Buffers::of, () -> new double[side * side]);
            Mono<Void> sent = ranks.world(0).sendStream(Flux.fromIterable(matrices), columns, 1, TAG);
            Mono<List<double[]>> received =
                    ranks.world(1).receiveStream(Codecs.doubles(), 0, TAG).collectList();
            List<double[]> rows = Mono.zip(sent.thenReturn(true), received)
                    .blockOptional(TIMEOUT)
                    .orElseThrow()
                    .getT2();
            for (int i = 0; i < matrices.size(); i++) {
                assertThat(rows.get(i)).isEqualTo(transposed(matrices.get(i), side));
            }

            sent = ranks.world(1).sendStream(Flux.fromIterable(rows), Codecs.doubles(), 0, TAG);
            received = ranks.world(0).receiveStream(columns, 1, TAG).collectList();
            List<double[]> back = Mono.zip(sent.thenReturn(true), received)
                    .blockOptional(TIMEOUT)
                    .orElseThrow()
                    .getT2();
            for (int i = 0; i < matrices.size(); i++) {
                assertThat(back.get(i)).isEqualTo(matrices.get(i));
            }
        }
        RecordType<Place> places = RecordType.of(Place.class);
        List<Place> values =
                IntStream.range(0, 500).mapToObj(i -> new Place(i, -i / 3.0)).toList();
        Mono<Void> sent = ranks.world(0).sendStream(Flux.fromIterable(values), places, 1, TAG);
        Mono<List<Place>> received =
                ranks.world(1).receiveStream(places, 0, TAG).collectList();
        assertThat(Mono.zip(sent.thenReturn(true), received)
                        .blockOptional(TIMEOUT)
                        .orElseThrow()
                        .getT2())
                .isEqualTo(values);
    }

    @OnEveryChannel
    @DisplayName("DT-18 DT-4 an element that does not fit into its value's memory, or into its type, ends a stream")
    void wrongElements(Ranks ranks) {
        Codec<int[]> pairs = Codecs.elements(Datatype.INT.vector(2, 1, 2), 1, Buffers::of, () -> new int[3]);
        Mono<Void> sent = ranks.world(0).sendStream(Flux.just(new int[3], new int[2]), pairs, 1, TAG);
        Mono<List<int[]>> received = ranks.world(1).receiveStream(pairs, 0, TAG).collectList();
        assertFails(
                Mono.whenDelayError(sent, received.onErrorComplete()),
                ErrorClass.BUFFER,
                "of a region that has bytes 0 to 7");

        Mono<Void> longer = ranks.world(0).sendStream(Flux.just(new int[3]), Codecs.ints(), 1, TAG);
        Mono<List<int[]>> refused = ranks.world(1).receiveStream(pairs, 0, TAG).collectList();
        assertFails(
                Mono.whenDelayError(longer, refused), ErrorClass.CONVERSION, "payload of 12 bytes is not 1 elements");
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(() -> Codecs.elements(Datatype.INT, -1, Buffers::of, () -> new int[0]))
                .matches(error -> error.errorClass() == ErrorClass.COUNT);
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(() -> Codecs.elements(Datatype.INT, Long.MAX_VALUE / 2, Buffers::of, () -> new int[0]))
                .matches(error -> error.errorClass() == ErrorClass.COUNT);
    }

    @OnEveryChannel
    @DisplayName(
            "PCK-1, PCK-2 a packed unit is received with types of its signature, and a message of any type as PACKED")
    void packed(Ranks ranks) {
        int side = 120;
        double[] matrix = matrix(side);
        ByteBuffer unit = ByteBuffer.allocateDirect(side * side * Double.BYTES);
        Packing.pack(Buffers.of(matrix).as(column(side), side / 2), unit);
        Packing.pack(Buffers.of(matrix).as(Double.BYTES * side / 2, column(side), side / 2), unit);
        double[] room = new double[side * side];
        send(ranks, Buffers.of(unit.flip()).as(Datatype.PACKED, unit.remaining()), Buffers.of(room));
        assertThat(room).isEqualTo(transposed(matrix, side));

        ByteBuffer received = ByteBuffer.allocate(unit.capacity());
        send(ranks, Buffers.of(room), Buffers.of(received).as(Datatype.PACKED, received.capacity()));
        double[] back = new double[side * side];
        Packing.unpack(received, Buffers.of(back).as(column(side), side));
        assertThat(back).isEqualTo(matrix);
    }

    record Particle(int id, double x, double y, byte kind) {
        Particle {
            if (id < 0) {
                throw new IllegalArgumentException("id " + id);
            }
        }
    }

    private static final RecordType<Particle> RECORD = RecordType.of(Particle.class);

    private static Particle[] particles(int count) {
        Random random = new Random(count);
        return IntStream.range(0, count)
                .mapToObj(i -> new Particle(i, random.nextDouble(), random.nextDouble(), (byte) i))
                .toArray(Particle[]::new);
    }

    @OnEveryChannel
    @DisplayName("DT-16 DT-18 records travel as arrays and lists, and to a struct in a ByteBuffer and back")
    void records(Ranks ranks) {
        for (int count : new int[] {0, 1, 65, 20_000}) {
            Particle[] data = particles(count);
            Particle[] room = new Particle[count];
            List<Particle> list = Arrays.asList(new Particle[count]);
            ByteBuffer memory = ByteBuffer.allocate(32 * count);
            send(ranks, RECORD.buffer(data), RECORD.buffer(room));
            send(ranks, RECORD.buffer(Arrays.asList(data)), Buffers.of(memory).as(PARTICLE, count));
            Status status = send(ranks, Buffers.of(memory).as(PARTICLE, count), RECORD.buffer(list));

            assertThat(room).isEqualTo(data);
            assertThat(list).containsExactly(data);
            assertThat(status.count(RECORD.datatype())).hasValue(count);
            if (count > 0) {
                assertThat(memory.getDouble(8)).isEqualTo(data[0].x());
            }
        }
    }

    @OnEveryChannel
    @DisplayName("DT-16 a record that its constructor refuses fails the receive alone, and so does one in sendrecv")
    void refusedRecords(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        ByteBuffer memory = ByteBuffer.allocate(32).putInt(0, -5);
        Particle[] room = new Particle[1];
        for (int round = 0; round < 2; round++) {
            Mono<Status> received = round == 0
                    ? one.irecv(RECORD.buffer(room), 0, TAG)
                    : one.isendrecv(ints(), 0, TAG, RECORD.buffer(room), 0, TAG);
            Mono<Status> sent = zero.isend(Buffers.of(memory).as(PARTICLE, 1), 1, TAG);
            assertFails(Mono.whenDelayError(sent, received), ErrorClass.CONVERSION, "id -5");
        }
        zero.irecv(ints(), 1, TAG).block(TIMEOUT);
        send(ranks, RECORD.buffer(particles(1)), RECORD.buffer(room));
        assertThat(room).isEqualTo(particles(1));
        assertFails(zero.isend(RECORD.buffer(new Particle[1]), 1, TAG), ErrorClass.CONVERSION);
    }

    @OnEveryChannel
    @DisplayName("DT-18 BUF-4 a buffered message of derived elements takes its packed bytes, not what it spans")
    void buffered(Ranks ranks) {
        Communicator zero = ranks.world(0);
        int side = 120;
        double[] matrix = matrix(side);
        double[] room = new double[side];
        Buffer sparse = Buffers.of(matrix).as(column(side), 1);
        zero.buffers().attach(side * Double.BYTES + Mpi.BSEND_OVERHEAD_BYTES).block(TIMEOUT);
        zero.ibsend(sparse, 1, TAG).block(TIMEOUT);
        ranks.world(1).irecv(Buffers.of(room), 0, TAG).block(TIMEOUT);
        zero.buffers().detach().block(TIMEOUT);
        assertThat(room).isEqualTo(Arrays.copyOf(transposed(matrix, side), side));

        zero.buffers()
                .attach(side * Double.BYTES + Mpi.BSEND_OVERHEAD_BYTES - 1)
                .block(TIMEOUT);
        assertFails(zero.ibsend(sparse, 1, TAG), ErrorClass.BUFFER);
        zero.buffers().detach().block(TIMEOUT);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("DT-18 collective operations take derived types, of another map on each rank")
    void collectives(Ranks ranks) {
        for (int side : new int[] {3, 30, 150}) {
            double[] matrix = matrix(side);
            List<double[]> rooms = IntStream.range(0, 3)
                    .mapToObj(rank -> rank == 0 ? matrix.clone() : new double[side * side])
                    .toList();
            // The root has columns, the others rows.
            onAll(worlds(ranks), world -> {
                Buffer room = Buffers.of(rooms.get(world.rank()));
                return world.bcast(world.rank() == 0 ? room.as(column(side), side) : room, 0);
            });
            assertThat(rooms.get(1)).isEqualTo(transposed(matrix, side));
            assertThat(rooms.get(2)).isEqualTo(transposed(matrix, side));

            // Each gives a column, and the root makes rows of them.
            double[] gathered = new double[3 * side];
            double[] everybody = new double[3 * side];
            onAll(worlds(ranks), world -> {
                Buffer data = Buffers.of(matrix).as(world.rank() * Double.BYTES, column(side), 1);
                return world.gather(data, Buffers.of(gathered).as(Datatype.DOUBLE.contiguous(side), 3), 0)
                        .then(
                                world.rank() == 2
                                        ? world.allgather(data, Buffers.of(everybody))
                                        : world.allgather(data, Buffers.of(new double[3 * side])));
            });
            assertThat(gathered).isEqualTo(Arrays.copyOf(transposed(matrix, side), 3 * side));
            assertThat(everybody).isEqualTo(gathered);
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "DT-18 a matrix that is distributed by rows is transposed by alltoallv, with a column type for each block")
    void alltoallv(Ranks ranks) {
        int rows = 20;
        int side = 3 * rows;
        double[] matrix = matrix(side);
        List<double[]> rooms = onAll(worlds(ranks), world -> {
            double[] own = Arrays.copyOfRange(matrix, world.rank() * rows * side, (world.rank() + 1) * rows * side);
            double[] room = new double[rows * side];
            Datatype block = Datatype.DOUBLE.vector(rows, 1, side).resized(0, Double.BYTES);
            Datatype part = Datatype.DOUBLE.vector(rows, rows, side);
            Blocks data = Blocks.of(3, to -> Buffers.of(own).as((long) to * rows * Double.BYTES, block, rows));
            Blocks into = Blocks.of(3, from -> Buffers.of(room).as((long) from * rows * Double.BYTES, part, 1));
            return world.alltoallv(data, into).thenReturn(room);
        });
        for (int rank = 0; rank < 3; rank++) {
            assertThat(rooms.get(rank))
                    .isEqualTo(
                            Arrays.copyOfRange(transposed(matrix, side), rank * rows * side, (rank + 1) * rows * side));
        }
    }

    private static Status send(Ranks ranks, Buffer data, Buffer room) {
        Mono<Status> received = ranks.world(1).irecv(room, 0, TAG);
        return Mono.zip(ranks.world(0).isend(data, 1, TAG), received)
                .blockOptional(TIMEOUT)
                .orElseThrow()
                .getT2();
    }
}
