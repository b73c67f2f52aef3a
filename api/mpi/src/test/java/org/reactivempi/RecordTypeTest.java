package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Failing.assertFails;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RecordTypeTest {

    record Particle(int id, double x, double y, byte kind) {}

    record Place(short row, boolean isFree, char name) {}

    record Everything(
            byte a, boolean b, short c, char d, int e, float f, long g, double h, Place place, Particle particle) {}

    record Arrays3(
            @FixedLength(3) double[] position,
            @FixedLength(2) int[] ids,
            @FixedLength(5) boolean[] flags) {}

    record Named(String name) {}

    record Unbounded(int[] values) {}

    record Node(int value, Node next) {}

    record Positive(int value) {
        Positive {
            if (value < 0) {
                throw new IllegalArgumentException(value + " is negative");
            }
        }
    }

    private static final RecordType<Particle> PARTICLE = RecordType.of(Particle.class);
    private static final RecordType<Everything> EVERYTHING = RecordType.of(Everything.class);

    private static Everything everything(Random random) {
        return new Everything(
                (byte) random.nextInt(),
                random.nextBoolean(),
                (short) random.nextInt(),
                (char) random.nextInt(),
                random.nextInt(),
                random.nextFloat(),
                random.nextLong(),
                random.nextDouble(),
                new Place((short) random.nextInt(), random.nextBoolean(), (char) random.nextInt()),
                new Particle(random.nextInt(), random.nextDouble(), random.nextDouble(), (byte) random.nextInt()));
    }

    @Test
    @DisplayName("DT-16 the struct has the places that a C compiler gives, and the payload has no gaps")
    void layout() {
        Datatype struct = Datatype.ofRecord(Particle.class);

        assertThat(struct)
                .isEqualTo(Datatype.struct()
                        .add(0, Datatype.INT)
                        .add(8, Datatype.DOUBLE)
                        .add(16, Datatype.DOUBLE)
                        .add(24, Datatype.BYTE)
                        .build())
                .isEqualTo(PARTICLE.datatype());
        assertThat(struct.extentBytes()).isEqualTo(32);
        assertThat(struct.sizeBytes()).isEqualTo(21);
        ByteBuffer payload = ByteBuffer.allocate(21).order(ByteOrder.LITTLE_ENDIAN);
        Payload.of(PARTICLE.encode(new Particle(7, 1.5, -2, (byte) 9))).copyTo(0, payload);
        assertThat(payload.order(ByteOrder.LITTLE_ENDIAN).getInt(0)).isEqualTo(7);
        assertThat(payload.getDouble(4)).isEqualTo(1.5);
        assertThat(payload.getDouble(12)).isEqualTo(-2);
        assertThat(payload.get(20)).isEqualTo((byte) 9);
        Datatype nested = Datatype.ofRecord(Everything.class);
        assertThat(nested.extentBytes()).isEqualTo(32 + 8 + 32);
    }

    @Test
    @DisplayName("DT-16 a decoded record equals the encoded one, also in a list, however the payload is cut")
    void roundTrips() {
        Random random = new Random(3);
        List<Everything> records =
                IntStream.range(0, 200).mapToObj(i -> everything(random)).toList();
        int size = (int) EVERYTHING.datatype().sizeBytes();
        Buffer data = EVERYTHING.buffer(records);
        Payload.of(data).check(false);
        ByteBuffer payload = ByteBuffer.allocate(200 * size);
        for (int at = 0; at < payload.capacity(); ) {
            int length = Math.min(random.nextInt(3 * size), payload.capacity() - at);
            Payload.of(data).copyTo(at, payload.limit(at + length).position(at));
            at += length;
        }
        assertThat(EVERYTHING.decode(payload.duplicate().position(size).limit(2 * size)))
                .isEqualTo(records.get(1));
        Everything[] room = new Everything[200];
        List<Everything> list = Arrays.asList(new Everything[200]);
        for (Buffer target : List.of(EVERYTHING.buffer(room), EVERYTHING.buffer(list))) {
            for (int at = 0; at < payload.capacity(); ) {
                int length = Math.min(random.nextInt(3 * size), payload.capacity() - at);
                Payload.of(target).copyFrom(at, payload.limit(at + length).position(at));
                at += length;
            }
            Payload.of(target).received();
        }
        assertThat(room).containsExactlyElementsOf(records);
        assertThat(list).isEqualTo(records);
    }

    @Test
    @DisplayName("DT-16 DT-7 the struct in a ByteBuffer has the signature of the records")
    void asStruct() {
        Random random = new Random(4);
        Everything[] records =
                IntStream.range(0, 70).mapToObj(i -> everything(random)).toArray(Everything[]::new);
        Datatype struct = EVERYTHING.datatype();
        ByteBuffer memory = ByteBuffer.allocate((int) (70 * struct.extentBytes()));
        ByteBuffer payload = ByteBuffer.allocate((int) (70 * struct.sizeBytes()));
        Packing.pack(EVERYTHING.buffer(records), payload);
        Packing.unpack(payload.flip(), Buffers.of(memory).as(struct, 70));
        assertThat(memory.getInt((int) struct.extentBytes() + 8)).isEqualTo(records[1].e());
        Everything[] room = new Everything[70];
        Packing.pack(Buffers.of(memory).as(struct, 70), payload.clear());
        Packing.unpack(payload.flip(), EVERYTHING.buffer(room));
        assertThat(room).isEqualTo(records);
    }

    @Test
    @DisplayName("DT-16 PCK-5 records as external32 are those of the struct, and come back")
    void external() {
        Particle[] records = {new Particle(1, 2, 3, (byte) 4), new Particle(-1, -2, -3, (byte) -4)};
        ByteBuffer external = ByteBuffer.allocate(42);
        Packing.packExternal(PARTICLE.buffer(records), external);
        assertThat(external.getInt(21)).isEqualTo(-1);
        assertThat(external.getDouble(25)).isEqualTo(-2);
        Particle[] room = new Particle[2];
        Packing.unpackExternal(external.flip(), PARTICLE.buffer(room));
        assertThat(room).isEqualTo(records);
    }

    @Test
    @DisplayName("DT-16 arrays of fixed length are part of the record")
    void arrays() {
        RecordType<Arrays3> type = RecordType.of(Arrays3.class);
        Arrays3 record =
                new Arrays3(new double[] {1, 2, 3}, new int[] {4, 5}, new boolean[] {true, false, true, true, false});
        ByteBuffer payload = ByteBuffer.allocate(24 + 8 + 5);
        Payload.of(type.encode(record)).copyTo(0, payload);
        Arrays3 back = type.decode(payload.flip());
        assertThat(back.position()).containsExactly(1, 2, 3);
        assertThat(back.ids()).containsExactly(4, 5);
        assertThat(back.flags()).containsExactly(true, false, true, true, false);
        assertThat(type.datatype().extentBytes()).isEqualTo(40);
        assertFails(
                () -> type.encode(new Arrays3(new double[2], new int[2], new boolean[5])),
                ErrorClass.CONVERSION,
                "length 2 in place of 3");
        assertFails(() -> type.encode(new Arrays3(new double[3], null, new boolean[5])), ErrorClass.CONVERSION, "null");
    }

    @Test
    @DisplayName("DT-16 a component without a fixed size fails with the type class, naming it")
    void unknownComponents() {
        assertFails(() -> Datatype.ofRecord(Named.class), ErrorClass.TYPE, "component name of");
        assertFails(() -> RecordType.of(Named.class), ErrorClass.TYPE, "java.lang.String");
        assertFails(() -> Datatype.ofRecord(Unbounded.class), ErrorClass.TYPE, "component values of");
        assertFails(() -> Datatype.ofRecord(Node.class), ErrorClass.TYPE, "contains itself");
    }

    @Test
    @DisplayName("DT-16 what a constructor throws is the cause of an error of the conversion class")
    void constructors() {
        RecordType<Positive> type = RecordType.of(Positive.class);
        ByteBuffer payload = ByteBuffer.allocate(4).putInt(0, -1);
        assertFails(() -> type.decode(payload.duplicate()), ErrorClass.CONVERSION, "-1 is negative");
        Positive[] room = new Positive[1];
        Buffer buffer = type.buffer(room);
        Payload.of(buffer).copyFrom(0, payload.duplicate());
        assertFails(() -> Payload.of(buffer).received(), ErrorClass.CONVERSION, "-1 is negative");
        Payload.of(buffer).received();
        assertThat(room).containsOnlyNulls();
        assertFails(() -> type.decode(ByteBuffer.allocate(5)), ErrorClass.CONVERSION, "5 bytes");
    }

    @Test
    @DisplayName(
            "DT-16 what a constructor has thrown is an error of its operation, and not of the next one with the same blocks")
    void constructorsOfBlocks() {
        RecordType<Positive> type = RecordType.of(Positive.class);
        Positive[] room = new Positive[2];
        Buffer blocks = Blocks.of(
                        type.buffer(Arrays.asList(room).subList(0, 1)),
                        type.buffer(Arrays.asList(room).subList(1, 2)))
                .asBuffer();
        Buffer first = Payload.of(blocks).sequential();
        Payload.of(first).copyFrom(0, ByteBuffer.allocate(8).putInt(0, -1).putInt(4, -2));
        assertFails(() -> Payload.of(first).received(), ErrorClass.CONVERSION, "-1 is negative");

        Buffer second = Payload.of(blocks).sequential();
        Payload.of(second).copyFrom(0, ByteBuffer.allocate(8));
        Payload.of(second).received();

        assertThat(room).containsOnly(new Positive(0));
    }

    @Test
    @DisplayName("DT-16 records that are null, lists that can't be set, and other types fail with their class")
    void wrongUse() {
        assertFails(
                () -> Payload.of(PARTICLE.buffer(new Particle[2])).check(false),
                ErrorClass.CONVERSION,
                "record 0 of 2");
        Buffer fixed = PARTICLE.buffer(Collections.nCopies(1, new Particle(1, 1, 1, (byte) 1)));
        Payload.of(fixed).copyFrom(0, ByteBuffer.allocate(21));
        assertFails(() -> Payload.of(fixed).received(), ErrorClass.CONVERSION, "can't be set");
        assertFails(() -> PARTICLE.buffer(new Particle[2]).as(Datatype.INT, 1), ErrorClass.TYPE, "INT");
    }
}
