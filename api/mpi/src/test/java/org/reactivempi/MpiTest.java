package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MpiTest {

    @Test
    @DisplayName("a program's own arguments are those that are no settings")
    void arguments() {
        String[] given = {"--reactivempi.channel=tcp", "-n", "--reactivempi", "--reactivempi.waiting=spin", "file"};

        assertThat(Mpi.arguments(given)).containsExactly("-n", "--reactivempi", "file");
        assertThat(given).hasSize(5);
        assertThat(Mpi.arguments(new String[0])).isEmpty();
    }
}
