package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.testkit.Ranks;
import org.reactivempi.transport.faulty.Faults;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Connections that are cut, frozen and worse: what is sent arrives once, in order, and right. */
@Timeout(value = 100, unit = TimeUnit.SECONDS)
@Tag("long")
class FaultsTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** Less than the time limit for connections. */
    private static final Duration SOON = Duration.ofSeconds(4);

    private static final String NO_FAULTS = "cut=0";
    private static final int TAG = 1;
    private static final int LONG_BYTES = 2 << 20;

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Weather#all")
    @DisplayName("ORD-4 random traffic of all modes over connections that are cut often, by a seed")
    void randomTraffic(Weather weather) throws Exception {
        String plan = "cut=0.05,delay=0.01,split=0.2,merge=0.1";
        weather.over(3, plan, (ranks, faults) -> {
            Kind.prepare(ranks);
            Shipment.amongAll(ranks, 100, weather.seed()).block(LIMIT);
            assertThat(faults.cuts()).isGreaterThan(5);
        });
    }

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Weather#all")
    @DisplayName("ORD-4 connections that freeze in one direction are noticed by their heartbeats, and replaced")
    void frozen(Weather weather) throws Exception {
        weather.over(2, NO_FAULTS, (ranks, faults) -> {
            Kind.prepare(ranks);
            Shipment.amongAll(ranks, 1, weather.seed()).block(LIMIT);
            for (int turn = 0; turn < 4; turn++) {
                Mono<Void> traffic = Shipment.amongAll(ranks, 20, weather.seed() + turn);
                boolean back = turn % 2 == 0;
                Mono.when(traffic, Mono.fromRunnable(() -> faults.freeze(back ? 1 : 0, back ? 0 : 1)))
                        .block(LIMIT);
                Shipment.amongAll(ranks, 3, weather.seed()).block(LIMIT);
            }
            assertThat(faults.freezes()).isEqualTo(4);
        });
    }

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Weather#all")
    @DisplayName("ORD-4 a cut anywhere in a long message, on the sender's side or on the receiver's")
    void inALongMessage(Weather weather) throws Exception {
        Random random = new Random(weather.seed());
        weather.over(2, NO_FAULTS, (ranks, faults) -> {
            for (int turn = 0; turn < 30; turn++) {
                int sender = random.nextInt(2);
                if (random.nextInt(3) > 0) {
                    faults.cutAfter(sender, 1 - sender, 1 + random.nextInt(LONG_BYTES));
                } else {
                    // What the receiver says: that it is ready, and how much it has.
                    faults.cutAfter(1 - sender, sender, 1 + random.nextInt(60));
                }
                exchange(ranks, sender, turn, random.nextBoolean());
            }
            assertThat(faults.cuts()).isGreaterThan(10);
        });
    }

    private static void exchange(Ranks ranks, int sender, int turn, boolean synchronous) {
        byte[] data = Payloads.pattern(turn, LONG_BYTES);
        byte[] room = new byte[LONG_BYTES];
        var from = ranks.world(sender);
        Buffer sent = Buffers.of(data);
        int receiver = 1 - sender;
        Mono.when(
                        synchronous ? from.issend(sent, receiver, TAG) : from.isend(sent, receiver, TAG),
                        ranks.world(receiver).irecv(Buffers.of(room), sender, TAG))
                .block(LIMIT);
        assertThat(room).isEqualTo(data);
    }

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Weather#all")
    @DisplayName("ORD-4 both sides lose all connections at once, again and again, and both connect anew")
    void bothSidesAtOnce(Weather weather) throws Exception {
        weather.over(3, NO_FAULTS, (ranks, faults) -> {
            Kind.prepare(ranks);
            for (int turn = 0; turn < 12; turn++) {
                Mono.when(Shipment.amongAll(ranks, 5, weather.seed() + turn), Mono.fromRunnable(faults::cut))
                        .block(LIMIT);
            }
            assertThat(faults.cuts()).isPositive();
        });
    }

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Weather#all")
    @DisplayName("ORD-4 what is lost is the acknowledgement: what it was for does not come again")
    void acknowledgementLost(Weather weather) throws Exception {
        Random random = new Random(weather.seed());
        weather.over(2, NO_FAULTS, (ranks, faults) -> {
            for (int turn = 0; turn < 20; turn++) {
                faults.cutAfter(1, 0, 1 + random.nextInt(40));
                int first = 1000 * turn;
                Mono<Void> sends = Flux.range(first, 200)
                        .concatMap(i -> ranks.world(0).isend(Buffers.ints(i), 1, TAG))
                        .then();
                Mono<List<Integer>> receives = Flux.range(0, 200)
                        .concatMap(i -> ranks.world(1).receive(0, TAG))
                        .map(message -> message.payload().getInt(0))
                        .collectList();
                assertThat(Mono.zip(sends.thenReturn(true), receives)
                                .block(LIMIT)
                                .getT2())
                        .isEqualTo(Flux.range(first, 200).collectList().block());
            }
            assertThat(faults.cuts()).isPositive();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "tcp"})
    @DisplayName("LIF-2 a cut anywhere in the goodbyes: both sides end soon, and what was sent has arrived")
    void inTheGoodbyes(String carrier) throws Exception {
        Weather weather = new Weather(carrier, 1);
        for (int bytes = 1; bytes < 120; bytes += 7) {
            int last = bytes;
            int writer = bytes % 2;
            weather.over(2, NO_FAULTS, (ranks, faults) -> {
                exchange(ranks, 0, 1, true);
                exchange(ranks, 1, 2, true);
                faults.cutAfter(writer, 1 - writer, last);
                Mono.when(ranks.session(0).close(), ranks.session(1).close()).block(SOON);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Weather#all")
    @DisplayName("damaged bytes may end a link, with a reason; the ranks live on")
    void corrupted(Weather weather) throws Exception {
        weather.over(2, "corrupt=0.05", FaultsTest::damage);
    }

    private static void damage(Ranks ranks, Faults faults) {
        Flux.range(0, 100)
                .concatMap(i -> Mono.when(
                                ranks.world(0).isend(Buffers.bytes(new byte[1000]), 1, TAG),
                                ranks.world(1).irecv(Buffers.of(new byte[1000]), 0, TAG))
                        .timeout(Duration.ofMillis(300))
                        .onErrorComplete()
                        .thenReturn(i))
                .takeUntil(i -> i >= 20 && faults.corruptions() > 0)
                .blockLast(LIMIT);
        assertThat(faults.corruptions()).isPositive();
        for (int rank = 0; rank < 2; rank++) {
            Buffer room = Buffers.of(new int[1]);
            Mono.when(
                            ranks.world(rank).isend(Buffers.ints(1), rank, TAG),
                            ranks.world(rank).irecv(room, rank, TAG))
                    .block(LIMIT);
            ranks.abort(rank, "the link is damaged").block(LIMIT);
        }
    }
}
