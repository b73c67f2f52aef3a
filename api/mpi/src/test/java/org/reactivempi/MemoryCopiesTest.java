package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.MemoryKind.Sample;

/** Copies between all kinds of memory, of ranges that begin and end anywhere, against a model of bytes. */
class MemoryCopiesTest {

    private static final int TRIES = 1000;
    /** Of mean blocks that are walked, and of some that are too short for that. */
    private static final int MOST_BYTES = 4000;
    /** Its blocks are so long that the system reads them where they are. */
    private static final int LONG_BYTES = 160_000;

    private static final int THREADS = 4;

    private static int length(int most, Random random) {
        int some = 1 + random.nextInt(most);
        return switch (random.nextInt(4)) {
            case 0 -> Math.min(some, 1 + random.nextInt(20));
            case 1 -> most;
            default -> some;
        };
    }

    @Property(tries = TRIES)
    @Label(
            "DT-7, DT-15 a range of any memory that begins and ends anywhere goes to any place of any other, byte by byte")
    void ranges(
            @ForAll long seed,
            @ForAll MemoryKind from,
            @ForAll PrimitiveKind fromType,
            @ForAll MemoryKind to,
            @ForAll PrimitiveKind toType) {
        Random random = new Random(seed);
        int bytes = 8 + random.nextInt(MOST_BYTES);
        Sample source = from.sample(fromType, bytes, random);
        // Often the same on both sides, since these are copied by ways of their own.
        Sample target = random.nextInt(3) > 0 ? from.sample(fromType, bytes, random) : to.sample(toType, bytes, random);
        byte[] content = source.content().get();
        for (int i = 0; i < 4; i++) {
            int length = length(Math.min(source.places().length, target.places().length), random);
            int at = random.nextInt(source.places().length - length + 1);
            int room = target.places().length - length;
            int there = random.nextInt(3) == 0 ? random.nextInt(room + 1) : Math.min(room, at);
            byte[] part = Arrays.copyOfRange(source.payload(), at, at + length);
            byte[] before = target.content().get();
            byte[] after = target.with(there, part);

            boolean copied = Payload.of(source.buffer()).copyTo(at, Payload.of(target.buffer()), there, length);

            assertThat(target.content().get())
                    .as("%d bytes at %d of %s to %d of %s", length, at, source, there, target)
                    .isEqualTo(copied ? after : before);
            throughOther(source.buffer(), at, target.buffer(), there, length, random);
            assertThat(target.content().get())
                    .as("%d bytes at %d of %s to %d of %s, in parts", length, at, source, there, target)
                    .isEqualTo(after);
        }
        assertThat(source.content().get()).as("%s", source).isEqualTo(content);
    }

    /** By way of other memory, in parts that begin and end anywhere. */
    private static void throughOther(Buffer from, int at, Buffer to, int there, int length, Random random) {
        for (int done = 0; done < length; ) {
            int part = 1 + random.nextInt(length - done);
            ByteBuffer tile = random.nextBoolean() ? ByteBuffer.allocate(part) : ByteBuffer.allocateDirect(part);
            Payload.of(from).copyTo(at + done, tile);
            Payload.of(to).copyFrom(there + done, tile.flip());
            done += part;
        }
    }

