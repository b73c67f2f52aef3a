package org.reactivempi.transport.tck;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What a channel owes to the rank that it serves: its thread, and a clean end. Every test looks at this as well; these make
 * much of what could break it.
 */
interface RankRules {

    @Test
    @DisplayName(
            "CHN-17 no buffer, thread or file is left: of rooms, of what was not flushed, of what a peer's death caught")
    default void nothingIsLeft(World world) throws InterruptedException {
        Pair closed = world.pair();
        Pair lost = world.pair(world.rank(0), world.rank(2));
        for (Pair pair : new Pair[] {closed, lost}) {
            for (End end : pair.ends()) {
                end.rank().run(() -> leaveWritten(end));
            }
        }
        lost.acceptor().rank().stop();
        BackPressureRules.fill(lost.connector());
        world.close();
    }

    private static void leaveWritten(End end) {
        end.room(1000, 10_000).release();
        ByteBuf room = end.room(1000, 10_000);
        end.fill(room, 500);
        end.write(room);
        for (Memory memory : Memory.values()) {
            end.write(end.next(memory, 20_000));
        }
    }

    @Test
    @DisplayName(
            "CHN-18, CHN-19, CHN-20 calls come on the loop, one after the other, from the first onOpen to one onClosed")
    default void calls(World world) throws InterruptedException {
        Rank zero = world.rank(0);
        Rank one = world.rank(1);
        one.onAccept(RankRules::talkative);
        End connector = zero.connect(one.address(), talkative(zero.end())).awaitOpen();
        End acceptor = one.accepted();
        connector.awaitBytes(4L * Lengths.MIB);
        acceptor.awaitBytes(4L * Lengths.MIB);
        one.run(acceptor::close);
        connector.awaitClosed();
        acceptor.awaitClosed();
        assertTrue(connector.received() >= 4L * Lengths.MIB);
        zero.connect("~").awaitClosed();
    }

    /** Writes in every call that it gets. */
    private static End talkative(End end) {
        return end.onOpen(() -> {
                    end.send(3 * Lengths.MIB);
                    end.isWritable();
                })
                .onBytes(length -> {
                    if (end.written() < 5 * Lengths.MIB) {
                        end.send(length);
                    }
                })
                .onWritable(() -> end.send(1000));
    }

    @Test
    @DisplayName("CHN-26 several channels on one loop: between them, and with others")
    default void severalOnOneLoop(World world) throws InterruptedException {
        Rank zero = world.rank(0);
        Rank beside = world.rankBeside(zero, 1);
        Pair within = world.pair(zero, beside);
        Pair out = world.pair(beside, world.rank(2));
        Pair in = world.pair(world.rank(2), zero);
        for (int turn = 0; turn < 20; turn++) {
            for (Pair pair : new Pair[] {within, out, in}) {
                pair.exchange();
            }
        }
        zero.run(() -> {
            within.connector().send(6 * Lengths.MIB);
            within.acceptor().send(6 * Lengths.MIB);
        });
        within.awaitAll();
    }
}
