package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;

/** Types at random against {@link ReferenceMap}. */
class RandomDatatypeTest {

    private static final int TRIES = 500;
    private static final int DEPTH = 4;
    private static final int MOST_BYTES = 16 << 20;
    private static final int MARGIN = 64;

    @Property(tries = TRIES)
    @Label("DT-1 DT-2 DT-3 DT-5 DT-6 sizes and bounds are those of the type map")
    void bounds(@ForAll long seed) {
        Random random = new Random(seed);
        Datatype type = new RandomTypes(random, null).next(1 + random.nextInt(DEPTH));
        ReferenceMap map = ReferenceMap.of(type);

        assertThat(List.of(
                        type.sizeBytes(),
                        type.lowerBoundBytes(),
                        type.upperBoundBytes(),
                        type.extentBytes(),
                        type.trueLowerBoundBytes(),
                        type.trueExtentBytes()))
                .as("%s", type)
                .containsExactly(
                        map.size(),
                        map.lower(),
                        map.upper(),
                        map.upper() - map.lower(),
                        map.trueLower(),
                        map.trueUpper() - map.trueLower());
    }

    @Property(tries = TRIES)
    @Label("DT-12 building from an envelope gives an equal type")
    void envelopes(@ForAll long seed) {
        Random random = new Random(seed);
        Datatype type = new RandomTypes(random, null).next(1 + random.nextInt(DEPTH));

        Datatype again = type.envelope().build();

        assertThat(again).isEqualTo(type).hasSameHashCodeAs(type).hasToString(type.toString());
        assertThat(type.dup()).isEqualTo(type);
    }

