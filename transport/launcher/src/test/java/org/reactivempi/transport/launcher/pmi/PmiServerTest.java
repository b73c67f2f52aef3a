package org.reactivempi.transport.launcher.pmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.Exchange;
import org.reactivempi.transport.bootstrap.JobListener;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.bootstrap.pmi.PmiJoin;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class PmiServerTest {

    private static final int TIMEOUT_MILLIS = 60_000;
    private static final Duration TIMEOUT = Duration.ofMillis(TIMEOUT_MILLIS);
    private static final long SEED = 4711;
    private static final String OWN = "a secret that the user has set himself";

    private final HeardEvents events = new HeardEvents();
    private PmiServer server;

    @BeforeEach
    void start() throws IOException {
        server = PmiServer.start(2, events);
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    @DisplayName("RES-3 a rank that leaves while it waits drops its connection, so that it may join again")
    void leave() {
        Mono<Bootstrap> join = PmiJoin.join(server.environment(0), TIMEOUT, lost -> {});
        Bootstrap rank = join.blockOptional(TIMEOUT).orElseThrow();
        Exchange exchange = rank.exchange().orElseThrow();
        Disposable waiting = exchange.barrier().subscribe();
        exchange.put("key-0", "value").subscribe(done -> {}, left -> {});
        waiting.dispose();
        exchange.leave();

        Bootstrap again = join.retry().blockOptional(TIMEOUT).orElseThrow();
        assertThat(again.place().rank()).isZero();
        assertThat(server.unfinished(0)).isTrue();
        StepVerifier.create(exchange.barrier())
                .expectError(BootstrapException.class)
                .verify(TIMEOUT);
        again.life().finish(Mono.empty()).block(TIMEOUT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cmd=init pmi_version=1 pmi_subversion=1 | cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0",
                "cmd=init pmi_version=2 pmi_subversion=0 | cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=-1",
                "cmd=get_maxes                           | cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=600",
                "cmd=get_appnum                          | cmd=appnum appnum=0",
                "cmd=get_universe_size                   | cmd=universe_size size=2",
                "cmd=get_my_kvsname                      | cmd=my_kvsname kvsname=JOB",
                "cmd=put kvsname=JOB key=a-0 value=b     | cmd=put_result rc=0 msg=success",
                "cmd=put kvsname=other key=a-0 value=b   | cmd=put_result rc=-1 msg=not_allowed",
                "cmd=get kvsname=JOB key=nosuch          | cmd=get_result rc=-1 msg=key_not_found value=unknown",
                "cmd=get kvsname=JOB key=PMI_process_mapping | cmd=get_result rc=0 msg=success value=(vector,(0,1,2))",
                "cmd=put kvsname=JOB key=a-1 value=b     | cmd=put_result rc=-1 msg=not_allowed",
                "cmd=put kvsname=JOB key=a-10 value=b    | cmd=put_result rc=-1 msg=not_allowed",
                "cmd=put kvsname=JOB key=a value=b       | cmd=put_result rc=-1 msg=not_allowed",
                "cmd=put kvsname=JOB key=PMI_x-0 value=b | cmd=put_result rc=-1 msg=not_allowed",
                "cmd=put kvsname=JOB key=a-0 value=      | cmd=put_result rc=-1 msg=not_allowed",
                "cmd=put kvsname=JOB key=a-0 value=a\\b   | cmd=put_result rc=-1 msg=not_allowed",
                "cmd=finalize                            | cmd=finalize_ack",
            })
    @DisplayName("each command has the answer that Hydra gives")
    void answers(String command, String answer) throws IOException {
        try (Rank rank = rank(0)) {
            rank.say(command.replace("JOB", server.jobId()));

            assertThat(rank.hear()).isEqualTo(answer.replace("JOB", server.jobId()));
        }
    }

    @Test
    @DisplayName("ranks meet at our own server, also a second time after they have finalized")
    void ownServer() throws IOException {
        try (PmiServer four = PmiServer.start(4, events)) {
            for (int session = 0; session < 2; session++) {
                Flux<String> neighbours = Flux.range(0, 4)
                        .flatMap(rank -> PmiJoin.join(four.environment(rank)).flatMap(PmiServerTest::meet));

                StepVerifier.create(neighbours.collectList())
                        .assertNext(
                                found -> assertThat(found).containsExactlyInAnyOrder("at-0", "at-1", "at-2", "at-3"))
                        .expectComplete()
                        .verify(TIMEOUT);
            }
            assertThat(four.unfinished(0)).isFalse();
        }
    }

    private static Mono<String> meet(Bootstrap me) {
        JobPlace place = me.place();
        Exchange exchange = me.exchange().orElseThrow();
        return exchange.put("addr-" + place.rank(), "at-" + place.rank())
                .then(exchange.barrier())
                .then(exchange.get("addr-" + (place.rank() + 1) % place.size()))
                .flatMap(found -> me.life().finish(Mono.empty()).thenReturn(found));
    }

    @Test
    @DisplayName("our own launcher's ranks have the secret in their environment, and ask nobody")
    void secret() {
        Map<String, String> environment = server.environment(0);
        assertThat(environment.get("REACTIVEMPI_SECRET"))
                .matches("[0-9a-f]{64}")
                .isEqualTo(server.environment(1).get("REACTIVEMPI_SECRET"));
        Bootstrap rank = PmiJoin.join(environment, TIMEOUT, place -> {})
                .blockOptional(TIMEOUT)
                .orElseThrow();
        Exchange exchange = rank.exchange().orElseThrow();
        StepVerifier.create(exchange.secret(OWN))
                .expectNext(OWN)
                .expectComplete()
                .verify(TIMEOUT);
        StepVerifier.create(exchange.secret(null))
                .expectErrorSatisfies(error -> assertThat(error).hasMessageContaining("REACTIVEMPI_SECRET is missing"))
                .verify(TIMEOUT);
        rank.life().finish(Mono.empty()).block(TIMEOUT);
    }

    @Test
    @DisplayName("ranks get the launcher's address of IPv6 in brackets")
    void addressOfIpv6() throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/net/if_inet6")), "this machine has no IPv6");

        assertThat(server.environment(0, "::1").get("PMI_PORT")).matches("\\[0:0:0:0:0:0:0:1(%\\w+)?]:\\d+");
    }

    @Test
    @DisplayName("a rank that has joined is unfinished until it finalizes")
    void unfinished() throws IOException {
        try (Rank rank = rank(1)) {
            assertThat(server.unfinished(1)).isFalse();
            rank.say("cmd=init pmi_version=1 pmi_subversion=1");
            rank.hear();
            assertThat(server.unfinished(1)).isTrue();
            rank.say("cmd=finalize");
            rank.hear();
            assertThat(server.unfinished(1)).isFalse();
        }
    }

    @Test
    @DisplayName("an abort reaches the launcher with its code")
    void abort() throws Exception {
        try (Rank rank = rank(1)) {
            rank.say("cmd=abort exitcode=3");

            assertThat(event()).isEqualTo("aborted by 1 with 3");
        }
    }

    @Test
    @DisplayName("a barrier that waits for a rank which has ended is reported")
    void hopeless() throws Exception {
        try (Rank rank = rank(0)) {
            rank.say("cmd=barrier_in");
            server.left(1);

            assertThat(event()).isEqualTo("0 waits for 1");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET / HTTP/1.1            | not a PMI line",
                "cmd=initack pmiid=2       | pmiid 2 is outside 0..1",
                "cmd=initack pmiid=-1      | pmiid -1 is outside 0..1",
                "cmd=initack pmiid=x       | no number",
                "cmd=initack               | has no pmiid",
                "cmd=initack pmiid=0       | has not proven that it is rank 0",
                "cmd=initack pmiid=1 token=0 | has not proven that it is rank 1",
                "cmd=initack pmiid=1 token=TOKEN0 | has not proven that it is rank 1",
                "cmd=initack pmiid=0 token=TOKEN0 | pmiid 0 is connected already",
                "cmd=barrier_in            | before initack",
            })
    @DisplayName("garbage is closed and reported in one line, and the job goes on")
    void garbage(String line, String why) throws Exception {
        try (Rank rank = rank(0);
                Rank stranger = new Rank()) {
            stranger.say(line.replace("TOKEN0", token(0)));

            assertThat(stranger.hear()).isNull();
            assertThat(event()).contains(why).doesNotContain("\n");
            rank.say("cmd=get_appnum");
            assertThat(rank.hear()).isEqualTo("cmd=appnum appnum=0");
        }
    }

    @Test
    @DisplayName("LIF-3 a stranger with the number of a rank that has finalized ends no job")
    void finalizedNumber() throws Exception {
        try (Rank rank = rank(1)) {
            rank.say("cmd=init pmi_version=1 pmi_subversion=1");
            rank.hear();
            rank.say("cmd=finalize");
            rank.hear();
        }
        try (Rank stranger = new Rank()) {
            stranger.say("cmd=initack pmiid=1\ncmd=abort exitcode=0");

            assertThat(stranger.hear()).isNull();
            assertThat(event()).contains("has not proven that it is rank 1");
        }
        assertThat(events.heard).isEmpty();
    }

    @Test
    @DisplayName("nobody is a rank whose process has ended, not even a process that knows its token")
    void endedNumber() throws Exception {
        rank(1).close();
        CountDownLatch known = new CountDownLatch(1);
        server.left(1);
        server.afterLastWords(known::countDown);
        known.await();
        try (Rank late = new Rank()) {
            late.say("cmd=initack pmiid=1 token=" + token(1));

            assertThat(late.hear()).isNull();
            assertThat(event()).contains("pmiid 1 was that of a process which has ended");
        }
    }

    @Test
    @DisplayName("a rank has a bounded number of keys, which it may write again")
    void manyKeys() throws Exception {
        String put = "cmd=put kvsname=" + server.jobId() + " key=%d-0 value=%s";
        try (Rank rank = rank(0)) {
            for (int i = 0; i < 256; i++) {
                rank.say(put.formatted(i, "once"));
                assertThat(rank.hear()).isEqualTo("cmd=put_result rc=0 msg=success");
            }
            rank.say(put.formatted(256, "once"));
            assertThat(rank.hear()).isEqualTo("cmd=put_result rc=-1 msg=too_many_keys");
            rank.say(put.formatted(0, "again"));
            assertThat(rank.hear()).isEqualTo("cmd=put_result rc=0 msg=success");
        }
    }

    @Test
    @DisplayName(
            "a value that is too long for an answer is not taken, and no rank that asks for it loses the connection")
    void longValues() throws Exception {
        String put = "cmd=put kvsname=" + server.jobId() + " key=long-0 value=";
        try (Rank rank = rank(0);
                Rank other = rank(1)) {
            rank.say(put + "x".repeat(600));
            assertThat(rank.hear()).isEqualTo("cmd=put_result rc=0 msg=success");
            rank.say(put + "y".repeat(601));
            assertThat(rank.hear()).isEqualTo("cmd=put_result rc=-1 msg=not_allowed");
            other.say("cmd=get kvsname=" + server.jobId() + " key=long-0");
            assertThat(other.hear()).isEqualTo("cmd=get_result rc=0 msg=success value=" + "x".repeat(600));
        }
    }

    @Test
    @DisplayName("LIF-4 all that have joined hear of a rank whose process has ended without finalizing")
    void failed() throws Exception {
        try (Rank rank = rank(0);
                Rank other = rank(1)) {
            for (Rank each : List.of(rank, other)) {
                each.say("cmd=init pmi_version=1 pmi_subversion=1");
                each.hear();
            }
            server.left(1);

            assertThat(rank.hear()).isEqualTo("cmd=reactive-mpi-failed rank=1");
        }
    }

    @Test
    @DisplayName("LIF-4 a rank that has finalized has not failed")
    void ended() throws Exception {
        try (Rank rank = rank(0);
                Rank other = rank(1)) {
            for (Rank each : List.of(rank, other)) {
                each.say("cmd=init pmi_version=1 pmi_subversion=1");
                each.hear();
            }
            other.say("cmd=finalize");
            other.hear();
            server.left(1);
            rank.say("cmd=get_appnum");

            assertThat(rank.hear()).isEqualTo("cmd=appnum appnum=0");
        }
    }

    private static void join(Rank... ranks) throws IOException {
        for (Rank each : ranks) {
            each.say("cmd=init pmi_version=1 pmi_subversion=1");
            each.hear();
        }
    }

    private static final String GOES_ON = "cmd=reactive-mpi-give-up-result rc=0 msg=success";
    private static final String ENDS = "cmd=reactive-mpi-give-up-result rc=-1 msg=given_up";

    @Test
    @DisplayName(
            "LIF-4 of ranks that take each other for failed, the first to say so goes on; the word of the other counts no more")
    void givenUp() throws Exception {
        try (Rank first = rank(0);
                Rank other = rank(1)) {
            join(first, other);
            first.say("cmd=reactive-mpi-give-up ranks=1");
            assertThat(first.hear()).isEqualTo(GOES_ON);
            other.say("cmd=reactive-mpi-give-up ranks=0");
            assertThat(other.hear()).isEqualTo(ENDS);
            other.say("cmd=abort exitcode=1");
            first.say("cmd=reactive-mpi-give-up ranks=1,0");
            assertThat(first.hear()).isEqualTo(GOES_ON);
            first.say("cmd=abort exitcode=5");

            assertThat(event()).isEqualTo("given up 1");
            assertThat(event()).isEqualTo("aborted by 0 with 5");
        }
    }

    @Test
    @DisplayName("LIF-4 a process that has ended, or a rank that has never been, is not given up")
    void nobodyToGiveUp() throws Exception {
        try (Rank rank = rank(0);
                Rank other = rank(1)) {
            join(rank, other);
            server.left(1);
            assertThat(rank.hear()).isEqualTo("cmd=reactive-mpi-failed rank=1");
            rank.say("cmd=reactive-mpi-give-up ranks=1,2,-1,0");

            assertThat(rank.hear()).isEqualTo(GOES_ON);
            assertThat(events.heard).isEmpty();
        }
    }

    @Test
    @DisplayName("LIF-4 a rank that takes for failed who has finalized in order, and is alone, was given up")
    void leftAlone() throws Exception {
        try (Rank first = rank(0);
                Rank other = rank(1)) {
            join(first, other);
            first.say("cmd=finalize");
            first.hear();
            other.say("cmd=reactive-mpi-give-up ranks=0");

            assertThat(other.hear()).isEqualTo(ENDS);
            assertThat(events.heard).isEmpty();
        }
    }

    @Test
    @DisplayName("numbers that are none cost the connection, as all else that a rank must not say")
    void notRanks() throws Exception {
        try (Rank rank = rank(0)) {
            rank.say("cmd=reactive-mpi-give-up ranks=1,x");
            assertThat(rank.hear()).isNull();
            assertThat(event()).contains("has ranks=\"x\", no number");
        }
    }

    @Test
    @DisplayName("LIF-4 a rank that listens late hears of those that had failed before")
    void failedBefore() throws Exception {
        Bootstrap rank = PmiJoin.join(server.environment(0), TIMEOUT, lost -> {})
                .blockOptional(TIMEOUT)
                .orElseThrow();
        PmiJoin.join(server.environment(1), TIMEOUT, lost -> {}).block(TIMEOUT);
        HeardFailures early = new HeardFailures();
        rank.exchange().orElseThrow().listen(early);
        server.left(1);
        assertThat(early.ranks.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isEqualTo(1);
        HeardFailures late = new HeardFailures();
        rank.exchange().orElseThrow().listen(late);

        assertThat(late.ranks).containsExactly(1);
        rank.life().finish(Mono.empty()).block(TIMEOUT);
    }

    @Test
    @DisplayName("an Error on the server's thread is told, and closes all connections")
    void broken() throws Exception {
        try (Rank rank = rank(0)) {
            server.afterLastWords(() -> {
                throw new OutOfMemoryError("for a test");
            });

            assertThat(event()).isEqualTo("broken by java.lang.OutOfMemoryError: for a test");
            assertThat(rank.hear()).isNull();
        }
        server.close();
        assertThat(server.isServing()).isFalse();
    }

    @Test
    @DisplayName("random bytes and lines without an end do no harm")
    void randomBytes() throws Exception {
        Random random = new Random(SEED);
        try (Rank rank = rank(0)) {
            for (int round = 0; round < 50; round++) {
                byte[] bytes = new byte[2000];
                random.nextBytes(bytes);
                try (Rank stranger = new Rank()) {
                    stranger.send(bytes);
                    assertThat(event()).contains("was closed");
                }
            }
            rank.say("cmd=get_appnum");
            assertThat(rank.hear()).isEqualTo("cmd=appnum appnum=0");
        }
    }

    @Test
    @DisplayName("whatever a rank says with some of its bytes changed, the others are served")
    void mutatedSessions() throws Exception {
        String session = String.join(
                "\n",
                "cmd=initack pmiid=1 token=" + token(1),
                "cmd=init pmi_version=1 pmi_subversion=1",
                "cmd=get_maxes",
                "cmd=get_my_kvsname",
                "cmd=put kvsname=" + server.jobId() + " key=address-1 value=there",
                "cmd=get kvsname=" + server.jobId() + " key=address-1",
                "cmd=barrier_in",
                "cmd=abort exitcode=3",
                "cmd=finalize",
                "");
        try (Rank rank = rank(0)) {
            for (long seed = 0; seed < 200; seed++) {
                byte[] mutated = mutated(session, new Random(seed));
                try (Rank other = new Rank()) {
                    other.send(mutated);
                } catch (IOException closed) {
                    // In the middle, as it should be.
                }
                rank.say("cmd=get_appnum");
                assertThat(rank.hear()).as("seed %d", seed).isEqualTo("cmd=appnum appnum=0");
            }
        }
    }

    private static byte[] mutated(String session, Random random) {
        byte[] bytes = session.getBytes(StandardCharsets.US_ASCII);
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) "0123456789-= \n".charAt(random.nextInt(14));
                case 2 -> bytes = Arrays.copyOf(bytes, at + 1);
                default -> System.arraycopy(bytes, at, bytes, 0, bytes.length - at);
            }
        }
        return bytes;
    }

    @Test
    @DisplayName("a connection that says nothing is closed after a while")
    void silence() throws Exception {
        try (PmiServer impatient = PmiServer.start(1, PmiServer.Layout.here(1), events, Duration.ofMillis(100));
                Rank silent = new Rank(impatient)) {
            assertThat(silent.hear()).isNull();
            assertThat(event()).contains("has not said initack in time");
        }
    }

    @Test
    @DisplayName("silent connections do not keep ranks out, however many there are")
    void manySilent() throws Exception {
        List<Rank> silent = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            silent.add(new Rank());
        }
        try (Rank rank = rank(0)) {
            rank.say("cmd=get_appnum");
            assertThat(rank.hear()).isEqualTo("cmd=appnum appnum=0");
            assertThat(silent.get(0).hear()).isNull();
            assertThat(event()).contains("oldest of too many");
        } finally {
            for (Rank stranger : silent) {
                stranger.close();
            }
        }
    }

    private String event() throws InterruptedException {
        return events.heard.poll(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    }

    private String token(int rank) {
        return server.environment(rank).get("PMI_TOKEN");
    }

    private Rank rank(int id) throws IOException {
        Rank rank = new Rank();
        rank.say("cmd=initack pmiid=" + id + " token=" + token(id));
        assertThat(List.of(rank.hear(), rank.hear(), rank.hear(), rank.hear()))
                .containsExactly("cmd=initack", "cmd=set size=2", "cmd=set rank=" + id, "cmd=set debug=0");
        return rank;
    }

    /** A connection whose other end is typed by hand. */
    private final class Rank implements AutoCloseable {

        private final Socket socket;
        private final BufferedReader in;

        Rank() throws IOException {
            this(server);
        }

        Rank(PmiServer to) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), to.port());
            socket.setSoTimeout(TIMEOUT_MILLIS);
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        }

        void say(String line) throws IOException {
            send((line + "\n").getBytes(StandardCharsets.US_ASCII));
        }

        void send(byte[] bytes) throws IOException {
            socket.getOutputStream().write(bytes);
        }

        String hear() throws IOException {
            return in.readLine();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /** The ranks that are said to have failed, and nothing else. */
    private static final class HeardFailures implements JobListener {

        private final BlockingQueue<Integer> ranks = new LinkedBlockingQueue<>();

        @Override
        public void onFailed(int rank) {
            ranks.add(rank);
        }

        @Override
        public void onAsked() {
            throw new AssertionError("nobody has asked");
        }

        @Override
        public void onAborted(String why, Mono<Void> allTold) {
            throw new AssertionError(why);
        }
    }
}
