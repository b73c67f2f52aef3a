package org.reactivempi.transport.bootstrap.pmi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.Exchange;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.bootstrap.pmi.ScriptedLauncher.Turn;
import org.reactivempi.transport.fixtures.FreePorts;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class PmiJoinTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String JOB = "kvs_17390_0_992997338_vm";

    /** What Hydra 4.0.2 answers. */
    static final List<Turn> HYDRA = List.of(
            new Turn("cmd=initack pmiid=0", "cmd=initack\ncmd=set size=2\ncmd=set rank=0\ncmd=set debug=0\n"),
            new Turn(
                    "cmd=init pmi_version=1 pmi_subversion=1",
                    "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n"),
            new Turn("cmd=get_maxes", "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024\n"),
            new Turn("cmd=get_my_kvsname", "cmd=my_kvsname kvsname=" + JOB + "\n"),
            new Turn(
                    "cmd=get kvsname=" + JOB + " key=PMI_process_mapping",
                    "cmd=get_result rc=0 msg=success value=(vector,(0,1,1))\n"));

    @Test
    @DisplayName("LIF-1 a rank joins, exchanges and finalizes word for word as Hydra has it")
    void hydra() throws Exception {
        List<Turn> turns = new ArrayList<>(HYDRA);
        turns.add(new Turn("cmd=put kvsname=" + JOB + " key=addr-0 value=V", "cmd=put_result rc=0 msg=success\n"));
        turns.add(new Turn("cmd=barrier_in", "cmd=barrier_out\n"));
        turns.add(new Turn("cmd=get kvsname=" + JOB + " key=addr-0", "cmd=get_result rc=0 msg=success value=V\n"));
        turns.add(new Turn(
                "cmd=get kvsname=" + JOB + " key=nosuch",
                "cmd=get_result rc=-1 msg=key_nosuch_not_found value=unknown\n"));
        turns.add(new Turn("cmd=finalize", "cmd=finalize_ack\n"));
        try (ScriptedLauncher launcher = new ScriptedLauncher(turns)) {
            Bootstrap rank = join(launcher.environment(0));

            Exchange exchange = rank.exchange().orElseThrow();
            assertThat(rank.place())
                    .extracting(JobPlace::rank, JobPlace::size, JobPlace::ranksOnHost, JobPlace::jobId)
                    .containsExactly(0, 2, 2, JOB);
            StepVerifier.create(
                            exchange.put("addr-0", "V").then(exchange.barrier()).then(exchange.get("addr-0")))
                    .expectNext("V")
                    .expectComplete()
                    .verify(TIMEOUT);
            StepVerifier.create(exchange.get("nosuch"))
                    .expectErrorSatisfies(error -> assertThat(error).hasMessageContaining("nosuch"))
                    .verify(TIMEOUT);
            StepVerifier.create(rank.life().finish(Mono.empty()))
                    .expectComplete()
                    .verify(TIMEOUT);
            launcher.played().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            StepVerifier.create(exchange.barrier())
                    .expectError(BootstrapException.class)
                    .verify(TIMEOUT);
        }
    }

    @Test
    @DisplayName("a launcher that goes away fails what is pending, and the watcher is told which rank is orphaned")
    void launcherGone() throws Exception {
        List<Turn> turns = new ArrayList<>(HYDRA);
        turns.add(new Turn("cmd=barrier_in", ""));
        CompletableFuture<String> orphan = new CompletableFuture<>();
        try (ScriptedLauncher launcher = new ScriptedLauncher(turns)) {
            Bootstrap rank = PmiJoin.join(launcher.environment(0), TIMEOUT, orphan::complete)
                    .block(TIMEOUT);

            StepVerifier.create(rank.exchange().orElseThrow().barrier())
                    .expectErrorSatisfies(error -> assertThat(error)
                            .isInstanceOf(BootstrapException.class)
                            .hasMessageContaining("closed"))
                    .verify(TIMEOUT);
            assertThat(orphan.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo("rank 0 ends, since its launcher is gone");
        }
    }

    @Test
    @DisplayName("LIF-1 an Error on the thread that talks to the launcher is told, and no command waits for ever")
    void error() throws Exception {
        CompletableFuture<String> orphan = new CompletableFuture<>();
        try (ScriptedLauncher launcher = new ScriptedLauncher(HYDRA)) {
            PmiJoin.join(launcher.environment(0), TIMEOUT, why -> orphan.complete(why))
                    .subscribe(joined -> {
                        throw new OutOfMemoryError("for a test");
                    });

            assertThat(orphan.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo("rank 0 ends, since its thread for the launcher has ended by"
                            + " java.lang.OutOfMemoryError: for a test");
        }
    }

    @Test
    @DisplayName("a launcher that closes instead of answering finalize has let the rank go")
    void closedAtFinalize() throws Exception {
        List<Turn> turns = new ArrayList<>(HYDRA);
        turns.add(new Turn("cmd=finalize", ""));
        try (ScriptedLauncher launcher = new ScriptedLauncher(turns)) {
            StepVerifier.create(join(launcher.environment(0)).life().finish(Mono.empty()))
                    .expectComplete()
                    .verify(TIMEOUT);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 400 Bad Request\r\n",
                "cmd=set size=2\n",
                "cmd=initack\ncmd=set\ncmd=set\ncmd=set\n",
                "cmd=initack\ncmd=set size=2\ncmd=set rank=2\ncmd=set debug=0\n",
                ""
            })
    @DisplayName("an answer that is none fails the start, naming PMI_PORT, and ends no process")
    void notALauncher(String answer) throws Exception {
        try (ScriptedLauncher launcher = new ScriptedLauncher(List.of(new Turn("cmd=initack pmiid=0", answer)))) {
            StepVerifier.create(PmiJoin.join(launcher.environment(0)))
                    .expectErrorSatisfies(error -> assertThat(error)
                            .isInstanceOf(BootstrapException.class)
                            .hasMessageContaining("PMI_PORT=127.0.0.1:"))
                    .verify(TIMEOUT);
        }
    }

    @Test
    @DisplayName("a launcher that says nothing is given up on")
    void silence() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Map<String, String> environment = Map.of("PMI_PORT", "127.0.0.1:" + silent.getLocalPort(), "PMI_ID", "0");

            StepVerifier.create(PmiJoin.join(environment, Duration.ofMillis(200), place -> {}))
                    .expectErrorSatisfies(error -> assertThat(error).hasMessageContaining("within 200 ms"))
                    .verify(TIMEOUT);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "localhost,             0, PMI_PORT=localhost",
        ":4711,                 0, PMI_PORT=:4711",
        "localhost:0,           0, PMI_PORT=localhost:0",
        "localhost:99999,       0, PMI_PORT=localhost:99999",
        "localhost:x,           0, PMI_PORT=localhost:x",
        "localhost:4711,        x, PMI_ID=x",
        "localhost:4711,       -1, PMI_ID=-1",
        "localhost:4711,         , PMI_ID is missing",
        "no-such-host.invalid:1, 0, PMI_PORT=no-such-host.invalid:1",
    })
    @DisplayName("wrong values of PMI_PORT and PMI_ID are named")
    void wrongEnvironment(String port, String id, String named) {
        Map<String, String> environment = new HashMap<>(Map.of("PMI_PORT", port));
        if (id != null) {
            environment.put("PMI_ID", id);
        }

        StepVerifier.create(PmiJoin.join(environment))
                .expectErrorSatisfies(error ->
                        assertThat(error).isInstanceOf(BootstrapException.class).hasMessageContaining(named))
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("a port where nobody listens is named")
    void refused() {
        int port = FreePorts.next();

        StepVerifier.create(PmiJoin.join(Map.of("PMI_PORT", "127.0.0.1:" + port, "PMI_ID", "0")))
                .expectErrorSatisfies(error -> assertThat(error).hasMessageContaining("PMI_PORT=127.0.0.1:" + port))
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("PMI_FD without its socket says how to start Java")
    void noDescriptor() {
        StepVerifier.create(PmiJoin.join(Map.of("PMI_FD", "999999", "PMI_RANK", "0", "PMI_SIZE", "2")))
                .expectErrorSatisfies(error -> assertThat(error)
                        .hasMessageContaining(
                                "PMI_FD is set, but standard input is not that socket; start Java as bash")
                        .hasMessageContaining("exec java ... 0<&$PMI_FD"))
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("PMI_FD that is no number is named")
    void wrongDescriptor() {
        StepVerifier.create(PmiJoin.join(Map.of("PMI_FD", "six", "PMI_RANK", "0", "PMI_SIZE", "2")))
                .expectErrorSatisfies(error -> assertThat(error).hasMessageContaining("PMI_FD=six"))
                .verify(TIMEOUT);
    }

    @ParameterizedTest
    @CsvSource({"2, 2, PMI_RANK=2", "x, 2, PMI_RANK=x", "0, 0, PMI_SIZE=0", "0, , PMI_SIZE is missing"})
    @DisplayName("wrong values of PMI_RANK and PMI_SIZE are named")
    void wrongPlace(String rank, String size, String named) {
        Map<String, String> environment = new HashMap<>(Map.of("PMI_FD", "7", "PMI_RANK", rank));
        if (size != null) {
            environment.put("PMI_SIZE", size);
        }

        StepVerifier.create(PmiJoin.join(environment))
                .expectErrorSatisfies(error -> assertThat(error).hasMessageContaining(named))
                .verify(TIMEOUT);
    }

    private static Bootstrap join(Map<String, String> environment) {
        return PmiJoin.join(environment, TIMEOUT, place -> {}).block(TIMEOUT);
    }
}
