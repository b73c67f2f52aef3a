package org.reactivempi.transport.bootstrap.pmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.Exchange;
import org.reactivempi.transport.bootstrap.JobPlace;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Launchers that speak PMI-2, as Slurm's plug-in does. */
class Pmi2Test {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Map<String, String> ENVIRONMENT = Map.of("PMI_JOBID", "3.0");
    private static final int SEEDS = 400;

    /** What is sent, and what is answered. */
    private record Turn(String command, String answer) {

        static Turn of(String command, String answer) {
            return new Turn(framed(command), framed(answer));
        }
    }

    private static String framed(String body) {
        return String.format("%6d%s", body.length(), body);
    }

    private static final List<Turn> SLURM = List.of(
            new Turn(
                    "cmd=init pmi_version=2 pmi_subversion=0\n",
                    "cmd=response_to_init rc=0 pmi_version=2 pmi_subversion=0\n"),
            Turn.of(
                    "cmd=fullinit;pmijobid=3.0;pmirank=1;threaded=FALSE;",
                    "cmd=fullinit-response;rc=0;pmi-version=2;pmi-subversion=0;rank=1;size=2;appnum=-1;debugged=FALSE;pmiverbose=FALSE;"),
            Turn.of(
                    "cmd=info-getjobattr;key=PMI_process_mapping;",
                    "cmd=info-getjobattr-response;rc=0;found=TRUE;value=(vector,(0,2,1));"));

    /** Plays a transcript to one connection, and closes it at the end. */
    private static final class Launcher implements AutoCloseable {

        private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final CompletableFuture<Void> played = new CompletableFuture<>();

        Launcher(List<Turn> turns) throws IOException {
            Thread thread = new Thread(() -> play(turns), "pmi2-launcher");
            thread.setDaemon(true);
            thread.start();
        }

        private void play(List<Turn> turns) {
            try (Socket rank = listener.accept()) {
                for (Turn turn : turns) {
                    byte[] command = rank.getInputStream().readNBytes(turn.command.length());
                    String said = new String(command, StandardCharsets.US_ASCII);
                    if (!turn.command.equals(said)) {
                        throw new IOException("expected " + turn.command + ", got " + said);
                    }
                    rank.getOutputStream().write(turn.answer.getBytes(StandardCharsets.ISO_8859_1));
                }
                played.complete(null);
            } catch (IOException e) {
                played.completeExceptionally(e);
            }
        }

        Mono<Bootstrap> join(Map<String, String> environment) {
            return PmiJoin.byConnection(
                    () -> PmiLink.of(SocketChannel.open(
                            new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort()))),
                    new PmiPlace(1, 2),
                    environment,
                    TIMEOUT,
                    orphan -> {});
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }

