package org.reactivempi.transport.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RingTest {

    private static final int ENTRIES = 20_000;

    @Test
    @DisplayName("one thread puts, another takes: all comes, in order and whole")
    void twoThreads() {
        for (int seed = 0; seed < 5; seed++) {
            Random random = new Random(seed);
            Ring ring = new Ring(64);
            CompletableFuture<Void> putting = CompletableFuture.runAsync(() -> put(ring));
            take(ring, random);
            putting.join();
            assertThat(ring.hasRoom(64)).isTrue();
        }
    }

    private static void put(Ring ring) {
        for (long i = 0; i < ENTRIES; i++) {
            while (!ring.hasRoom(1)) {
                Thread.yield();
            }
            ring.put(i, -i, i + 1, i + 2, i + 3, i + 4, i + 5);
        }
    }

    private static void take(Ring ring, Random random) {
        for (long next = 0; next < ENTRIES; ) {
            ByteBuffer chunk = ByteBuffer.allocate(Entry.BYTES * (1 + random.nextInt(100)) + random.nextInt(60));
            ring.take(chunk);
            for (chunk.flip(); chunk.hasRemaining(); next++) {
                long[] entry = new long[Entry.LONGS];
                for (int i = 0; i < entry.length; i++) {
                    entry[i] = chunk.getLong();
                }
                long[] expected = {next, -next, next + 1, next + 2, next + 3, next + 4, next + 5, 0};
                if (!Arrays.equals(entry, expected)) {
                    assertThat(entry).containsExactly(expected);
                }
            }
        }
    }

    @Test
    @DisplayName("a full ring says so, and when it is half full")
    void full() {
        Ring ring = new Ring(4);
        for (int i = 0; i < 4; i++) {
            assertThat(ring.hasRoom(1)).isTrue();
            assertThat(ring.isHalfFull()).isEqualTo(i > 2);
            ring.put(i, 0, 0, 0, 0, 0, 0);
        }
        assertThat(ring.hasRoom(1)).isFalse();
        ring.take(ByteBuffer.allocate(Entry.BYTES));
        assertThat(ring.hasRoom(1)).isTrue();
        assertThat(ring.hasRoom(2)).isFalse();
    }
}
