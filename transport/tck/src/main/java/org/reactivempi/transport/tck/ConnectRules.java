package org.reactivempi.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.channel.Place;
import org.reactivempi.transport.channel.Suitability;

/** Connecting fails with a cause, where it cannot succeed. */
interface ConnectRules {

    @Test
    @DisplayName("CHN-13 a peer that has gone cannot be connected to; onClosed says why")
    default void nobody(World world) throws InterruptedException {
        Rank from = world.rank(0);
        Rank dead = world.rank(1);
        from.run(() -> from.endpoint().reaches(dead.address()));
        String address = dead.address();
        dead.run(dead.endpoint()::close);
        dead.cut();
        assertFails(from, address);
        world.pair(from, world.rank(2)).exchange();
    }

    private static void assertFails(Rank from, String address) throws InterruptedException {
        End end = from.connect(address);
        assertTrue(end.awaitClosed().isPresent(), () -> "no cause why <" + address + "> cannot be connected to");
    }

    @Test
    @DisplayName("CHN-13 a malformed address, or one of another kind, cannot be connected to, and harms nobody")
    default void malformedAddresses(World world) throws InterruptedException {
        Rank from = world.rank(0);
        Rank to = world.rank(1);
        for (String address : wrongAddresses(to.address())) {
            from.run(() -> from.endpoint().reaches(address));
            assertFails(from, address);
        }
        // Some were near enough for a connection, which was then refused.
        to.forgetAccepted();
        world.pair(from, to).exchange();
    }

    /** Also the right one with a wrong character somewhere, or cut off. */
    private static List<String> wrongAddresses(String right) {
        List<String> wrong = new ArrayList<>(List.of(
                "",
                " ",
                "?",
                ":",
                ":1",
                "/",
                "//",
                "@",
                "nonsense",
                "nonsense:1",
                "rank-999",
                "127.0.0.1",
                "127.0.0.1:"));
        wrong.addAll(List.of("127.0.0.1:http", "127.0.0.1:99999", "127.0.0.1:-1", "[::1", "[::1]", "[]:1", "::1:1:"));
        wrong.addAll(List.of("tcp://127.0.0.1:1", "ws://127.0.0.1:1/x", "/dev/shm/none", "\u00e9:1", "\0", "a\nb:1"));
        wrong.add("a".repeat(10_000));
        wrong.add("1".repeat(10_000) + ":1");
        Random random = new Random(13);
        for (int i = 0; i < 50; i++) {
            int at = random.nextInt(right.length());
            wrong.add(right.substring(0, at) + "~" + right.substring(at + 1));
            wrong.add(right.substring(0, random.nextInt(1 + right.length() / 2)));
        }
        return wrong;
    }

    @Test
    @DisplayName("CHN-13 reaches is true for the other ranks of this host, and an answer for anything")
    default void reaches(World world) throws InterruptedException {
        Rank from = world.rank(0);
        String peer = world.rank(1).address();
        assertTrue(from.call(() -> from.endpoint().reaches(peer)), () -> "reaches " + peer);
        for (String wrong : List.of("", " ", "\0", "~")) {
            assertFalse(from.call(() -> from.endpoint().reaches(wrong)), () -> "reaches <" + wrong + ">");
        }
    }

    @Test
    @DisplayName("CHN-13 a channel that goes to a place goes to all nearer ones, and so to ranks of this JVM")
    default void suits(World world) {
        Place farthest = Place.SAME_JVM;
        for (Place place : Place.values()) {
            if (world.provider().suits(place) != Suitability.UNREACHABLE) {
                farthest = place;
            }
        }
        for (Place place : Place.values()) {
            if (place.compareTo(farthest) <= 0) {
                assertNotEquals(Suitability.UNREACHABLE, world.provider().suits(place), place::toString);
            }
        }
    }

    @Test
    @DisplayName(
            "CHN-14 a closed endpoint takes no more connections; links that exist stay; a second close does nothing")
    default void closedEndpoint(World world) throws InterruptedException {
        Pair pair = world.pair();
        Pair opposite = world.pair(world.rank(1), world.rank(0));
        Rank closed = world.rank(1);
        closed.run(closed.endpoint()::close);
        closed.run(closed.endpoint()::close);

        assertTrue(refusesAtLast(world.rank(0), closed), "still accepts");
        pair.exchange();
        opposite.exchange();
        world.pair(closed, world.rank(2)).exchange();
    }

    /** A listening socket may take a few more, in the kernel, before it is closed. */
    private static boolean refusesAtLast(Rank from, Rank closed) throws InterruptedException {
        for (int attempt = 0; attempt < 100; attempt++) {
            End end = from.connect(closed.address());
            end.awaitOutcome();
            if (end.isClosed()) {
                return true;
            }
            from.run(end::close);
        }
        return false;
    }

    @Test
    @DisplayName("CHN-14 an endpoint that closes while it is connected to: the link works, or ends")
    default void closeWhileConnecting(World world) throws InterruptedException {
        Rank from = world.rank(0);
        for (int i = 1; i <= 20; i++) {
            Rank to = world.rank(i);
            to.loop().execute(to.endpoint()::close);
            End end = from.connect(to.address());
            end.awaitOutcome();
            to.run(() -> {});
            if (end.isOpen()) {
                from.run(() -> end.send(10));
                from.run(end::close);
                end.awaitClosed();
            }
        }
    }

    @Test
    @DisplayName("CHN-14 an endpoint that closes while it connects: the connection is made, or fails")
    default void closeOwnWhileConnecting(World world) throws InterruptedException {
        Rank to = world.rank(0);
        for (int i = 1; i <= 20; i++) {
            Rank from = world.rank(i);
            End end = from.end();
            from.run(() -> {
                end.call("connect", () -> from.endpoint().connect(to.address(), end));
                from.endpoint().close();
            });
            end.awaitOutcome();
        }
    }

    @Test
    @DisplayName(
            "CHN-25 an address is printable ASCII without blanks and semicolons, of at most 160 characters, and stays")
    default void addresses(World world) throws InterruptedException {
        Pair pair = world.pair();
        String zero = pair.connector().rank().address();
        String one = pair.acceptor().rank().address();
        for (String address : List.of(zero, one)) {
            assertTrue(address.matches("[!-:<-~]{1,160}"), () -> "address <" + address + ">");
        }
        assertFalse(zero.equals(one), () -> "two ranks at " + zero);
        pair.exchange();
        pair.connector().rank().run(pair.connector()::close);
        pair.acceptor().awaitClosed();
        assertEquals(zero, pair.connector().rank().address());
        assertEquals(one, pair.acceptor().rank().address());
    }
}