    @Property(tries = 100)
    @Label(
            "DT-15 direct memory, copies out and copies in, in any order through one sequential view, are those of the payload")
    void mixed(@ForAll long seed, @ForAll MemoryKind kind, @ForAll PrimitiveKind type) {
        Random random = new Random(seed);
        Sample sample = kind.sample(type, LONG_BYTES + random.nextInt(LONG_BYTES), random);
        Buffer view = Payload.of(sample.buffer()).sequential();
        int size = sample.places().length;
        byte[] payload = sample.payload();
        // Where one has begun or ended: several messages read one buffer, each from its beginning on.
        List<Integer> known = new ArrayList<>(List.of(0));
        for (int i = 0; i < 40; i++) {
            int before = random.nextInt(3);
            int at = before == 0
                    ? random.nextInt(size)
                    : known.get(before == 1 ? known.size() - 1 : random.nextInt(known.size()));
            int most = length(size - at, random);
            String what = "%s, bytes %d to %d".formatted(sample, at, at + most);
            switch (random.nextInt(3)) {
                case 0 -> {
                    ByteBuffer block = Payload.of(view).directMemory(at, most);
                    if (block != null) {
                        assertThat(block.remaining()).as(what).isBetween(1, most);
                        assertThat(block).as(what).isEqualTo(ByteBuffer.wrap(payload, at, block.remaining()));
                        most = block.remaining();
                    }
                }
                case 1 -> {
                    ByteBuffer target = ByteBuffer.allocate(most);
                    Payload.of(view).copyTo(at, target);
                    assertThat(target.flip()).as(what).isEqualTo(ByteBuffer.wrap(payload, at, most));
                }
                default -> {
                    byte[] news = new byte[most];
                    random.nextBytes(news);
                    byte[] after = sample.with(at, news);
                    Payload.of(view).copyFrom(at, ByteBuffer.wrap(news));
                    assertThat(sample.content().get()).as(what).isEqualTo(after);
                    payload = sample.payload();
                }
            }
            known.add(at);
            if (at + most < size) {
                known.add(at + most);
            }
        }
    }

    @Test
    @DisplayName("DT-15 several threads copy out of one buffer at the same time, each what it asks for")
    void together() throws Exception {
        Random random = new Random(30);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            for (MemoryKind kind : MemoryKind.values()) {
                for (PrimitiveKind type : List.of(PrimitiveKind.INTS, PrimitiveKind.DOUBLES)) {
                    for (int i = 0; i < 4; i++) {
                        Sample sample = kind.sample(type, 20_000, random);
                        CyclicBarrier together = new CyclicBarrier(THREADS);
                        Buffer lent = Payload.of(sample.buffer()).sequential();
                        List<Callable<Void>> copies = new ArrayList<>();
                        for (int thread = 0; thread < THREADS; thread++) {
                            long seed = random.nextLong();
                            copies.add(() -> {
                                together.await();
                                copyParts(sample, lent, new Random(seed));
                                return null;
                            });
                        }
                        for (Future<Void> copy : threads.invokeAll(copies)) {
                            copy.get();
                        }
                    }
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Into memory of this thread's own, of elements as in the buffer, of bytes, or in parts. */
    private static void copyParts(Sample sample, Buffer lent, Random random) {
        byte[] payload = sample.payload();
        int size = payload.length;
        for (int i = 0; i < 60; i++) {
            int length = 1 + random.nextInt(size);
            int at = random.nextInt(size - length + 1);
            Buffer room = random.nextBoolean() ? Buffers.of(new int[size / 4 + 1]) : Buffers.of(new byte[size]);
            int there = at % 4;
            length = Math.min(length, (int) room.lengthBytes() - there);
            if (!Payload.of(lent).copyTo(at, Payload.of(room), there, length)) {
                throughOther(lent, at, room, there, length, random);
            }
            ByteBuffer copy = ByteBuffer.allocate(length);
            Payload.of(room).copyTo(there, copy);
            assertThat(copy.flip()).as("%s", sample).isEqualTo(ByteBuffer.wrap(payload, at, length));
        }
    }

    @Test
    @DisplayName("DT-15 memory that elements were copied into is sent from its beginning")
    void positions() {
        ByteBuffer direct = ByteBuffer.allocateDirect(4000);
        Buffer bytes = Buffers.of(direct.order(ByteOrder.LITTLE_ENDIAN));
        int[] numbers = new Random(1).ints(1000).toArray();

        assertThat(Payload.of(Buffers.ints(numbers)).copyTo(400, Payload.of(bytes.as(Datatype.INT, 1000)), 400, 3600))
                .isTrue();

        assertThat(Payload.of(bytes).directMemory())
                .isNotNull()
                .matches(memory -> memory.position() == 0 && memory.remaining() == 4000);
    }
}
