package org.reactivempi.transport.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.engine.fake.DirectBuffers;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.LinkLog;
import org.reactivempi.transport.engine.fake.RawPeer;
import org.reactivempi.transport.engine.fake.Tap;
import org.reactivempi.transport.engine.packet.Mutation;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.fixtures.Seeds;
import reactor.core.publisher.Mono;

/**
 * Rank 0 hears what rank 1 has said in a valid conversation of random operations, with mutations. It may lose that link, and
 * says why in one line; it lives, serves rank 2, and keeps nothing.
 *
 * <p>All on one thread with a clock of its own, so a seed always does the same. With {@code -Pfuzz} it runs for minutes.
 */
@Timeout(value = 1, unit = TimeUnit.HOURS)
class LinkFuzzTest {

    private static final int USUAL_SEEDS = 500;
    private static final int MOST_CHANGES = 3;
    private static final int ROUNDS = 4;
    /** What comes before the packets is new on each connection. */
    private static final int PROOFS_OF_CONNECTOR = 52 + 32;

    private static final int PROOFS_OF_ACCEPTOR = 72;
    /** Past every time limit of a link. */
    private static final int SECONDS = 45;
    /** The credit, the copies that the fake network makes, and no length that a packet merely claims. */
    private static final long MOST_BYTES = 16 << 20;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final LinkLog log = new LinkLog();

    @AfterEach
    void close() {
        log.close();
    }

    @ParameterizedTest(name = "connecting {0}")
    @ValueSource(booleans = {true, false})
    @DisplayName("a recorded conversation that is not changed goes as it went")
    void unchanged(boolean connecting) {
        for (long seed = 0; seed < 50; seed++) {
            Scenario recorded = new Scenario(seed, connecting, false);
            byte[] said = recorded.record();
            Scenario again = new Scenario(seed, connecting, false);
            again.hear(said, new Random(seed));
            assertThat(again.zero.outcomes()).as("seed %d", seed).isEqualTo(recorded.zero.outcomes());
            recorded.end();
            again.end();
        }
        assertThat(log.warnings()).isEmpty();
    }

    @Test
    @DisplayName("RES-3 mutated traffic of a peer that has connected loses its link at most, with one line")
    void ofConnector() {
        assertThat(Seeds.each(USUAL_SEEDS, seed -> fuzz(seed, false))).isPositive();
    }

    @Test
    @DisplayName("RES-3 the same of a peer to which the rank has connected")
    void ofAcceptor() {
        assertThat(Seeds.each(USUAL_SEEDS, seed -> fuzz(seed, true))).isPositive();
    }

    private void fuzz(long seed, boolean connecting) {
        long buffersBefore = DirectBuffers.live();
        boolean mayBreak = (seed & 1) == 0;
        Scenario recorded = new Scenario(seed, connecting, mayBreak);
        byte[] said = recorded.record();
        recorded.end();
        log.clear();

        Random random = new Random(~seed);
        Scenario scenario = new Scenario(seed, connecting, mayBreak);
        byte[] mutated = Mutation.of(said, 1 + random.nextInt(MOST_CHANGES), random);
        long before = threads.getCurrentThreadAllocatedBytes();
        boolean closed = scenario.hear(mutated, random);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                .as("bytes allocated")
                .isLessThan(MOST_BYTES);
        scenario.goOn();
        scenario.end();

        assertThat(log.errors()).as("mistakes of ours").isEmpty();
        List<String> lines = log.warnings().stream()
                .filter(line -> line.contains("connection"))
                .toList();
        assertThat(lines).hasSizeLessThanOrEqualTo(1).noneMatch(line -> line.contains("null"));
        if (closed && !scenario.heardOfAnAbort()) {
            assertThat(lines).hasSize(1);
        }
        assertThat(DirectBuffers.live()).as("buffers").isEqualTo(buffersBefore);
    }

    /** Rank 0 with operations that are all started before it hears of rank 1. */
    private static final class Scenario {

        private final FakeNetwork network = new FakeNetwork();
        private final FuzzRank zero;
        private final long seed;
        private final boolean connecting;
        private final boolean mayBreak;
        private RawPeer peer;
        private FuzzRank one;

        Scenario(long seed, boolean connecting, boolean mayBreak) {
            this.seed = seed;
            this.connecting = connecting;
            this.mayBreak = mayBreak;
            zero = new FuzzRank(network, 0, mayBreak);
        }

        private void startZero() {
            Random random = new Random(seed);
            zero.startSome(1, 1 + random.nextInt(12), random);
        }

        /** A conversation with a real rank 1; returns what that has said. */
        byte[] record() {
            Random random = new Random(seed + 1);
            one = new FuzzRank(network, 1, mayBreak);
            Tap tap = new Tap(network, connecting ? 1 : 0, !connecting);
            zero.fake.directory(rank -> connecting ? Mono.just(Tap.ADDRESS) : Mono.never());
            one.fake.directory(rank -> connecting ? Mono.never() : Mono.just(Tap.ADDRESS));
            startZero();
            open();
            for (int round = 0; round < ROUNDS; round++) {
                one.startSome(0, random.nextInt(8), random);
                network.runShuffled(random.nextLong());
            }
            if (random.nextInt(4) == 0) {
                one.fake.run(() -> one.fake.links().close(() -> {}));
                network.run();
            }
            byte[] said = tap.recorded();
            return Arrays.copyOfRange(said, connecting ? PROOFS_OF_ACCEPTOR : PROOFS_OF_CONNECTOR, said.length);
        }

        /** The same from recorded bytes, which come in any pieces; whether rank 0 ended the connection. */
        boolean hear(byte[] said, Random random) {
            zero.fake.directory(rank -> connecting ? Mono.just("fake-1") : Mono.never());
            peer = connecting ? RawPeer.inPlaceOf(1, network) : null;
            startZero();
            if (connecting) {
                open();
                network.run();
            } else {
                peer = RawPeer.connectTo(0, 1, network);
            }
            ByteBuf in = Unpooled.wrappedBuffer(said);
            while (in.isReadable() && !peer.isClosed()) {
                peer.send(in.readRetainedSlice(Math.min(in.readableBytes(), 1 + random.nextInt(2000))));
                network.run();
            }
            network.unlisten("fake-1");
            return peer.isClosed() && !peer.received().contains(PacketKind.REFUSAL);
        }

        /** A changed packet may say that the peer aborts, which is no breach. */
        boolean heardOfAnAbort() {
            PeerLostException loss = zero.fake.links().peer(1).loss();
            return loss != null && String.valueOf(loss.getMessage()).contains("has aborted");
        }

        /** Rank 0 connects only where it has something to say. */
        private void open() {
            if (connecting) {
                zero.fake.run(() -> zero.fake.links().peer(1).open(link -> {}));
            } else if (one != null) {
                one.fake.run(() -> one.fake.links().peer(0).open(link -> {}));
            }
        }

        /** Rank 2 comes, and time passes. */
        void goOn() {
            FuzzRank two = new FuzzRank(network, 2, mayBreak);
            FuzzRank.assertTalk(two, zero, network);
            for (int second = 0; second < SECONDS; second++) {
                zero.fake.advance(Duration.ofSeconds(1));
                two.fake.advance(Duration.ofSeconds(1));
                network.run();
            }
            FuzzRank.assertTalk(zero, two, network);
            two.abort();
            network.run();
        }

        void end() {
            zero.abort();
            if (one != null) {
                one.abort();
            }
            network.run();
            zero.assertAllEndedOnce();
        }
    }
}
