package org.reactivempi.transport.launcher.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostListTest {

    @TempDir
    Path directory;

    private static String places(HostList hosts, int ranks) {
        List<String> places = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            places.add(hosts.of(rank) + "/" + hosts.place(rank) + "/" + hosts.ranksBeside(rank));
        }
        return String.join(" ", places);
    }

    private static HostList of(String given, int ranks) {
        return HostList.of(Arrays.asList(given.split(",")), null, ranks);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "alpha:2,beta:2 | 4 | alpha/0/2 alpha/1/2 beta/0/2 beta/1/2 | (vector,(0,1,2),(1,1,2))",
                "alpha:2,beta:2 | 3 | alpha/0/2 alpha/1/2 beta/0/1 | (vector,(0,1,2),(1,1,1))",
                "alpha,beta | 4 | alpha/0/2 alpha/1/2 beta/0/2 beta/1/2 | (vector,(0,1,2),(1,1,2))",
                "alpha,beta | 1 | alpha/0/1 | (vector,(0,1,1))",
                "alpha,beta:3,alpha:1 | 4 | alpha/0/2 alpha/1/2 beta/0/2 beta/1/2 | (vector,(0,1,2),(1,1,2))",
                "localhost,beta,127.0.0.1:2 | 4 | null/0/3 null/1/3 null/2/3 beta/0/1 | (vector,(0,1,3),(1,1,1))",
                "localhost | 2 | null/0/2 null/1/2 | (vector,(0,1,2))",
                "localhost:1 | 2 | null/0/2 null/1/2 | (vector,(0,1,2))",
                "[::1] | 1 | null/0/1 | (vector,(0,1,1))",
                "10.0.0.7:1,[fd00::7]:1,[fd00::8] | 3 | 10.0.0.7/0/1 fd00::7/0/1 fd00::8/0/1 | (vector,(0,1,1),(1,1,1),(2,1,1))",
                "alpha,beta,gamma,delta | 5 | alpha/0/2 alpha/1/2 beta/0/1 gamma/0/1 delta/0/1 | (vector,(0,1,2),(1,1,1),(2,1,1),(3,1,1))",
                "alpha,beta,alpha | 4 | alpha/0/3 alpha/1/3 alpha/2/3 beta/0/1 | (vector,(0,1,3),(1,1,1))",
                "alpha,beta,alpha | 6 | alpha/0/4 alpha/1/4 alpha/2/4 alpha/3/4 beta/0/2 beta/1/2 | (vector,(0,1,4),(1,1,2))",
                "alpha,alpha,beta:1 | 3 | alpha/0/2 alpha/1/2 beta/0/1 | (vector,(0,1,2),(1,1,1))",
            })
    @DisplayName("ranks fill one host after the other; where nobody says how many, each has as many")
    void placed(String given, int ranks, String expected, String mapping) {
        HostList hosts = of(given, ranks);
        assertThat(places(hosts, ranks)).isEqualTo(expected);
        assertThat(hosts.processMapping()).isEqualTo(mapping);
        assertThat(hosts.several()).isEqualTo(!expected.contains("null") || expected.contains("beta"));
    }

    @Test
    @DisplayName("a file has a host in each line, in Open MPI's form or Hydra's, and comments")
    void file() throws IOException {
        Path file = Files.writeString(
                directory.resolve("hosts"), "# ours\nalpha slots=2 max_slots=4 # the first\n\n  beta:1\ngamma\n");
        assertThat(places(HostList.of(List.of(), file, 4), 4)).isEqualTo("alpha/0/2 alpha/1/2 beta/0/1 gamma/0/1");
        Path wrong = Files.writeString(directory.resolve("wrong"), "alpha slots=many\n");
        assertThatThrownBy(() -> HostList.of(List.of(), wrong, 1))
                .hasMessageContaining("'alpha slots=many' is no host");
        assertThatThrownBy(() -> HostList.of(List.of(), directory.resolve("none"), 1))
                .hasMessageContaining("none cannot be read");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "alpha:0",
                "-oProxyCommand=x",
                " ",
                "two words",
                "alpha:x",
                "fd00::7:1",
                "fd00::7",
                "[alpha]",
                "[fd00::7"
            })
    @DisplayName("what is no host's name is refused, above all what ssh would take for an option")
    void wrong(String text) {
        assertThatThrownBy(() -> of(text, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text.strip()
                        + "' is no host: NAME or NAME:RANKS, with 1 or more; [ADDRESS] where it has colons");
    }

    @Test
    @DisplayName("hosts with less room than there are ranks are refused, with both numbers")
    void tooMany() {
        assertThatThrownBy(() -> of("alpha:2,beta:1", 4)).hasMessageContaining("the hosts have room for 3 of 4 ranks");
    }
}
