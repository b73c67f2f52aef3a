package org.reactivempi.transport.tck;

import io.netty.buffer.Unpooled;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Bytes arrive in the order in which they were written, complete, once, however they were cut. */
interface OrderRules {

    @Test
    @DisplayName("CHN-1 short messages arrive in the order of their writes, complete, once")
    default void shortMessages(World world) throws InterruptedException {
        Pair pair = world.pair();
        Random random = new Random(1);
        for (int turn = 0; turn < 1000; turn++) {
            int messages = 1 + random.nextInt(20);
            pair.connector().rank().run(() -> {
                for (int i = 0; i < messages; i++) {
                    pair.connector().write(8);
                }
                pair.connector().flush();
            });
        }
        pair.awaitAll();
    }

    @Test
    @DisplayName("CHN-2 every length around every power of two, to 4 MiB, each by itself")
    default void lengthsAroundPowersOfTwo(World world) throws InterruptedException {
        Pair pair = world.pair();
        for (int power = 1; power <= 4 * Lengths.MIB; power *= 2) {
            for (int length = Math.max(1, power - 1); length <= power + 1; length++) {
                int exactly = length;
                pair.connector().rank().run(() -> pair.connector().send(exactly));
                pair.awaitAll();
            }
        }
    }

    @RepeatedTest(5)
    @DisplayName("CHN-2 random lengths to 4 MiB from any memory, flushed now and then, both ways at once")
    default void randomTraffic(World world, RepetitionInfo repetition) throws InterruptedException {
        Pair pair = world.pair();
        Random random = new Random(repetition.getCurrentRepetition());
        for (int step = 0; step < 200; step++) {
            End end = random.nextBoolean() ? pair.connector() : pair.acceptor();
            int length = Lengths.any(random, 4 * Lengths.MIB);
            Memory memory = Memory.any(random);
            boolean flush = random.nextInt(3) == 0;
            end.rank().loop().execute(() -> {
                end.write(end.next(memory, length));
                if (flush) {
                    end.flush();
                }
            });
        }
        for (End end : pair.ends()) {
            end.rank().run(end::flush);
        }
        pair.awaitAll();
    }

    @Test
    @DisplayName("CHN-2 empty buffers, and flushes of nothing, change nothing")
    default void emptyBuffers(World world) throws InterruptedException {
        Pair pair = world.pair();
        End end = pair.connector();
        for (int i = 0; i < 100; i++) {
            end.rank().run(() -> {
                end.flush();
                end.write(world.track(Unpooled.buffer(8)));
                end.flush();
                end.write(world.track(Unpooled.directBuffer(8)));
                end.write(10);
                end.write(Unpooled.EMPTY_BUFFER);
                end.flush();
                end.flush();
            });
        }
        pair.awaitAll();
    }

    @Test
    @DisplayName("CHN-3 a flush sends all that was written before it; nothing has to follow")
    default void flushSendsAll(World world) throws InterruptedException {
        Pair pair = world.pair();
        Random random = new Random(3);
        for (int turn = 0; turn < 300; turn++) {
            End end = pair.ends().get(turn % 2);
            int messages = 1 + random.nextInt(5);
            int length = Lengths.any(random, 64 * Lengths.KIB);
            end.rank().run(() -> {
                for (int i = 0; i < messages; i++) {
                    end.write(length);
                }
                end.flush();
            });
            pair.awaitAll();
        }
    }

    @Test
    @DisplayName("CHN-4 64 MiB in one write")
    default void largeFrame(World world) throws InterruptedException {
        Pair pair = world.pair();
        End end = pair.connector();
        end.rank().run(() -> {
            end.write(end.next(Memory.DIRECT, 64 * Lengths.MIB));
            end.send(1);
        });
        pair.awaitAll();
        pair.exchange();
    }
}
