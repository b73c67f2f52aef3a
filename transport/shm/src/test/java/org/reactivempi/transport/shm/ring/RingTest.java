package org.reactivempi.transport.shm.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both ends of a ring, in one thread and in two. */
class RingTest {

    private static final int ALL = Integer.MAX_VALUE;

    private static ByteBuf numbered(long first, int length) {
        ByteBuf bytes = Unpooled.buffer(length);
        for (int i = 0; i < length; i++) {
            bytes.writeByte((int) (first + i));
        }
        return bytes;
    }

    private static int check(RingReader reader, long first, int most) throws ShmCorruptException {
        if (reader.availableBytes() == 0) {
            return 0;
        }
        RingView bytes = reader.next(most);
        int length = bytes.readableBytes();
        assertThat(bytes).isEqualTo(numbered(first, length));
        reader.taken(length);
        return length;
    }

    @Test
    @DisplayName("bytes go through a ring whole at each place where it can wrap, by copy and by room")
    void wraps() throws Exception {
        for (int start = 0; start < 64; start++) {
            for (int length = 1; length <= 64; length++) {
                Shared ring = new Shared(64);
                ring.writer.put(numbered(0, start), ALL);
                ring.writer.publish();
                long read = 0;
                while (read < start) {
                    read += check(ring.reader, read, ALL);
                }
                ring.reader.tell();
                RingView room = ring.writer.room(length, length);
                if (room != null) {
                    room.writeBytes(numbered(start, length));
                    ring.writer.filled();
                } else {
                    assertThat(start + length).isGreaterThan(64);
                    assertThat(ring.writer.put(numbered(start, length), ALL)).isEqualTo(length);
                }
                ring.writer.publish();
                while (read < start + length) {
                    read += check(ring.reader, read, ALL);
                }
                assertThat(ring.reader.isEmpty()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 36, 47, 48, 49})
    @DisplayName(
            "a short message that is shown alone stands beside the position, at each place of the ring but its end")
    void besidePosition(int length) throws Exception {
        for (int start = 0; start < 256; start++) {
            Shared ring = new Shared(256);
            ring.writer.put(numbered(0, start), ALL);
            ring.writer.publish();
            for (long read = 0; read < start; ) {
                read += check(ring.reader, read, ALL);
            }
            ring.reader.tell();
            ring.writer.put(numbered(start, length), ALL);
            ring.writer.show();
            // A reader of the ring itself finds nothing but zeros now.
            ring.memory.put(0, new byte[256]);
            boolean fits = length <= 48 && start + (length + 7) / 8 * 8 <= 256;

            assertThat(ring.reader.availableBytes()).isEqualTo(length);
            ByteBuf first = ring.reader.next(1);
            assertThat(first.readByte()).isEqualTo(fits ? (byte) start : 0);
            ring.reader.taken(1);
            if (length > 1 && fits) {
                assertThat(ring.reader.next(ALL)).isEqualTo(numbered(start + 1L, length - 1));
            }
        }
    }

    @Test
    @DisplayName(
            "messages that are shown one after the other are all read in the ring, or the last alone beside the position")
    void severalShown() throws Exception {
        Shared ring = new Shared(256);
        for (int shown = 0; shown < 3; shown++) {
            ring.writer.put(numbered(10L * shown, 10), ALL);
            ring.writer.show();
            ring.writer.publish();
        }
        assertThat(check(ring.reader, 0, ALL)).isEqualTo(30);

        ring.writer.put(numbered(30, 10), ALL);
        ring.writer.show();
        assertThat(ring.reader.availableBytes()).isEqualTo(10);
        ring.writer.publish();
        ring.writer.put(numbered(40, 10), ALL);
        ring.writer.show();
        ring.memory.put(0, new byte[256]);
        assertThat(check(ring.reader, 30, ALL)).isEqualTo(10);
        assertThat(check(ring.reader, 40, ALL)).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    @DisplayName("random writes and reads do what a queue of bytes does")
    void model(long seed) throws Exception {
        Random random = new Random(seed);
        Shared ring = new Shared(256);
        long written = 0;
        long shown = 0;
        long told = 0;
        long read = 0;
        for (int step = 0; step < 20_000; step++) {
            int length = 1 + random.nextInt(random.nextBoolean() ? 300 : 60);
            switch (random.nextInt(5)) {
                case 0 -> written += put(ring, written, length);
                case 1 -> written += fill(ring, written, length, random);
                case 2 -> {
                    ring.writer.publish();
                    shown = told = written;
                }
                case 3 -> {
                    ring.writer.show();
                    shown = written;
                }
                default -> {
                    int taken = check(ring.reader, read, length);
                    assertThat(taken > 0).isEqualTo(read < shown);
                    read += taken;
                }
            }
            assertThat(ring.writer.untoldBytes()).isEqualTo((int) (written - told));
            // What the writer knows may be an eighth of the ring behind, never ahead.
            int free = 256 - (int) (written - read);
            assertThat(ring.writer.freeBytes(ALL)).isBetween(free - 32, free);
        }
        assertThat(read).isGreaterThan(100_000);
    }

    private static int put(Shared ring, long first, int length) throws ShmCorruptException {
        int free = ring.writer.freeBytes(ALL);
        ByteBuf bytes = numbered(first, length);
        int put = ring.writer.put(bytes, ALL);
        assertThat(put).isEqualTo(Math.min(free, length));
        assertThat(bytes.readableBytes()).isEqualTo(length - put);
        return put;
    }

    private static int fill(Shared ring, long first, int least, Random random) throws ShmCorruptException {
        RingView room = ring.writer.room(least, least + random.nextInt(50));
        if (room == null) {
            return 0;
        }
        assertThat(room.writableBytes()).isGreaterThanOrEqualTo(least);
        int length = random.nextInt(room.writableBytes() + 1);
        room.writeBytes(numbered(first, length));
        ring.writer.filled();
        return length;
    }

    @Test
    @DisplayName("a writer and a reader in two threads agree on megabytes of bytes")
    void threads() throws Exception {
        Shared ring = new Shared(4096);
        long all = 8L << 20;
        CompletableFuture<Void> writes = CompletableFuture.runAsync(() -> write(ring, all));
        long read = 0;
        while (read < all && !writes.isCompletedExceptionally()) {
            int taken = check(ring.reader, read, 777);
            read += taken;
            if (taken == 0) {
                ring.reader.tell();
                Thread.onSpinWait();
            }
        }
        writes.get(60, TimeUnit.SECONDS);
        assertThat(read).isEqualTo(all);
    }

    private static void write(Shared ring, long all) {
        Random random = new Random(1);
        try {
            for (long written = 0; written < all; ) {
                int length = (int) Math.min(1 + random.nextInt(1000), all - written);
                written +=
                        random.nextBoolean() ? put2(ring, written, length) : fill(ring, written, length, random, all);
                ring.writer.publish();
            }
        } catch (ShmCorruptException e) {
            throw new AssertionError(e);
        }
    }

    private static int put2(Shared ring, long first, int length) throws ShmCorruptException {
        return ring.writer.put(numbered(first, length), ALL);
    }

    private static int fill(Shared ring, long first, int least, Random random, long all) throws ShmCorruptException {
        return first + 4096 > all ? put2(ring, first, least) : fill(ring, first, least, random);
    }

    @Test
    @DisplayName("an index that the other end cannot have come to is told as such")
    void corrupt() throws Exception {
        for (long tail : new long[] {-1, 9, 75, Long.MIN_VALUE, Long.MAX_VALUE}) {
            Shared ring = new Shared(64);
            ring.writer.put(numbered(0, 10), ALL);
            ring.writer.publish();
            check(ring.reader, 0, ALL);
            ring.tail.set(tail);
            assertThatExceptionOfType(ShmCorruptException.class)
                    .isThrownBy(() -> {
                        ring.reader.availableBytes();
                        ring.reader.isEmpty();
                    })
                    .withMessage("corrupt ring: tail is " + tail + ", possible is 10 to 74");
        }
        for (long head : new long[] {-1, 11, Long.MIN_VALUE, Long.MAX_VALUE}) {
            Shared ring = new Shared(64);
            ring.writer.put(numbered(0, 10), ALL);
            ring.writer.publish();
            ring.head.set(head);
            assertThatExceptionOfType(ShmCorruptException.class)
                    .isThrownBy(() -> ring.writer.freeBytes(64))
                    .withMessage("corrupt ring: head is " + head + ", possible is 0 to 10");
        }
    }

    @Test
    @DisplayName("room that was overtaken by other bytes cannot be written")
    void overtakenRoom() throws Exception {
        Shared ring = new Shared(64);
        ring.writer.room(8, 8);
        ring.writer.put(numbered(0, 8), ALL);
        assertThatIllegalStateException().isThrownBy(ring.writer::filled).withMessageContaining("last that was given");
    }
}
