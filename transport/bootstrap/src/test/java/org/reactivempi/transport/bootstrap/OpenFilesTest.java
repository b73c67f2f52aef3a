package org.reactivempi.transport.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OpenFilesTest {

    @Test
    @DisplayName("only a message about open files names their limit")
    void explained() {
        assertThat(OpenFiles.explained("Connection refused")).isEqualTo("Connection refused");
        assertThat(OpenFiles.explained(null)).isEqualTo("null");
        assertThat(OpenFiles.explained("accept(..) failed: Too many open files"))
                .matches("accept\\(\\.\\.\\) failed: Too many open files; this process may have \\d+ \\(ulimit -n\\)");
    }
}
