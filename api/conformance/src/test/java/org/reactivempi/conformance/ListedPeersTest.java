package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Buffers.ints;
import static org.reactivempi.conformance.Family.assertFails;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Member;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.Session;
import org.reactivempi.Settings;
import org.reactivempi.Status;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.testkit.VirtualTime;
import org.reactivempi.transport.fixtures.FreePorts;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Ranks that nothing has launched, and that find each other by a list; here two of them in one JVM, in virtual time. */
class ListedPeersTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String SECRET = "a secret of the test, long enough";
    private static final int TAG = 0;

    private final String peers = twoAddresses();
    private final VirtualTime time = VirtualTime.create();
    private final Settings settings = time.in(Settings.create().peers(peers).secret(SECRET));

    private static String twoAddresses() {
        return FreePorts.address() + ", localhost:" + FreePorts.next();
    }

    private Session started(Settings own) {
        return time.until(Session.start(own)).orElseThrow();
    }

    private Session rank(int rank) {
        return started(settings.rank(rank));
    }

    @Test
    @DisplayName("LIF-1 a rank starts without the others, and what it sends or waits for comes when they have started")
    void startsAlone() {
        Session zero = rank(0);
        Mono<Status> sent = zero.world().isend(ints(1, 2), 1, TAG).cache();
        Mono<Status> received =
                zero.world().irecv(Buffers.of(new int[3]), 1, TAG).cache();
        sent.subscribe();
        received.subscribe();
        Session one = rank(1);
        try {
            assertThat(one.world().receive(0, TAG).as(time::until).orElseThrow().lengthBytes())
                    .isEqualTo(8);
            one.world().isend(ints(1, 2, 3), 0, TAG).as(time::until);
            assertThat(received.as(time::until).orElseThrow().lengthBytes()).isEqualTo(12);
            assertThat(sent.as(time::until).orElseThrow().lengthBytes()).isEqualTo(8);
            assertThat(one.world().size()).isEqualTo(2);
        } finally {
            Mono.when(zero.close(), one.close()).as(time::until);
        }
    }

    @Test
    @DisplayName(
            "ASK-3 a question to a rank that has not come is CONNECTING in a snapshot, and UNMATCHED when it is there")
    void askedTooEarly() {
        Session zero = rank(0);
        Mono<Integer> answer = zero.world()
                .ask(5, Codecs.intValue(), Codecs.intValue(), 1, TAG)
                .cache();
        answer.subscribe();
        assertThat(questionState(zero)).isEqualTo("CONNECTING");
        Session one = rank(1);
        try {
            exchange(zero, one);
            assertThat(questionState(zero)).isEqualTo("UNMATCHED");
            Disposable handler = one.world()
                    .answer(Codecs.intValue(), Codecs.intValue(), TAG, asked -> Mono.just(asked + 1))
                    .subscribe();
            assertThat(answer.as(time::until).orElseThrow()).isEqualTo(6);
            handler.dispose();
        } finally {
            Mono.when(zero.close(), one.close()).as(time::until);
        }
    }

    private String questionState(Session asker) {
        return asker.snapshot().as(time::until).orElseThrow().sends().stream()
                .filter(send -> send.call().startsWith("ask("))
                .findFirst()
                .orElseThrow()
                .state();
    }

    @Test
    @DisplayName("LIF-4 a rank that never comes has failed when the time to wait for it is over")
    void neverComes() {
        Session zero = started(settings.rank(0).waitForPeers(Duration.ofMillis(300)));
        try {
            time.during(() -> StepVerifier.create(zero.world().issend(ints(1), 1, TAG))
                    .expectError(ProcessFailedException.class)
                    .verify(TIMEOUT));
        } finally {
            zero.close().as(time::until);
        }
    }

    @Test
    @DisplayName("LIF-1, LIF-2 a rank that is closed before the other has come waits for it, and loses nothing")
    void closedBeforeTheOtherCame() {
        Session zero = rank(0);
        zero.world().isend(ints(1, 2), 1, TAG).as(time::until);
        Mono<Void> closed = zero.close().cache();
        closed.subscribe();
        time.advance(Duration.ofMinutes(4));
        Session one = rank(1);
        try {
            assertThat(one.world().receive(0, TAG).as(time::until).orElseThrow().lengthBytes())
                    .isEqualTo(8);
        } finally {
            Mono.when(closed, one.close()).as(time::until);
        }
    }

    @Test
    @DisplayName(
            "LIF-2, LIF-4 a rank that is closed, and waits for one that never comes, fails when the time for that is over")
    void closedAndNobodyCame() {
        Session zero = started(settings.rank(0).waitForPeers(Duration.ofMinutes(2)));
        zero.world().isend(ints(1), 1, TAG).as(time::until);

        time.during(() -> StepVerifier.create(zero.close())
                .expectErrorSatisfies(error -> assertThat(error)
                        .hasMessageContaining("not all that was sent has been delivered: rank 1 cannot be reached"))
                .verify(TIMEOUT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"of another size", "of another job"})
    @DisplayName(
            "MBR-6 a rank that comes again with another list is refused with what is wrong, and may come with the right one")
    void otherList(String which) {
        String other =
                which.equals("of another size") ? peers + ", localhost:1" : peers.replace("localhost", "127.0.0.1");
        Session zero = rank(0);
        Session one = rank(1);
        try {
            exchange(zero, one);
            one.close().as(time::until);
            Session stranger = started(settings.peers(other).rank(1).waitForPeers(Duration.ofMillis(300)));
            time.during(() -> StepVerifier.create(stranger.world().issend(ints(1), 0, TAG))
                    .expectErrorSatisfies(error -> assertThat(error)
                            .isInstanceOf(ProcessFailedException.class)
                            .hasMessageContaining("another list of peers"))
                    .verify(TIMEOUT));
            stranger.close().as(time::until);
            assertThat(zero.members()
                            .take(2)
                            .map(Member::state)
                            .collectList()
                            .as(time::until)
                            .orElseThrow())
                    .containsExactly(Member.State.JOINED, Member.State.LEFT);

            one = rank(1);
            zero.members()
                    .filter(new Member(1, Member.State.RETURNED, 2)::equals)
                    .next()
                    .as(time::until);
            exchange(zero, one);
        } finally {
            Mono.when(zero.close(), one.close()).as(time::until);
        }
    }

    private void exchange(Session zero, Session one) {
        Mono.when(zero.world().issend(ints(1), 1, TAG), one.world().receive(0, TAG))
                .as(time::until);
        Mono.when(one.world().issend(ints(1), 0, TAG), zero.world().receive(1, TAG))
                .as(time::until);
    }

    @Test
    @DisplayName("a rank that is alone closes, though it has looked for another that has not come")
    void closesAlone() {
        Session zero = rank(0);
        zero.world()
                .receive(1, TAG)
                .timeout(Duration.ofMillis(50), zero.scheduler())
                .onErrorComplete()
                .as(time::until);

        zero.close().as(time::until);
    }

    @ParameterizedTest
    @EnumSource(GivenUp.class)
    @DisplayName("LIF-2, PRB-5 a rank closes without what it has given up before its receiver ever came")
    void closesWithoutWhatWasGivenUp(GivenUp operation) {
        Session zero = rank(0);
        for (int i = 0; i < 20; i++) {
            Disposable begun = operation.on(zero.world()).subscribe();
            // After its start, on the same thread.
            pending(zero);
            begun.dispose();
        }
        assertThat(pending(zero)).isEmpty();
        Duration before = time.now();

        zero.close().as(time::until);

        // Not after a time limit: there is nothing to wait for.
        assertThat(time.now().minus(before)).isLessThan(Duration.ofSeconds(1));
    }

    private static List<String> pending(Session session) {
        return ((CoreSession) session).pending().blockOptional(TIMEOUT).orElseThrow();
    }

    /** What waits for its receiver. */
    private enum GivenUp {
        QUESTION(world -> world.ask(1, Codecs.intValue(), Codecs.intValue(), 1, TAG)),
        LONG_QUESTION(world -> world.ask("x".repeat(1 << 20), Codecs.string(), Codecs.intValue(), 1, TAG)),
        SYNCHRONOUS(world -> world.issend(ints(1), 1, TAG)),
        LONG(world -> world.isend(ints(new int[1 << 20]), 1, TAG)),
        READY(world -> world.irsend(ints(1), 1, TAG)),
        STREAM(world -> world.sendStream(Flux.<Integer>never(), Codecs.intValue(), 1, TAG));

        private final Function<Communicator, Publisher<?>> operation;

        GivenUp(Function<Communicator, Publisher<?>> operation) {
            this.operation = operation;
        }

        Flux<?> on(Communicator world) {
            return Flux.from(operation.apply(world));
        }
    }

    @Test
    @DisplayName("without a secret, ranks of a list don't start")
    void needsASecret() {
        assertFails(
                Session.start(Settings.create().peers(twoAddresses()).rank(0)),
                ErrorClass.SESSION,
                "need a secret, the same on all: set REACTIVEMPI_SECRET");
    }

    @Test
    @DisplayName("another channel than TCP, or addresses that are none, are refused with what is allowed")
    void wrong() {
        for (String other : List.of("shm", "rsocket")) {
            StepVerifier.create(Session.start(settings.rank(0).channel(other)))
                    .expectErrorMessage("reactivempi.channel is " + other
                            + ", allowed is auto, tcp where a list of peers is set: the host and port of a rank are all that tcp"
                            + " needs to reach it")
                    .verify(TIMEOUT);
        }
        StepVerifier.create(Session.start(settings.rank(2)))
                .expectErrorMessage(
                        "reactivempi.rank is 2, allowed is 0 to 1, the place of this process among the 2 peers")
                .verify(TIMEOUT);
        StepVerifier.create(Session.start(Settings.create().peers("a:1,a:1").rank(0)))
                .expectErrorSatisfies(error ->
                        assertThat(error).hasMessageStartingWith("reactivempi.peers is a:1,a:1, allowed is HOST:PORT"))
                .verify(TIMEOUT);
    }
}
