package org.reactivempi.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** A link hands out memory, which is filled, partly or not at all, and written or released. */
interface RoomRules {

    @RepeatedTest(3)
    @DisplayName(
            "CHN-5 rooms of any size: filled, partly filled, not filled; written or released; between other writes, and rests")
    default void rooms(World world, RepetitionInfo repetition) throws InterruptedException {
        Pair pair = world.pair();
        Random random = new Random(repetition.getCurrentRepetition());
        for (int turn = 0; turn < 500; turn++) {
            End end = pair.ends().get(turn % 2);
            end.rank().run(() -> useRoom(end, random));
            if (turn % 20 == 0) {
                flushAndAwait(pair);
            }
        }
        flushAndAwait(pair);
    }

    private static void useRoom(End end, Random random) {
        int least = Lengths.any(random, 256 * Lengths.KIB);
        int wanted = least + (random.nextBoolean() ? 0 : Lengths.any(random, Lengths.MIB));
        ByteBuf room = checked(end.room(least, wanted), least);
        switch (random.nextInt(4)) {
            case 0 -> end.fill(room, room.writableBytes());
            case 1 -> end.fill(room, random.nextInt(least));
            case 2 -> end.fill(room, least);
            default -> {
                room.release();
                end.write(Lengths.any(random, 10 * Lengths.KIB));
                return;
            }
        }
        end.write(room);
        if (random.nextInt(3) == 0) {
            end.flush();
        }
        if (random.nextInt(3) == 0) {
            end.rest();
        }
    }

    private static ByteBuf checked(ByteBuf room, int least) {
        assertEquals(0, room.readableBytes(), "content of a room");
        assertTrue(
                room.writableBytes() >= least,
                () -> "a room for at least " + least + " bytes has only " + room.writableBytes());
        return room;
    }

    private static void flushAndAwait(Pair pair) throws InterruptedException {
        for (End end : pair.ends()) {
            end.rank().run(end::flush);
        }
        pair.awaitAll();
    }

    @Test
    @DisplayName("CHN-5 a room of 16 MiB")
    default void largeRoom(World world) throws InterruptedException {
        Pair pair = world.pair();
        End end = pair.connector();
        end.rank().run(() -> {
            ByteBuf room = checked(end.room(16 * Lengths.MIB, 16 * Lengths.MIB), 16 * Lengths.MIB);
            end.fill(room, 16 * Lengths.MIB);
            end.write(room);
            end.flush();
        });
        pair.awaitAll();
    }

    @Test
    @DisplayName(
            "CHN-5 a room that was given away before the link was full still arrives whole; a full link gives room too")
    default void roomsOfAFullLink(World world) throws InterruptedException {
        Pair pair = world.pair();
        End end = pair.connector();
        var goOn = pair.acceptor().rank().stop();
        for (int i = 0; i < 200; i++) {
            end.rank().run(() -> {
                ByteBuf room = checked(end.room(1000, 64 * Lengths.KIB), 1000);
                end.fill(room, Math.min(room.writableBytes(), 64 * Lengths.KIB));
                end.write(room);
                end.flush();
            });
        }
        goOn.countDown();
        pair.awaitAll();
    }
}
