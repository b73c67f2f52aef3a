package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Buffers;
import org.reactivempi.Settings;
import org.reactivempi.testkit.Ranks;
import org.reactivempi.transport.faulty.Faults;
import reactor.core.publisher.Mono;

/** Sessions with two channels. The first one breaks for good in the middle: links go on over the other. */
@Timeout(value = 100, unit = TimeUnit.SECONDS)
class OtherChannelTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int RANKS = 3;
    private static final int LONG_BYTES = 2 << 20;

    /** What carries the first channel, the second one, and a seed. Two that are local would have the same addresses. */
    static Stream<Arguments> ways() {
        return Stream.of("local", "shm", "tcp", "rsocket")
                .flatMap(next -> Stream.of(
                        Arguments.of("tcp", next, 1), Arguments.of(next.equals("local") ? "tcp" : "local", next, 2)));
    }

    private static Ranks start(String carrier, String next, int seed, Faults faults) {
        return Ranks.start(
                RANKS,
                Settings.create()
                        .channel("faulty," + next)
                        .with("faulty-channel", carrier)
                        .with("faulty-seed", Integer.toString(seed))
                        .with("reconnect-timeout", "6s")
                        .attach(faults));
    }

    @ParameterizedTest(name = "{0}, then {1}, seed {2}")
    @MethodSource("ways")
    @DisplayName("ORD-4 random traffic goes on over another channel, wherever the first one has broken for good")
    void randomTraffic(String carrier, String next, int seed) {
        Faults faults = Faults.create();
        Random random = new Random(seed);
        try (Ranks ranks = start(carrier, next, seed, faults)) {
            Kind.prepare(ranks);
            Shipment.amongAll(ranks, 3, seed).block(LIMIT);
            assertChannels(ranks, "faulty");

            faults.refuse();
            for (int rank = 1; rank < RANKS; rank++) {
                for (int peer = 0; peer < rank; peer++) {
                    boolean up = random.nextBoolean();
                    faults.cutAfter(up ? peer : rank, up ? rank : peer, 1 + random.nextInt(100_000));
                }
            }
            Shipment.amongAll(ranks, 40, seed + 10L).block(LIMIT);
            assertThat(faults.cuts()).isEqualTo(RANKS);
            assertChannels(ranks, next);
            Shipment.amongAll(ranks, 10, seed + 20L).block(LIMIT);
        }
    }

    @ParameterizedTest(name = "{0}, then {1}, seed {2}")
    @MethodSource("ways")
    @DisplayName("ORD-4 a long message goes on over another channel, and its sender gets its memory back")
    void inALongMessage(String carrier, String next, int seed) {
        for (int turn = 0; turn < 4; turn++) {
            Faults faults = Faults.create();
            try (Ranks ranks = start(carrier, next, 10 * seed + turn, faults)) {
                exchange(ranks, 1);
                faults.refuse();
                faults.cutAfter(0, 1, LONG_BYTES / 2);
                exchange(ranks, 2);
                assertThat(faults.cuts()).isEqualTo(1);
                exchange(ranks, 3);
            }
        }
    }

    /** From memory that some channels read without a copy. */
    private static void exchange(Ranks ranks, int number) {
        byte[] data = Payloads.pattern(number, LONG_BYTES);
        ByteBuffer memory = ByteBuffer.allocateDirect(LONG_BYTES).put(data).flip();
        byte[] room = new byte[LONG_BYTES];
        Mono.when(
                        ranks.world(0).isend(Buffers.of(memory), 1, TAG),
                        ranks.world(1).irecv(Buffers.of(room), 0, TAG))
                .block(LIMIT);
        assertThat(room).isEqualTo(data);
    }

    private static void assertChannels(Ranks ranks, String name) {
        for (int rank = 1; rank < RANKS; rank++) {
            for (int peer = 0; peer < rank; peer++) {
                assertThat(ranks.world(rank).channel(peer).block(LIMIT)).isEqualTo(name);
            }
        }
    }
}
