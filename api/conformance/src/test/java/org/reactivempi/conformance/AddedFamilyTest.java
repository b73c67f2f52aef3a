package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.testkit.AlsoWithFaults;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A family of packets is added from outside of the engine, by its door alone, and travels over every channel. */
@AlsoWithFaults
class AddedFamilyTest {

    private static final int CALLS = 40;
    private static final int STARTS = 20;
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private static <T> T ended(CompletableFuture<T> future) throws Exception {
        return future.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }

    @OnEveryChannel(ranks = 1)
    @DisplayName("packets of an added family come whole and once, among messages, both ways at once")
    void echo(Ranks one) throws Exception {
        EchoFamily echo = new EchoFamily(1);
        try (Ranks ranks = Ranks.start(2, one.settings().attach(echo))) {
            Random random = new Random(1);
            List<byte[]> sent = new ArrayList<>();
            List<CompletableFuture<byte[]>> calls = new ArrayList<>();
            for (int number = 0; number < CALLS; number++) {
                byte[] bytes = new byte[number == 1 ? EchoFamily.MOST_BYTES : random.nextInt(5000)];
                random.nextBytes(bytes);
                sent.add(bytes);
                calls.add(echo.call(number & 1, 1 - (number & 1), number, bytes));
                CompletableFuture<?> message =
                        ranks.world(0).isend(Buffers.bytes(bytes), 1, TAG).toFuture();
                byte[] room = new byte[bytes.length];
                ranks.world(1).irecv(Buffers.of(room), 0, TAG).block(TIMEOUT);
                ended(message);
                assertThat(room).isEqualTo(bytes);
            }
            for (int number = 0; number < CALLS; number++) {
                assertThat(ended(calls.get(number))).isEqualTo(sent.get(number));
            }
        }
    }

    @OnEveryChannel(ranks = 1)
    @DisplayName(
            "a rank that lacks the family, or has another version, drops its packets; messages go on, and the sender hears why")
    void missing(Ranks one) throws Exception {
        EchoFamily mine = new EchoFamily(1);
        List<Settings> settings = List.of(
                one.settings().attach(mine), one.settings(), one.settings().attach(new EchoFamily(2)));
        InJvmWorld world = InJvmWorld.of(settings.size(), Map.of());
        List<CoreSession> sessions = Flux.range(0, settings.size())
                .flatMapSequential(rank -> CoreSessionProvider.start(world.bootstrap(rank), settings.get(rank)))
                .collectList()
                .blockOptional(TIMEOUT)
                .orElseThrow();
        CompletableFuture<byte[]> first = mine.call(0, 1, 0, new byte[10]);
        CompletableFuture<byte[]> second = mine.call(0, 2, 1, new byte[10]);
        assertThat(ended(mine.missing(0, 1))).isEqualTo("rank 1 has no " + EchoFamily.NAME);
        assertThat(ended(mine.missing(0, 2))).contains("rank 2 has version 2");
        assertThat(first).isNotDone();
        assertThat(second).isNotDone();
        assertThatThrownBy(() -> ended(mine.call(0, 1, 2, new byte[10])))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("takes no packets of " + EchoFamily.NAME);
        for (int rank = 1; rank < settings.size(); rank++) {
            byte[] room = new byte[3];
            sessions.get(0)
                    .world()
                    .isend(Buffers.bytes(new byte[] {1, 2, 3}), rank, TAG)
                    .block(TIMEOUT);
            sessions.get(rank).world().irecv(Buffers.of(room), 0, TAG).block(TIMEOUT);
            assertThat(room).containsExactly(1, 2, 3);
        }
        Flux.fromIterable(sessions)
                .flatMap(session -> session.close(), settings.size())
                .then()
                .block(TIMEOUT);
    }

    @OnEveryChannel(ranks = 1)
    @DisplayName("a packet that its family refuses costs its sender the link, and nobody else notices")
    void malformed(Ranks one) throws Exception {
        EchoFamily echo = new EchoFamily(1);
        try (Ranks ranks = Ranks.start(3, one.settings().attach(echo)).without(Check.values())) {
            assertThat(ended(echo.call(0, 1, 1, new byte[3]))).hasSize(3);
            CompletableFuture<?> receive =
                    ranks.world(1).irecv(Buffers.of(new byte[1]), 0, TAG).toFuture();
            CompletableFuture<byte[]> refused = echo.call(0, 1, -1, new byte[3]);
            assertThatThrownBy(() -> ended(receive)).hasCauseInstanceOf(ProcessFailedException.class);
            assertThatThrownBy(() -> ended(refused)).isInstanceOf(ExecutionException.class);
            assertThat(ended(echo.call(2, 1, 5, new byte[4]))).hasSize(4);
            // It may hear of the end of its link only when it closes, which fails then.
            ranks.abort(0, "has broken the protocol").block(TIMEOUT);
        }
    }

    @OnEveryChannel(ranks = 1)
    @DisplayName(
            "each side of a link hears of its end once, also the rank that finalizes first, and the one that aborts")
    void ends(Ranks one) throws Exception {
        EchoFamily echo = new EchoFamily(1);
        List<CoreSession> sessions = PlainRanks.start(3, one.settings().attach(echo));
        for (int peer = 1; peer < 3; peer++) {
            assertThat(ended(echo.call(0, peer, peer, new byte[3]))).hasSize(3);
        }
        Mono.zip(
                        sessions.get(0).close(),
                        sessions.get(1).close(),
                        sessions.get(2).close())
                .block(TIMEOUT);
        for (int peer = 1; peer < 3; peer++) {
            ended(echo.lost(0, peer));
            ended(echo.lost(peer, 0));
            assertThat(echo.losses(peer)).isEqualTo(1);
        }
        assertThat(echo.losses(0)).isEqualTo(2);

        EchoFamily aborted = new EchoFamily(1);
        try (Ranks ranks = Ranks.start(2, one.settings().attach(aborted)).without(Check.values())) {
            assertThat(ended(aborted.call(0, 1, 1, new byte[3]))).hasSize(3);
            ranks.abort(0, "ended by the test").block(TIMEOUT);
            ended(aborted.lost(0, 1));
            ended(aborted.lost(1, 0));
        }
        assertThat(aborted.losses(0)).isEqualTo(1);
        assertThat(aborted.losses(1)).isEqualTo(1);
    }

    @OnEveryChannel(ranks = 1)
    @DisplayName("RES-3 a start with a family that is not allowed says so, and leaves no descriptors of the system")
    void notAllowed(Ranks one) throws Exception {
        assumeTrue(Files.isDirectory(DESCRIPTORS));
        Settings settings = one.settings().attach(new EchoFamily(-1));
        assertThatThrownBy(() -> PlainRanks.start(1, settings)).hasMessageContaining("version -1");
        long before = polls();
        for (int i = 0; i < STARTS; i++) {
            assertThatThrownBy(() -> PlainRanks.start(1, settings)).hasMessageContaining("version -1");
        }
        assertThat(polls() - before).isLessThan(STARTS);
    }

    /** How many descriptors this JVM has by which a loop waits. */
    private static long polls() throws IOException {
        try (Stream<Path> all = Files.list(DESCRIPTORS)) {
            return all.filter(AddedFamilyTest::isOfLoop).count();
        }
    }

    private static boolean isOfLoop(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().contains("[event");
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }
}
