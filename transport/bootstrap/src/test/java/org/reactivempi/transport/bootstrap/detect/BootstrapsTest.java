package org.reactivempi.transport.bootstrap.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import org.reactivempi.transport.bootstrap.RankExit;
import org.reactivempi.transport.bootstrap.RankThreadGroup;
import reactor.test.StepVerifier;

class BootstrapsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @Test
    @DisplayName("LIF-1 where nothing launched us we are a world of one")
    void alone() {
        Map<String, String> environment = Map.of("REACTIVEMPI_CHANNEL", "tcp");

        StepVerifier.create(Bootstraps.detect(environment))
                .assertNext(me -> {
                    assertThat(me.place().rank()).isZero();
                    assertThat(me.place().size()).isEqualTo(1);
                    assertThat(me.place().jvm().environment()).isEqualTo(environment);
                    assertThat(me.exchange()).isEmpty();
                })
                .expectComplete()
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("a rank in this JVM is known by its thread, whatever the environment says")
    void byThread() throws Exception {
        Bootstrap rank = InJvmWorld.of(2, Map.of()).bootstrap(1);
        FutureTask<Bootstrap> found = new FutureTask<>(
                () -> Bootstraps.detect(Map.of("PMI_PORT", "nowhere")).block(TIMEOUT));

        new Thread(new RankThreadGroup(rank), found).start();

        assertThat(found.get()).isSameAs(rank);
    }

    @Test
    @DisplayName("a launcher's port without a rank's number is an error, not a world of one")
    void halfLaunched() {
        StepVerifier.create(Bootstraps.detect(Map.of("PMI_PORT", "localhost:1")))
                .expectErrorSatisfies(error ->
                        assertThat(error).isInstanceOf(BootstrapException.class).hasMessageContaining("PMI_ID"))
                .verify(TIMEOUT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=0 PMIX_RANK=0",
                "SLURM_STEP_NUM_TASKS=4 SLURM_NTASKS=8 SLURM_PROCID=3",
                "SLURM_NTASKS=2",
                "PMI_SIZE=3 PMI_RANK=0",
                "WORLD_SIZE=2 RANK=1",
                "PMIX_RANK=0",
            })
    @DisplayName(
            "LIF-1 one of several processes of a launcher that we don't understand is an error that says what to do")
    void foreignLauncher(String variables) {
        StepVerifier.create(Bootstraps.detect(environment(variables)))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(BootstrapException.class)
                        .hasMessageContaining("(" + variables.split(" ")[0] + ")")
                        .hasMessageContaining("mpiexec.hydra -n N java")
                        .hasMessageContaining("REACTIVEMPI_ALONE=true"))
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName(
            "LIF-1 where PMIx is spoken by a class that no service file names, the jar is not to be added: service files are to be merged")
    void lostProtocol() {
        String pmix = "org.reactivempi.transport.pmix.PmixProtocol";
        ForeignLauncher launcher = ForeignLauncher.of(Map.of("PMIX_RANK", "0")).orElseThrow();
        assertThat(launcher.refusal(pmix::equals))
                .hasMessageContaining(
                        pmix
                                + " is there, but no service file names it: the jars of this class path were put into one without merging"
                                + " META-INF/services/org.reactivempi.transport.bootstrap.detect.LauncherProtocol (see 'One jar' in the guide's Launching)")
                .hasMessageNotContaining("add reactive-mpi-pmix");
        assertThat(launcher.refusal(name -> false))
                .hasMessageContaining("srun --mpi=pmix do, add reactive-mpi-pmix to the class path. Or start");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "OMPI_COMM_WORLD_SIZE=1 PMIX_RANK=0",
                "SLURM_STEP_NUM_TASKS=1 SLURM_NTASKS=8",
                "WORLD_SIZE=1",
                "WORLD_SIZE=large",
                "PMIX_HOSTNAME=alpha",
            })
    @DisplayName("LIF-1 the only process of a launcher that we don't understand is a world of one")
    void onlyProcess(String variables) {
        StepVerifier.create(Bootstraps.detect(environment(variables)))
                .assertNext(me -> assertThat(me.place().size()).isEqualTo(1))
                .expectComplete()
                .verify(TIMEOUT);
    }

    private static Map<String, String> environment(String variables) {
        return Arrays.stream(variables.split(" "))
                .map(each -> each.split("="))
                .collect(Collectors.toMap(each -> each[0], each -> each[1]));
    }

    @Test
    @DisplayName("exit on a rank's thread unwinds it")
    void exit() {
        FutureTask<Void> exiting = new FutureTask<>(() -> Bootstraps.exit(3), null);

        new Thread(new RankThreadGroup(InJvmWorld.of(1, Map.of()).bootstrap(0)), exiting).start();

        assertThatThrownBy(exiting::get).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(RankExit.class);
    }
}