    @Test
    @DisplayName("LIF-1 a rank joins, exchanges and finalizes word for word as Slurm's PMI-2 has it")
    void slurm() throws Exception {
        List<Turn> turns = new ArrayList<>(SLURM);
        turns.add(Turn.of("cmd=kvs-put;key=addr-1;value=a=b%3Bc%25;", "cmd=kvs-put-response;rc=0;"));
        turns.add(Turn.of("cmd=kvs-fence;", "cmd=kvs-fence-response;rc=0;"));
        turns.add(Turn.of(
                "cmd=kvs-get;jobid=3.0;srcid=-1;key=addr-1;",
                "cmd=kvs-get-response;rc=0;found=TRUE;value=a=b%3Bc%25;"));
        turns.add(Turn.of("cmd=kvs-get;jobid=3.0;srcid=-1;key=nosuch;", "cmd=kvs-get-response;rc=0;found=FALSE;"));
        turns.add(Turn.of("cmd=finalize;", "cmd=finalize-response;rc=0;"));
        try (Launcher launcher = new Launcher(turns)) {
            Bootstrap rank = launcher.join(ENVIRONMENT).block(TIMEOUT);

            assertThat(rank.place())
                    .extracting(JobPlace::rank, JobPlace::size, JobPlace::ranksOnHost, JobPlace::jobId)
                    .containsExactly(1, 2, 1, "3.0");
            Exchange exchange = rank.exchange().orElseThrow();
            StepVerifier.create(exchange.put("addr-1", "a=b;c%")
                            .then(exchange.barrier())
                            .then(exchange.get("addr-1")))
                    .expectNext("a=b;c%")
                    .expectComplete()
                    .verify(TIMEOUT);
            StepVerifier.create(exchange.get("nosuch"))
                    .expectErrorSatisfies(error -> assertThat(error).hasMessageContaining("nosuch"))
                    .verify(TIMEOUT);
            StepVerifier.create(rank.life().finish(Mono.empty()))
                    .expectComplete()
                    .verify(TIMEOUT);
            launcher.played.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    @Test
    @DisplayName("LIF-1 with a launcher that does not know PMI-2, a rank goes on in PMI-1.1")
    void older() throws Exception {
        List<Turn> turns = List.of(
                new Turn(
                        "cmd=init pmi_version=2 pmi_subversion=0\n",
                        "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=-1\n"),
                new Turn(
                        "cmd=init pmi_version=1 pmi_subversion=1\n",
                        "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n"),
                new Turn("cmd=get_maxes\n", "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024\n"),
                new Turn("cmd=get_my_kvsname\n", "cmd=my_kvsname kvsname=kvs_1\n"),
                new Turn(
                        "cmd=get kvsname=kvs_1 key=PMI_process_mapping\n",
                        "cmd=get_result rc=0 msg=success value=(vector,(0,1,2))\n"));
        try (Launcher launcher = new Launcher(turns)) {
            assertThat(launcher.join(ENVIRONMENT).block(TIMEOUT).place().jobId())
                    .isEqualTo("kvs_1");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | cmd=response_to_init rc=0 pmi_version=3 | does not speak PMI 1.1",
                "1 | cmd=fullinit-response;rc=14;errmsg=no; | does not take this rank: it answered cmd=fullinit-response rc=14",
                "1 | cmd=fullinit-response;rc=0;rank=0;size=2; | this is rank 0 of 2, and the environment rank 1 of 2",
                "1 | cmd=fullinit-response;rc=0;rank=5;size=2; | rank 5 of 2",
                "1 | cmd=fullinit-response;rc=0;size=2; | has no rank",
                "1 | cmd=kvs-put-response;rc=0; | answered put_result to fullinit",
                "1 | rc=0;cmd=fullinit-response; | not a PMI-2 message",
                "1 | nothing | not a PMI-2 message"
            })
    @DisplayName("LIF-1 an answer that is none is an error that names what was received, and what was expected")
    void wrongAnswers(int turn, String answer, String words) throws Exception {
        List<Turn> turns = new ArrayList<>(SLURM.subList(0, turn));
        if (turn == 0) {
            turns.add(new Turn(SLURM.get(0).command, answer + "\n"));
            turns.add(new Turn(
                    "cmd=init pmi_version=1 pmi_subversion=1\n", "cmd=response_to_init rc=-1 pmi_version=3\n"));
        } else {
            turns.add(new Turn(SLURM.get(turn).command, framed(answer)));
        }
        try (Launcher launcher = new Launcher(turns)) {
            StepVerifier.create(launcher.join(ENVIRONMENT))
                    .expectErrorSatisfies(error -> assertThat(error)
                            .isInstanceOf(BootstrapException.class)
                            .hasMessageContaining(words))
                    .verify(TIMEOUT);
        }
    }

    @Test
    @DisplayName("LIF-1 whatever a launcher answers, a rank joins or fails with a reason, and waits for nothing")
    void damagedAnswers() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            List<Turn> turns = new ArrayList<>(SLURM.subList(0, 1 + random.nextInt(SLURM.size())));
            Turn last = turns.remove(turns.size() - 1);
            turns.add(new Turn(last.command, PmiFuzzTest.damaged(last.answer, random)));
            try (Launcher launcher = new Launcher(turns)) {
                assertThatCode(() -> launcher.join(ENVIRONMENT)
                                .then()
                                .onErrorResume(BootstrapException.class, expected -> Mono.empty())
                                .block(TIMEOUT))
                        .as("seed %d: %s", seed, turns)
                        .doesNotThrowAnyException();
            }
        }
    }

    @Test
    @DisplayName("messages are found in what a connection delivers, however it is cut")
    void cut() {
        String text =
                framed("cmd=kvs-get-response;rc=0;found=TRUE;value=%3Bx;") + framed("cmd=kvs-fence-response;rc=0;");
        for (int cut = 0; cut <= text.length(); cut++) {
            Pmi2Messages messages = new Pmi2Messages();
            List<String> found = new ArrayList<>();
            for (String part : List.of(text.substring(0, cut), text.substring(cut))) {
                ByteBuffer received = StandardCharsets.US_ASCII.encode(part);
                for (@Nullable PmiLine next = messages.next(received); next != null; next = messages.next(received)) {
                    found.add(next.toString());
                }
            }
            assertThat(found).containsExactly("cmd=get_result rc=0 found=TRUE value=;x", "cmd=barrier_out rc=0");
        }
    }

    @ParameterizedTest
    @CsvSource({"'     0cmd=a;'", "'  4097cmd=a;'", "'    -1cmd=a;'", "'      cmd=a;'", "'abcdefcmd=a;'"})
    @DisplayName("a length that no message has is refused before anything is read")
    void lengths(String text) {
        assertThatThrownBy(() -> new Pmi2Messages().next(StandardCharsets.US_ASCII.encode(text)))
                .isInstanceOf(BootstrapException.class)
                .hasMessageContaining("\"" + text.substring(0, 6) + "\", allowed are 1 to 4096");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ar-EG-u-nu-arab", "th-TH-u-nu-thai", "tr-TR"})
    @DisplayName("LIF-1 the length is in digits that a launcher reads, where the user's language has others as well")
    void digits(String language) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(language));
        try {
            ByteBuffer sent = new Pmi2Messages().encode(PmiLine.command("barrier_in"));
            assertThat(StandardCharsets.US_ASCII.decode(sent).toString()).isEqualTo("    14cmd=kvs-fence;");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    @DisplayName("an abort says the code in words, since PMI-2 has no other place for it")
    void abort() {
        ByteBuffer sent = new Pmi2Messages().encode(PmiLine.command("abort").with("exitcode", 7));
        assertThat(StandardCharsets.US_ASCII.decode(sent).toString())
                .isEqualTo(framed("cmd=abort;isworld=TRUE;msg=exit code 7;"));
    }
}