    @Property(tries = TRIES)
    @Label("DT-15 every chunking of a payload in a ByteBuffer gives the bytes of the type map")
    void chunksOfByteBuffers(@ForAll long seed) {
        Random random = new Random(seed);
        Datatype type = new RandomTypes(random, null).next(1 + random.nextInt(DEPTH));
        Elements elements = new Elements(type, count(type, random), 1);
        ByteBuffer memory = (random.nextBoolean()
                        ? ByteBuffer.allocate(elements.memoryBytes())
                        : ByteBuffer.allocateDirect(elements.memoryBytes()))
                .order(random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        fill(memory, random);
        byte[] before = bytes(memory);
        boolean big = memory.order() == ByteOrder.BIG_ENDIAN;
        byte[] payload = elements.payload(before, big);
        Buffer buffer = Buffers.of(memory).as(elements.origin(), type, elements.count());

        assertThat(packed(buffer, payload.length, random)).as("%s", type).isEqualTo(payload);
        assertThat(bytes(memory)).as("the source").isEqualTo(before);

        if (elements.map().overlaps(elements.count())) {
            assertThatExceptionOfType(MpiException.class)
                    .isThrownBy(() -> Payload.of(buffer).check(true))
                    .matches(error -> error.errorClass() == ErrorClass.TYPE);
        } else {
            assertThatCode(() -> Payload.of(buffer).check(true)).doesNotThrowAnyException();
            byte[] news = new byte[payload.length];
            random.nextBytes(news);
            unpack(buffer, news, random);
            assertThat(bytes(memory)).as("%s", type).isEqualTo(elements.unpacked(before, news, big));
        }
    }

    @Property(tries = TRIES)
    @Label("DT-15 every chunking of a payload in an array gives the bytes of the type map")
    void chunksOfArrays(@ForAll long seed, @ForAll PrimitiveKind kind) {
        Random random = new Random(seed);
        Datatype type = new RandomTypes(random, kind.datatype).next(1 + random.nextInt(DEPTH));
        int width = (int) kind.datatype.sizeBytes();
        Elements elements = new Elements(type, count(type, random), width);
        int length = elements.memoryBytes() / width;
        Object array = kind.randomArray(length, random);
        byte[] before = kind.bytesOf(array, length);
        byte[] payload = elements.payload(before, false);
        Buffer buffer = kind.whole(array).as(elements.origin(), type, elements.count());

        assertThat(packed(buffer, payload.length, random)).as("%s", type).isEqualTo(payload);

        if (!elements.map().overlaps(elements.count())) {
            byte[] news = kind.bytesOf(kind.randomArray(payload.length / width, random), payload.length / width);
            unpack(buffer, news, random);
            assertThat(kind.bytesOf(array, length)).as("%s", type).isEqualTo(elements.unpacked(before, news, false));
        }
    }

    @Property(tries = TRIES)
    @Label(
            "DT-15 two layouts that meet, walked at once, give the bytes of the type maps, in arrays, direct and heap memory")
    void met(@ForAll long seed, @ForAll PrimitiveKind kind) {
        Random random = new Random(seed);
        Place from = Place.of(kind, random);
        Place to = Place.of(kind, random);
        int at = 8 * random.nextInt(3);
        int toAt = 8 * random.nextInt(3);
        int length = (int) Math.min(from.buffer.lengthBytes() - at, to.buffer.lengthBytes() - toAt) / 8 * 8;
        if (length <= 0 || to.elements.map().overlaps(to.elements.count())) {
            return;
        }
        byte[] payload = from.elements.payload(from.content(), !from.isOrdered);
        byte[] before = to.content();
        byte[] expected = to.elements.payload(before, !to.isOrdered);
        System.arraycopy(payload, at, expected, toAt, length);

        int cut = 8 * random.nextInt(length / 8);
        boolean copied = (cut == 0 || Payload.of(from.buffer).copyTo(at, Payload.of(to.buffer), toAt, cut))
                && Payload.of(from.buffer).copyTo(at + cut, Payload.of(to.buffer), toAt + cut, length - cut);

        assertThat(to.content())
                .as("%s into %s", from.buffer, to.buffer)
                .isEqualTo(copied ? to.elements.unpacked(before, expected, !to.isOrdered) : before);
        if (from.isOrdered && to.isOrdered) {
            assertThat(copied).isTrue();
        }
    }

    @Property(tries = TRIES)
    @Label("DT-15 a layout of any blocks meets bytes without gaps, on either side, in one copy")
    void metDense(@ForAll long seed, @ForAll PrimitiveKind kind) {
        Random random = new Random(seed);
        int width = (int) kind.datatype.sizeBytes();
        Datatype type = new RandomTypes(random, kind.datatype).next(1 + random.nextInt(3));
        Elements elements = new Elements(type, random.nextInt(4), width);
        Object array = kind.randomArray(elements.memoryBytes() / width, random);
        Buffer buffer = kind.whole(array).as(elements.origin(), type, elements.count());
        int length = Math.toIntExact(buffer.lengthBytes());
        if (length == 0 || elements.map().overlaps(elements.count())) {
            return;
        }
        byte[] before = kind.bytesOf(array, elements.memoryBytes() / width);
        byte[] payload = elements.payload(before, false);
        ByteBuffer bytes = random.nextBoolean() ? ByteBuffer.allocate(length) : ByteBuffer.allocateDirect(length);
        int cut = random.nextInt(length);

        assertThat(cut == 0 || Payload.of(buffer).copyTo(0, Payload.of(Buffers.of(bytes)), 0, cut))
                .isTrue();
        assertThat(Payload.of(buffer).copyTo(cut, Payload.of(Buffers.of(bytes)), cut, length - cut))
                .isTrue();
        assertThat(bytes).isEqualTo(ByteBuffer.wrap(payload));

        byte[] news = kind.bytesOf(kind.randomArray(length / width, random), length / width);
        bytes.put(0, news);
        assertThat(cut == 0 || Payload.of(Buffers.of(bytes)).copyTo(0, Payload.of(buffer), 0, cut))
                .isTrue();
        assertThat(Payload.of(Buffers.of(bytes)).copyTo(cut, Payload.of(buffer), cut, length - cut))
                .isTrue();
        assertThat(kind.bytesOf(array, elements.memoryBytes() / width))
                .as("%s", type)
                .isEqualTo(elements.unpacked(before, news, false));
    }

    /** Elements in blocks that are long enough to be walked: in an array, or as these or plain bytes in a {@code ByteBuffer}. */
    private static final class Place {

        private final Elements elements;
        private final PrimitiveKind kind;
        private final Object memory;
        private final Buffer buffer;
        private final boolean isOrdered;

        private Place(Elements elements, PrimitiveKind kind, Object memory, Buffer buffer, boolean isOrdered) {
            this.elements = elements;
            this.kind = kind;
            this.memory = memory;
            this.buffer = buffer;
            this.isOrdered = isOrdered;
        }

        static Place of(PrimitiveKind kind, Random random) {
            int width = (int) kind.datatype.sizeBytes();
            int where = random.nextInt(5);
            boolean isCutAnywhere = where >= 2 && random.nextBoolean();
            Datatype block = (isCutAnywhere ? Datatype.BYTE : kind.datatype).contiguous(512 + random.nextInt(100));
            Datatype type = new RandomTypes(random, block).next(1 + random.nextInt(2));
            Elements elements = new Elements(type, random.nextInt(4), Long.BYTES);
            if (where < 2) {
                Object array = kind.randomArray(elements.memoryBytes() / width, random);
                Buffer buffer = kind.whole(array).as(elements.origin(), type, elements.count());
                return new Place(elements, kind, array, buffer, true);
            }
            ByteBuffer memory = (where == 2
                            ? ByteBuffer.allocate(elements.memoryBytes())
                            : ByteBuffer.allocateDirect(elements.memoryBytes()))
                    .order(where == 4 && width > 1 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
            // As an array of the kind has it: a boolean is 0 or 1.
            memory.put(0, kind.bytesOf(kind.randomArray(memory.capacity() / width, random), memory.capacity() / width));
            Buffer buffer = Buffers.of(memory).as(elements.origin(), type, elements.count());
            return new Place(elements, kind, memory, buffer, memory.order() == ByteOrder.LITTLE_ENDIAN);
        }

        byte[] content() {
            return memory instanceof ByteBuffer direct
                    ? bytes(direct)
                    : kind.bytesOf(memory, (int) (elements.memoryBytes() / kind.datatype.sizeBytes()));
        }
    }

    /** Few elements, or as many as are moved in several turns; all that lie within some memory. */
    private static int count(Datatype type, Random random) {
        int most = (int) Math.min(150, MOST_BYTES / Math.max(1, Math.abs(type.extentBytes())));
        return type.sizeBytes() < 100 && random.nextInt(3) == 0 ? most : random.nextInt(4);
    }

    private static void fill(ByteBuffer memory, Random random) {
        byte[] content = new byte[memory.capacity()];
        random.nextBytes(content);
        memory.put(0, content);
    }

    private static byte[] bytes(ByteBuffer memory) {
        byte[] bytes = new byte[memory.capacity()];
        memory.get(0, bytes);
        return bytes;
    }

    /** The payload in chunks that follow each other or not, also of no bytes, as one operation or not. */
    private static byte[] packed(Buffer buffer, int length, Random random) {
        Payload.of(buffer).check(false);
        assertThat(buffer.lengthBytes()).isEqualTo(length);
        byte[] payload = new byte[length];
        Buffer view = random.nextBoolean() ? Payload.of(buffer).sequential() : buffer;
        int[] cuts = cuts(length, random);
        for (int i : turns(cuts.length - 1, random)) {
            ByteBuffer target = random.nextBoolean()
                    ? ByteBuffer.allocate(cuts[i + 1] - cuts[i])
                    : ByteBuffer.allocateDirect(cuts[i + 1] - cuts[i]);
            Payload.of(view).copyTo(cuts[i], target);
            assertThat(target.hasRemaining()).isFalse();
            target.flip().get(payload, cuts[i], cuts[i + 1] - cuts[i]);
        }
        return payload;
    }

    private static void unpack(Buffer buffer, byte[] news, Random random) {
        Buffer view = random.nextBoolean() ? Payload.of(buffer).sequential() : buffer;
        int[] cuts = cuts(news.length, random);
        for (int i : turns(cuts.length - 1, random)) {
            ByteBuffer source = ByteBuffer.wrap(news, cuts[i], cuts[i + 1] - cuts[i]);
            Payload.of(view).copyFrom(cuts[i], source);
            assertThat(source.hasRemaining()).isFalse();
        }
    }

    private static int[] cuts(int length, Random random) {
        int[] cuts = random.ints(random.nextInt(12), 0, length + 1).sorted().toArray();
        int[] all = new int[cuts.length + 2];
        System.arraycopy(cuts, 0, all, 1, cuts.length);
        all[all.length - 1] = length;
        return all;
    }

    private static List<Integer> turns(int chunks, Random random) {
        List<Integer> turns = new java.util.ArrayList<>(
                java.util.stream.IntStream.range(0, chunks).boxed().toList());
        if (random.nextInt(3) == 0) {
            java.util.Collections.shuffle(turns, random);
        }
        return turns;
    }

    /** Elements in a memory that has room for them, and a margin on both sides. */
    private static final class Elements {

        private final ReferenceMap map;
        private final int count;
        private final long low;
        private final long high;
        private final int unit;

        Elements(Datatype type, int count, int unit) {
            this.map = ReferenceMap.of(type);
            this.count = count;
            this.unit = unit;
            long last = (count - 1) * (map.upper() - map.lower());
            this.low = Math.min(0, map.trueLower() + Math.min(0, last));
            this.high = Math.max(0, map.trueUpper() + Math.max(0, last));
        }

        ReferenceMap map() {
            return map;
        }

        int count() {
            return count;
        }

        long origin() {
            return -low + (long) MARGIN;
        }

        int memoryBytes() {
            return (int) ((high - low + 2 * MARGIN + unit - 1) / unit * unit);
        }

        /** For each byte of the payload, which byte of the memory it is. */
        private int[] places(boolean big) {
            int[] places = new int[(int) (count * map.size())];
            int next = 0;
            for (int i = 0; i < count; i++) {
                long base = origin() + i * (map.upper() - map.lower());
                for (ReferenceMap.Entry entry : map.entries) {
                    int width = (int) entry.type().sizeBytes();
                    for (int octet = 0; octet < width; octet++) {
                        places[next++] = (int) (base + entry.displacement() + (big ? width - 1 - octet : octet));
                    }
                }
            }
            return places;
        }

        byte[] payload(byte[] memory, boolean big) {
            int[] places = places(big);
            byte[] payload = new byte[places.length];
            for (int i = 0; i < places.length; i++) {
                payload[i] = memory[places[i]];
            }
            return payload;
        }

        byte[] unpacked(byte[] memory, byte[] payload, boolean big) {
            byte[] changed = Arrays.copyOf(memory, memory.length);
            int[] places = places(big);
            for (int i = 0; i < places.length; i++) {
                changed[places[i]] = payload[i];
            }
            return changed;
        }
    }
}
