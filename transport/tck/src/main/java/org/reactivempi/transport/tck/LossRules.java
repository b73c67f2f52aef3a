package org.reactivempi.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A peer that dies takes its links with it, and nothing else. */
interface LossRules {

    @Test
    @DisplayName(
            "CHN-12 a peer that dies: onClosed comes once, at the latest when something is sent; what has arrived stays")
    default void peerDies(World world) throws InterruptedException {
        Pair pair = world.pair();
        pair.acceptor().rank().run(() -> pair.acceptor().send(100_000));
        pair.connector().awaitBytes(100_000);
        pair.acceptor().rank().cut();
        sendUntilClosed(pair.connector());
        assertEquals(100_000, pair.connector().received(), "bytes that had arrived");
    }

    private static void sendUntilClosed(End end) throws InterruptedException {
        end.rank().run(() -> sendAgain(end));
        end.awaitClosed();
    }

    /** Again and again, a few at a time. */
    private static void sendAgain(End end) {
        if (!end.isClosed()) {
            end.send(10);
            end.rank().loop().schedule(() -> sendAgain(end), 1, TimeUnit.MILLISECONDS);
        }
    }

    @Test
    @DisplayName("CHN-12 a peer that dies while much is on its way to it: nothing of it is left")
    default void peerDiesInTraffic(World world) throws InterruptedException {
        Pair pair = world.pair();
        CountDownLatch goOn = pair.acceptor().rank().stop();
        BackPressureRules.fill(pair.connector());
        pair.acceptor().rank().loop().execute(pair.acceptor().rank().loop()::end);
        goOn.countDown();
        pair.acceptor().rank().cut();
        sendUntilClosed(pair.connector());
    }

    @Test
    @DisplayName("CHN-12 a peer that dies while it sends: what arrives is right, and then the end")
    default void peerDiesWhileSending(World world) throws InterruptedException {
        Pair pair = world.pair();
        new Pump(pair.acceptor(), Long.MAX_VALUE / 2, 50_000).start();
        pair.connector().awaitBytes(2 * Lengths.MIB);
        pair.acceptor().rank().cut();
        sendUntilClosed(pair.connector());
    }

    @Test
    @DisplayName("CHN-12 who has lost a peer goes on with others, and can take new ones")
    default void othersStay(World world) throws InterruptedException {
        Pair lost = world.pair();
        Pair other = world.pair(world.rank(0), world.rank(2));
        lost.acceptor().rank().cut();
        sendUntilClosed(lost.connector());
        other.exchange();
        world.pair(world.rank(3), world.rank(0)).exchange();
    }
}
