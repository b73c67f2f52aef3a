package org.reactivempi.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuTimesTest {

    @TempDir
    private Path proc;

    @Test
    @DisplayName("what is stolen counts as busy, waiting for devices does not, and guests only once")
    void parsing() throws IOException {
        write("cpu  1000 20 300 5000 400 5 6 70 900 3\ncpu0 1 1 1 1 1 1 1 1 1 1\n", "12 (a (b) c) S", 50, 6, 700, 8);

        assertThat(CpuTimes.read(proc)).hasValue(new CpuTimes(6801, 1401, 764));
    }

    @Test
    @DisplayName("others have what this process and its commands did not use")
    void others() {
        CpuTimes began = new CpuTimes(1000, 500, 100);

        assertThat(new CpuTimes(1200, 700, 300).othersShareSince(began)).isZero();
        assertThat(new CpuTimes(1200, 650, 230).othersShareSince(began)).isEqualTo(0.1, within(1e-9));
        assertThat(new CpuTimes(1200, 600, 210).othersShareSince(began))
                .as("ticks are rounded, and more was used than was there")
                .isZero();
        assertThat(began.othersShareSince(began)).isZero();
    }

    @Test
    @DisplayName("a system that has no such files, or others, tells nothing")
    void otherSystems() throws IOException {
        assertThat(CpuTimes.read(proc)).isEmpty();
        for (String stat : new String[] {"", "cpu", "cpu 1 2 3", "cpu a b c d e f g h i j"}) {
            write(stat, "1 (x) S", 1, 1, 1, 1);
            assertThat(CpuTimes.read(proc)).as(stat).isEmpty();
        }
        Files.writeString(proc.resolve("stat"), "cpu 1 2 3 4 5 6 7 8 9 10");
        Files.writeString(proc.resolve("self/stat"), "1 (x) S 1 2");
        assertThat(CpuTimes.read(proc)).isEmpty();
    }

    private void write(String stat, String self, int user, int system, int childrensUser, int childrensSystem)
            throws IOException {
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(proc.resolve("stat"), stat);
        Files.writeString(
                proc.resolve("self/stat"),
                self + " 1 2 3 0 -1 4194560 11 12 13 14 " + user + " " + system + " " + childrensUser + " "
                        + childrensSystem + " 20 0 33 0 1234 18446744073709551615\n");
    }
}
