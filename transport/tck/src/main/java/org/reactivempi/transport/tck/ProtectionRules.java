package org.reactivempi.transport.tck;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.auth.Credentials;
import org.reactivempi.transport.engine.auth.ProofHandshake;
import org.reactivempi.transport.engine.auth.RejectedException;
import org.reactivempi.transport.engine.port.Secret;

/** What protects a link is bound to the proofs of who is at its ends, and a link works before anybody has proven anything. */
interface ProtectionRules {

    /** What handshakes send at most at once. */
    int SHORT_BYTES = 200;

    /** Whether the links are protected against those who stand in between. */
    boolean isProtected();

    @Test
    @DisplayName("CHN-27 both ends of a link see the same protection; those of another link see another one")
    default void protection(World world) throws InterruptedException {
        byte[] first = binding(world.pair());
        byte[] second = binding(world.pair());
        assertEquals(isProtected(), first.length > 0, "whether there is a protection");
        assertEquals(isProtected(), !Arrays.equals(first, second), "whether two links have different protections");
    }

    private static byte[] binding(Pair pair) throws InterruptedException {
        pair.exchange();
        byte[] connectors = pair.connector().binding();
        assertArrayEquals(connectors, pair.acceptor().binding(), "the protection that the ends see");
        return connectors;
    }

    @Test
    @DisplayName(
            "CHN-27 a relay with a link to each of two ranks can't pass their proofs on, whatever lets it have links")
    default void relay(World world) throws InterruptedException {
        Rank relay = world.rank(2);
        Pair before = world.pair(world.rank(0), relay);
        Pair behind = world.pair(relay, world.rank(1));
        before.exchange();
        behind.exchange();
        boolean passed =
                proofsPass(before.connector().binding(), behind.acceptor().binding());
        assertEquals(isProtected(), !passed, "whether the relay was noticed");
    }

    /** Between rank 0 and rank 1, which both know the secret, and see these protections. */
    private static boolean proofsPass(byte[] connectors, byte[] acceptors) {
        Secret secret = Secret.of("what the relay doesn't know");
        ProofHandshake zero =
                ProofHandshake.with(1, new Credentials(secret, 1, 0, new SplittableRandom(0)), () -> connectors);
        ProofHandshake one =
                ProofHandshake.withStranger(new Credentials(secret, 1, 1, new SplittableRandom(1)), () -> acceptors);
        ByteBuf fromZero = Unpooled.buffer();
        ByteBuf fromOne = Unpooled.buffer();
        zero.begin(fromZero);
        assertFalse(one.read(fromZero, fromOne));
        assertFalse(zero.read(fromOne, fromZero));
        try {
            return one.read(fromZero, fromOne) && zero.read(fromOne, fromZero);
        } catch (RejectedException noticed) {
            return false;
        }
    }

    @Test
    @DisplayName("CHN-28 short messages that take turns arrive before an end trusts the other; then whatever there is")
    default void beforeTrust(World world) throws InterruptedException {
        world.rank(1).onAccept(End::trustsNobodyYet);
        Rank zero = world.rank(0);
        End connector = zero.connect(world.rank(1).address(), zero.end().trustsNobodyYet())
                .awaitOpen();
        Pair pair = new Pair(connector, world.rank(1).accepted());
        for (int turn = 0; turn < 5; turn++) {
            for (End end : pair.ends()) {
                end.rank().run(() -> end.send(SHORT_BYTES));
                pair.other(end).awaitBytes(end.written());
            }
        }
        for (End end : pair.ends()) {
            end.rank().run(end::trust);
        }
        for (End end : pair.ends()) {
            new Pump(end, 8L * Lengths.MIB, Lengths.MIB).start();
        }
        for (End end : pair.ends()) {
            end.awaitBytes(5 * SHORT_BYTES + 8L * Lengths.MIB);
        }
    }
}
