package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.hold;
import static org.reactivempi.conformance.Traffic.meet;
import static org.reactivempi.conformance.Traffic.value;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.Session;
import org.reactivempi.Settings;
import org.reactivempi.Status;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import org.reactivempi.transport.bootstrap.RankThreadGroup;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** LIF: how sessions begin and end. */
class LifeTest {

    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#allAndAuto")
    @DisplayName("LIF-1 where nothing launched it, a session is a world of one, which works")
    void worldOfOne(String channel) {
        Session session = Session.start(Settings.create().channel(channel)).block(TIMEOUT);
        Communicator world = session.world();

        assertThat(world.size()).isOne();
        assertThat(world.rank()).isZero();
        assertThat(session.world()).isSameAs(world);
        assertThat(exchange(world, world, 5)).isEqualTo(5);
        world.barrier().block(TIMEOUT);
        session.close().block(TIMEOUT);
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName("LIF-1 a session starts from the environment that launched it: place, size and settings")
    void launched(String channel) throws Exception {
        InJvmWorld launcher =
                InJvmWorld.of(3, Map.of("REACTIVEMPI_CHANNEL", channel, "REACTIVEMPI_EAGER_LIMIT_BYTES", "5"));
        List<FutureTask<String>> ranks = new ArrayList<>();
        for (int rank = 0; rank < 3; rank++) {
            FutureTask<String> program = new FutureTask<>(LifeTest::whoAmI);
            ranks.add(program);
            new Thread(new RankThreadGroup(launcher.bootstrap(rank)), program).start();
        }

        for (int rank = 0; rank < 3; rank++) {
            assertThat(ranks.get(rank).get(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo(rank + " of 3");
        }
    }

    private static String whoAmI() {
        Session session = Session.start().block(TIMEOUT);
        Communicator world = session.world();
        // Above the limit that the environment sets: it completes only because the other end receives.
        Mono.when(world.isend(bytes(6), (world.rank() + 1) % 3, TAG), world.receive((world.rank() + 2) % 3, TAG))
                .block(TIMEOUT);
        session.close().block(TIMEOUT);
        return world.rank() + " of " + world.size();
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource({
        "channel, pigeon",
        "eager-limit-bytes, -1",
        "eager-credit-bytes, 10",
        "unexpected-limit-bytes, 1048575",
        "waiting, forever",
        "connect-timeout, soon"
    })
    @DisplayName("LIF-1 a wrong setting fails the start, naming setting, value and range")
    void wrongSettings(String name, String value) {
        assertFails(Session.start(Settings.create().with(name, value)), ErrorClass.ARG, name, value);
    }

    @Test
    @DisplayName("LIF-1 a setting that nobody knows fails the start, naming the one that was meant")
    void misspelled() {
        StepVerifier.create(Session.start(Settings.create().with("eager-limt-bytes", "1")))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(
                                MpiException.class,
                                failure -> assertThat(failure.errorClass()).isEqualTo(ErrorClass.ARG))
                        .hasMessage(
                                "there is no setting reactivempi.eager-limt-bytes; did you mean eager-limit-bytes?"))
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("LIF-1 a list of channels is as good as its names, whichever is wrong")
    void wrongChannelInList() {
        StepVerifier.create(Session.start(Settings.create().channel("local, pigeon")))
                .expectErrorSatisfies(error -> assertThat(error).hasMessageContaining("channel is pigeon, allowed is "))
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("LIF-1 a session that cannot start leaves no thread behind")
    void noThreadAfterFailure() throws Exception {
        InJvmWorld launcher = InJvmWorld.of(100, Map.of());
        launcher.left(0);
        StepVerifier.create(CoreSessionProvider.start(launcher.bootstrap(98), Settings.create()))
                .expectErrorMessage("the barrier waits in vain for ranks [0], which have ended")
                .verify(TIMEOUT);
        assertThatEnds("reactive-mpi-98");
    }

    @Test
    @DisplayName("LIF-1 nor does one that is cancelled while it waits for the others")
    void noThreadAfterCancel() throws Exception {
        InJvmWorld launcher = InJvmWorld.of(100, Map.of());
        Mono<String> published = launcher.bootstrap(0)
                .exchange()
                .orElseThrow()
                .get("reactive-mpi-address-99")
                .retry();
        StepVerifier.create(CoreSessionProvider.start(launcher.bootstrap(99), Settings.create()))
                .then(() -> published.block(TIMEOUT))
                .thenCancel()
                .verify(TIMEOUT);
        assertThatEnds("reactive-mpi-99");
    }

    private static void assertThatEnds(String name) throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals(name)) {
                thread.join(TIMEOUT.toMillis());
                assertThat(thread.isAlive()).isFalse();
            }
        }
    }

    @OnEveryChannel
    @DisplayName("LIF-2 what was sent and completed is delivered though its sender has finalized")
    void deliveredAfterFinalize(Ranks ranks) {
        int messages = 500;
        for (int i = 0; i < messages; i++) {
            ranks.world(0).isend(ints(i), 1, TAG).block(TIMEOUT);
        }
        byte[] longest = pattern(1, ranks.eagerLimitBytes());
        ranks.world(0).isend(Buffers.bytes(longest), 1, TAG).block(TIMEOUT);
        ranks.session(0).close().block(TIMEOUT);

        for (int i = 0; i < messages; i++) {
            assertThat(value(ranks.world(1).receive(0, TAG).block(TIMEOUT))).isEqualTo(i);
        }
        assertThat(ranks.world(1)
                        .receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG)
                        .block(TIMEOUT)
                        .toByteArray())
                .isEqualTo(longest);
    }

    @OnEveryChannel
    @DisplayName(
            "LIF-2 finalizing fails where a receiver has ended without reading what was sent, and nobody has said so")
    void undelivered(Ranks ranks) throws Exception {
        endUnread(ranks);
        StepVerifier.create(ranks.session(0).close())
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(
                                ProcessFailedException.class,
                                failure -> assertThat(failure.rank()).isOne())
                        .hasMessageStartingWith("not all that was sent has been delivered: rank 1 "))
                .verify(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("LIF-2 it doesn't where the program has heard that the receiver has failed")
    void undeliveredAndKnown(Ranks ranks) throws Exception {
        endUnread(ranks);
        StepVerifier.create(ranks.world(0).receive(1, TAG))
                .expectError(ProcessFailedException.class)
                .verify(TIMEOUT);
        ranks.session(0).close().block(TIMEOUT);
    }

    /** Rank 0 sends to rank 1, which ends without having looked at its links once more. */
    private static void endUnread(Ranks ranks) throws InterruptedException {
        ranks.without(Check.BLOCKED_PROGRESS);
        meet(ranks);
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch sent = new CountDownLatch(1);
        ranks.session(1).scheduler().schedule(() -> {
            busy.countDown();
            hold(sent);
        });
        assertThat(busy.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        ranks.abort(1, "ended by the test").subscribe();
        ranks.world(0).isend(ints(1), 1, TAG).block(TIMEOUT);
        sent.countDown();
    }

    @OnEveryChannel
    @DisplayName("LIF-2 the first message on a link is delivered though its sender finalizes at once")
    void firstMessageBeforeFinalize(Ranks ranks) {
        ranks.world(0).isend(ints(3), 1, TAG).subscribe();
        ranks.session(0).close().block(TIMEOUT);
        assertThat(value(ranks.world(1).receive(0, TAG).block(TIMEOUT))).isEqualTo(3);
    }

    @OnEveryChannel(virtualTime = true, settings = Silence.NO_STALLS)
    @DisplayName("LIF-2 finalize waits for a send that waits for its receive")
    void finalizeWaitsForSends(Ranks ranks) {
        int length = 3_000_000;
        Request send = Request.start(ranks.world(0).isend(bytes(length), 1, TAG));
        Request synchronous = Request.start(ranks.world(0).issend(ints(1), 1, TAG));

        Silence silence = new Silence();
        StepVerifier.create(silence.of(ranks.session(0).close()))
                .expectSubscription()
                .then(() -> silence.lasts(ranks))
                .then(() -> assertThat(
                                ranks.world(1).receive(0, TAG).block(TIMEOUT).toByteArray())
                        .isEqualTo(pattern(0, length)))
                .then(() -> silence.lasts(ranks))
                .then(() -> ranks.world(1).receive(0, TAG).block(TIMEOUT))
                .expectComplete()
                .verify(TIMEOUT);
        assertThat(List.of(send, synchronous)).allMatch(Request::isComplete);
    }

    @OnEveryChannel(virtualTime = true, settings = Silence.NO_STALLS)
    @DisplayName("LIF-2 finalize waits for a receive, and for what the receive's subscriber has begun to see")
    void finalizeWaitsForReceives(Ranks ranks) {
        List<Integer> received = new ArrayList<>();
        ranks.world(0).receive(1, TAG).subscribe(message -> received.add(value(message)));

        Silence silence = new Silence();
        StepVerifier.create(silence.of(ranks.session(0).close()))
                .expectSubscription()
                .then(() -> silence.lasts(ranks))
                .then(() -> ranks.world(1).isend(ints(8), 0, TAG).block(TIMEOUT))
                .expectComplete()
                .verify(TIMEOUT);
        assertThat(received).containsExactly(8);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("LIF-2 all ranks finalize at the same time, in the middle of traffic")
    void allFinalizeAtOnce(Ranks ranks) {
        meet(ranks);
        for (int rank = 0; rank < 4; rank++) {
            for (int other = 0; other < 4; other++) {
                // Fails where the other one has gone already, which is its sender's mistake.
                ranks.world(rank).isend(ints(1), other, TAG).onErrorComplete().subscribe();
            }
        }
        Mono.when(IntStream.range(0, 4)
                        .mapToObj(rank -> ranks.session(rank).close())
                        .toList())
                .block(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("LIF-2 finalizing again waits for the same end")
    void finalizeTwice(Ranks ranks) {
        Mono<Void> close = ranks.session(0).close();
        Mono.when(close, ranks.session(0).close()).block(TIMEOUT);
        close.block(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("LIF-5 two worlds in one JVM do not see each other's messages, settings or end")
    void twoWorlds(Ranks ranks) {
        String channel = ranks.settings().asMap().get("channel");
        Settings settings = Settings.create().channel(channel).eagerLimitBytes(3);
        try (Ranks others = Ranks.start(2, settings)) {
            Request receive = Request.start(ranks.world(1).irecv(Payloads.room(4), Mpi.ANY_SOURCE, Mpi.ANY_TAG));
            Request send = Request.start(others.world(0).isend(ints(2), 1, TAG));
            meet(others);
            meet(ranks);
            assertThat(receive.isComplete()).isFalse();
            assertThat(send.isComplete()).as("the limit of the other world").isFalse();

            assertThat(value(others.world(1).receive(0, TAG).block(TIMEOUT))).isEqualTo(2);
            Requests.waitAll(List.of(send)).block(TIMEOUT);
            others.abort(1, "killed by the test").block(TIMEOUT);
            ranks.world(0).isend(ints(1), 1, TAG).block(TIMEOUT);
            assertThat(receive.completion().block(TIMEOUT)).isEqualTo(Status.of(0, TAG, 4));
        }
        meet(ranks);
        assertThat(exchange(ranks.world(0), ranks.world(1), 9)).isEqualTo(9);
    }

    @OnEveryChannel
    @DisplayName("LIF-5 a buffer of an ended world still holds what it received")
    void buffersOutliveTheirWorld(Ranks ranks) {
        byte[] room = new byte[100_000];
        String channel = ranks.settings().asMap().get("channel");
        try (Ranks others = Ranks.start(2, Settings.create().channel(channel))) {
            Mono.when(
                            others.world(0).isend(bytes(room.length), 1, TAG),
                            others.world(1).irecv(Buffers.of(room), 0, TAG))
                    .block(TIMEOUT);
        }
        assertThat(room).isEqualTo(pattern(0, room.length));
        assertThatThrownBy(() -> Ranks.start(0, Settings.create())).hasMessageContaining("0");
    }
}
