package org.reactivempi.core.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.transport.bootstrap.launch.LaunchCheck;

/** No channel is on this module's class path. */
class SettingsCheckTest {

    private final SettingsCheck check = new SettingsCheck();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "waiting | foo | reactivempi.waiting is foo, allowed is adaptive, spin, sleep",
                "eager-limit-bytes | 17m | reactivempi.eager-limit-bytes is 17m, allowed is 0 to 16777216",
                "connect-timeout | 2h | reactivempi.connect-timeout is 2h, allowed is 1ms to 3600s",
                "channel | foo | reactivempi.channel is foo, allowed is auto",
                "channel | rsocket | reactivempi.channel is rsocket, which is not on the class path: "
                        + "add org.reactivempi:reactive-mpi-rsocket",
                "channel | shm,tcp | reactivempi.channel is shm, which is not on the class path: "
                        + "add org.reactivempi:reactive-mpi-shm",
                "channel | local | reactivempi.channel is local, which is not on the class path: "
                        + "add org.reactivempi:reactive-mpi-local",
                "tls-key-file | /no/key | reactivempi.tls-certificate-file is not set, but others are: TLS takes all of "
                        + "tls-certificate-file, tls-key-file, tls-trust-file, or none",
                "eager-limt-bytes | 1 | there is no setting reactivempi.eager-limt-bytes; did you mean eager-limit-bytes?",
            })
    @DisplayName("what each rank would say is known before there is any")
    void problems(String name, String value, String problem) {
        assertThat(check.problem(Map.of(name, value), Map.of(), false)).contains(problem);
    }

    @Test
    @DisplayName("a secret is refused where others could read it, and where it is too short; none is repeated")
    void secrets() {
        assertThat(check.problem(Map.of("secret", "hush"), Map.of(), false))
                .hasValueSatisfying(problem -> assertThat(problem)
                        .contains("where others could read it: set REACTIVEMPI_SECRET")
                        .doesNotContain("hush"));
        assertThat(check.problem(Map.of(), Map.of("REACTIVEMPI_SECRET", "hush"), false))
                .contains("reactivempi.secret is of 4 characters, allowed are 32 to 1024");
        assertThat(check.problem(Map.of(), Map.of("REACTIVEMPI_SECRET", "s".repeat(32)), false))
                .contains("reactivempi.secret is of 1 different characters, at least 8 are needed");
        assertThat(check.problem(Map.of(), Map.of("REACTIVEMPI_SECRET", "0123456789abcdef".repeat(2)), false))
                .isEmpty();
    }

    @Test
    @DisplayName("so is the secret of ports")
    void portSecrets() {
        assertThat(check.problem(Map.of("port-secret", "hush"), Map.of(), false))
                .hasValueSatisfying(problem -> assertThat(problem)
                        .contains("reactivempi.port-secret")
                        .contains("where others could read it: set REACTIVEMPI_PORT_SECRET, use Settings.portSecret,"
                                + " or set port-secret-file")
                        .doesNotContain("hush"));
        assertThat(check.problem(Map.of(), Map.of("REACTIVEMPI_PORT_SECRET", "hush"), false))
                .contains("reactivempi.port-secret is of 4 characters, allowed are 32 to 1024");
        assertThat(check.problem(Map.of("port-secret-file", "/of/nobody"), Map.of(), false))
                .contains("reactivempi.port-secret-file is /of/nobody, which does not exist");
        assertThat(check.problem(Map.of(), Map.of("REACTIVEMPI_PORT_SECRET", "0123456789abcdef".repeat(2)), false))
                .isEmpty();
    }

    @Test
    @DisplayName("the environment counts where nothing else was given")
    void environment() {
        Map<String, String> wrong = Map.of("REACTIVEMPI_WAITING", "foo");

        assertThat(check.problem(Map.of(), wrong, false))
                .hasValueSatisfying(problem -> assertThat(problem).contains("waiting is foo"));
        assertThat(check.problem(Map.of("waiting", "spin"), wrong, false)).isEmpty();
    }

    @Test
    @DisplayName("settings of a channel of the library that is not here do no harm")
    void ofMissing() {
        assertThat(check.problem(Map.of("tcp-port", "1"), Map.of(), false)).isEmpty();
    }

    @Test
    @DisplayName("the launcher finds it")
    void found() {
        assertThat(ServiceLoader.load(LaunchCheck.class)).singleElement().isInstanceOf(SettingsCheck.class);
    }
}
