package org.reactivempi.transport.tck;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.progress.Waiting;

/** A rank that has nothing to do sleeps, and whatever comes wakes it. */
interface SleepRules {

    /** A rank that polls never rests; one that is about to sleep may poll thousands of times before, which are a hundred looks. */
    int MOST_LOOKS = 3000;

    @Test
    @DisplayName("CHN-23 a quiet pair sleeps: before the first bytes, behind them, and when its links have ended")
    default void quietRanksSleep(World world) throws InterruptedException {
        Pair pair = world.pair();
        assertSleeps(pair);
        pair.exchange();
        assertSleeps(pair);
        new Pump(pair.connector(), 4L * Lengths.MIB, 10_000).start();
        pair.acceptor().awaitBytes(4L * Lengths.MIB);
        assertSleeps(pair);
        pair.connector().rank().run(pair.connector()::close);
        pair.connector().awaitClosed();
        pair.acceptor().awaitClosed();
        assertSleeps(pair);
    }

    private static void assertSleeps(Pair pair) throws InterruptedException {
        for (End end : pair.ends()) {
            assertTrue(sleeps(end.rank()), "a rank without anything to do does not sleep");
        }
    }

    private static boolean sleeps(Rank rank) throws InterruptedException {
        Turns turns = new Turns();
        rank.run(() -> rank.loop().add(turns));
        try {
            boolean rests = false;
            for (int look = 0; look < MOST_LOOKS && !rests; look++) {
                rests = turns.rest();
            }
            return rests;
        } finally {
            rank.run(() -> rank.loop().remove(turns));
        }
    }

    @Test
    @DisplayName("CHN-23 a full link whose peer has stopped sleeps as well")
    default void fullLinkSleeps(World world) throws InterruptedException {
        Pair pair = world.pair();
        var goOn = pair.acceptor().rank().stop();
        BackPressureRules.fill(pair.connector());
        assertTrue(sleeps(pair.connector().rank()), "a rank whose link is full does not sleep");
        goOn.countDown();
        pair.awaitAll();
    }

    @Test
    @DisplayName("CHN-24 bytes wake a rank whenever it goes to sleep, and so does a command")
    default void bytesWake(World world) throws InterruptedException {
        wakes(world.pair(world.rank(0, Waiting.Mode.SLEEP), world.rank(1, Waiting.Mode.SLEEP)));
        wakes(world.pair(world.rank(2, Waiting.Mode.ADAPTIVE), world.rank(3, Waiting.Mode.ADAPTIVE)));
        wakes(world.pair(world.rank(0), world.rank(2)));
    }

    /** Each round is a command, bytes there, and bytes back, at any moment of falling asleep. */
    private static void wakes(Pair pair) throws InterruptedException {
        Random random = new Random(24);
        End answering = pair.acceptor();
        End asking = pair.connector();
        answering.rank().run(() -> answering.onBytes(answering::send));
        for (int round = 0; round < 700; round++) {
            pause(random.nextInt(150_000));
            asking.rank().run(() -> asking.send(8));
            asking.awaitBytes(asking.written());
        }
    }

    private static void pause(long nanos) {
        long until = System.nanoTime() + nanos;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    @Test
    @DisplayName("CHN-24 a rank that has slept for long hears of bytes, of the room that it waits for, and of the end")
    default void wakesFromDeepSleep(World world) throws InterruptedException {
        Pair pair = world.pair();
        for (int round = 0; round < 3; round++) {
            assertSleeps(pair);
            pair.exchange();
        }
        var goOn = pair.acceptor().rank().stop();
        Pump pump = new Pump(pair.connector(), 32L * Lengths.MIB, 10_000);
        pump.start();
        assertTrue(sleeps(pair.connector().rank()), "a rank whose link is full does not sleep");
        goOn.countDown();
        pump.awaitSent();
        pair.awaitAll();
        assertSleeps(pair);
        pair.acceptor().rank().run(pair.acceptor()::close);
        pair.connector().awaitClosed();
    }
}
