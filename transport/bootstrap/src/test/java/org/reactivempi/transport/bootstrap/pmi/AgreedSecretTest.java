package org.reactivempi.transport.bootstrap.pmi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.bootstrap.AgreedSecret;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.Exchange;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import org.reactivempi.transport.bootstrap.pmi.ScriptedLauncher.Turn;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class AgreedSecretTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String OWN = "a secret that the user has set himself";

    private final InJvmWorld world = InJvmWorld.of(3, Map.of());

    private Mono<String> agree(int rank, @Nullable String own) {
        return new AgreedSecret(exchange(world.bootstrap(rank)), rank).agree(own);
    }

    private static Exchange exchange(Bootstrap rank) {
        return rank.exchange().orElseThrow();
    }

    @Test
    @DisplayName("rank 0 makes a secret, and the others get it")
    void made() {
        StepVerifier.create(Mono.zip(agree(0, null), agree(1, null), agree(2, null)))
                .assertNext(secrets -> {
                    assertThat(secrets.getT1()).matches("[0-9a-f]{64}");
                    assertThat(secrets.getT2()).isEqualTo(secrets.getT1());
                    assertThat(secrets.getT3()).isEqualTo(secrets.getT1());
                })
                .expectComplete()
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("a secret of the user's own is not published")
    void own() {
        StepVerifier.create(Mono.zip(agree(0, OWN), agree(1, OWN), agree(2, OWN)))
                .assertNext(secrets -> assertThat(secrets).containsOnly(OWN))
                .expectComplete()
                .verify(TIMEOUT);
        StepVerifier.create(exchange(world.bootstrap(1)).get("reactive-mpi-secret-0"))
                .expectNext("own")
                .expectComplete()
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("a rank whose secret comes from elsewhere than rank 0's fails, and nobody waits for ever")
    void mixed() {
        List<Mono<String>> ranks = new ArrayList<>(List.of(agree(0, null), agree(1, OWN), agree(2, null)));
        StepVerifier.create(Mono.zip(ranks.get(0), ranks.get(1).materialize(), ranks.get(2)))
                .assertNext(ends -> assertThat(ends.getT2().getThrowable())
                        .isInstanceOf(BootstrapException.class)
                        .hasMessageContaining("of rank 0 and rank 1 only one has a secret")
                        .message()
                        .doesNotContain(OWN))
                .expectComplete()
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("under Hydra the other ranks look it up behind a barrier, word for word")
    void hydra() throws Exception {
        String job = "kvs_17390_0_992997338_vm";
        List<Turn> turns = List.of(
                new Turn("cmd=initack pmiid=1", "cmd=initack\ncmd=set size=2\ncmd=set rank=1\ncmd=set debug=0\n"),
                new Turn(
                        "cmd=init pmi_version=1 pmi_subversion=1",
                        "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n"),
                new Turn("cmd=get_maxes", "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024\n"),
                new Turn("cmd=get_my_kvsname", "cmd=my_kvsname kvsname=" + job + "\n"),
                new Turn(
                        "cmd=get kvsname=" + job + " key=PMI_process_mapping",
                        "cmd=get_result rc=0 msg=success value=(vector,(0,1,1))\n"),
                new Turn("cmd=barrier_in", "cmd=barrier_out\n"),
                new Turn(
                        "cmd=get kvsname=" + job + " key=reactive-mpi-secret-0",
                        "cmd=get_result rc=0 msg=success value=0123\n"));
        try (ScriptedLauncher launcher = new ScriptedLauncher(turns)) {
            Bootstrap rank =
                    PmiJoin.join(launcher.environment(1), TIMEOUT, place -> {}).block(TIMEOUT);
            StepVerifier.create(exchange(rank).secret(null))
                    .expectNext("0123")
                    .expectComplete()
                    .verify(TIMEOUT);
        }
    }
}
