package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that are too long for the heap of the rank that gets them, or gives them. */
class ValuesMemoryTest {

    private static final List<String> LITTLE_MEMORY = List.of("-Xmx96m", "-XX:MaxDirectMemorySize=192m");
    private static final int FITS_ONCE = 50_000_000;
    private static final int NEVER_FITS = 120_000_000;

    @TempDir
    Path directory;

    @Tag("long")
    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName("a value without room fails with MPI_ERR_NO_MEM where there is none, and the next ones come")
    void noRoom(String channel) throws Exception {
        String printed = ChildJvm.run(
                directory,
                LITTLE_MEMORY,
                ValuesMemoryProgram.class,
                channel,
                "1",
                Integer.toString(FITS_ONCE),
                "2",
                Integer.toString(NEVER_FITS),
                "3");
        List<String> values = printed.lines().toList();
        assertThat(values).hasSize(5);
        assertThat(values.get(0)).isEqualTo("[1, 1, 1]");
        assertThat(values.get(1))
                .startsWith("[" + FITS_ONCE + ",")
                .contains("NO_MEM: no memory for a value of " + FITS_ONCE + " bytes");
        assertThat(values.get(2)).isEqualTo("[2, 2, 2]");
        assertThat(values.get(3))
                .startsWith("[NO_MEM: no memory for a value of " + NEVER_FITS + " bytes")
                .contains("CONVERSION: a value of rank 0 can't be written there");
        assertThat(values.get(4)).isEqualTo("[3, 3, 3]");
    }
}
