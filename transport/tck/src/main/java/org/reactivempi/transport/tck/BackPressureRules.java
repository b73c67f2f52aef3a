package org.reactivempi.transport.tck;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A link whose other end does not read says so, and says when it goes on; nothing is lost. */
interface BackPressureRules {

    int PIECE_BYTES = 64 * Lengths.KIB;

    @Test
    @DisplayName("CHN-6 a link is not writable once a bounded number of bytes waits for a peer that has stopped")
    default void fullLink(World world) throws InterruptedException {
        Pair pair = world.pair();
        CountDownLatch goOn = pair.acceptor().rank().stop();
        assertTrue(fill(pair.connector()), "still writable after 64 MiB that nobody reads");
        goOn.countDown();
        pair.awaitAll();
    }

    /** Writes until the link is full, turn by turn; whether that happened. */
    static boolean fill(End end) throws InterruptedException {
        boolean writable = true;
        while (writable && end.written() < 64 * Lengths.MIB) {
            writable = end.rank().call(() -> {
                end.send(PIECE_BYTES);
                return end.isWritable();
            });
        }
        return !writable;
    }

    @Test
    @DisplayName("CHN-6 a full link leaves the others of its rank alone")
    default void fullLinkBesideOthers(World world) throws InterruptedException {
        Pair full = world.pair();
        Pair other = world.pair(world.rank(0), world.rank(2));
        CountDownLatch goOn = full.acceptor().rank().stop();
        fill(full.connector());
        other.exchange();
        assertTrue(other.connector().rank().call(other.connector()::isWritable), "the other link is writable");
        goOn.countDown();
        full.awaitAll();
    }

    @Test
    @DisplayName("CHN-7 onWritable tells that a full link goes on, each time; nothing is lost")
    default void goesOn(World world) throws InterruptedException {
        Pair pair = world.pair();
        for (int round = 1; round <= 3; round++) {
            CountDownLatch goOn = pair.acceptor().rank().stop();
            Pump pump = new Pump(pair.connector(), 16L * Lengths.MIB * round, PIECE_BYTES);
            pump.start();
            goOn.countDown();
            pump.awaitSent();
            pair.awaitAll();
        }
    }

    @Test
    @DisplayName("CHN-7 both ways at once, with peers that are slow now and then")
    default void slowPeers(World world) throws InterruptedException {
        Pair pair = world.pair();
        for (End end : pair.ends()) {
            Random random = new Random(7);
            end.rank()
                    .run(() -> end.onBytes(length -> {
                        if (random.nextInt(10) == 0) {
                            LockSupport.parkNanos(random.nextInt(1_000_000));
                        }
                    }));
        }
        Pump one = new Pump(pair.connector(), 24L * Lengths.MIB, 300_000);
        Pump other = new Pump(pair.acceptor(), 24L * Lengths.MIB, 7_000);
        one.start();
        other.start();
        one.awaitSent();
        other.awaitSent();
        pair.awaitAll();
    }

    @Test
    @DisplayName("CHN-7 a link that was never full does not say that it goes on")
    default void neverFull(World world) throws InterruptedException {
        Pair pair = world.pair();
        CountDownLatch said = new CountDownLatch(1);
        pair.connector().rank().run(() -> pair.connector().onWritable(said::countDown));
        for (int i = 0; i < 100; i++) {
            pair.exchange();
        }
        assertFalse(said.getCount() == 0, "onWritable without need");
    }
}
