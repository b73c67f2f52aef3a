package org.reactivempi.transport.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobRecordsTest {

    @TempDir
    Path directory;

    private final JobRecords records = new JobRecords();

    @Test
    @DisplayName("where the trace can't be written, the launcher says so before the job, and nothing is lost")
    void unwritable() throws IOException {
        Path none = directory.resolve("none");
        assertThatThrownBy(() -> records.begin(2, none.resolve("trace"), true, null))
                .isInstanceOf(IOException.class)
                .hasMessage("the trace cannot be written: there is no directory " + none);
        Path folder = Files.createDirectory(directory.resolve("folder"));
        assertThatThrownBy(() -> records.begin(2, folder, false, null))
                .hasMessage("the trace cannot be written: " + folder + " is a directory");
        assertThat(folder).isDirectory();
        Path device = Path.of("/dev/null");
        assumeTrue(Files.exists(device));
        assertThatThrownBy(() -> records.begin(2, device, false, null))
                .hasMessage("the trace cannot be written: /dev/null is no regular file");
        assertThat(device).exists();
    }

    @Test
    @DisplayName("where rank 0 is on another host, the files are made there, and rank 0 prints the statistics")
    void elsewhere() throws IOException {
        Path trace = directory.resolve("none").resolve("trace");
        Map<String, String> environment = records.begin(2, trace, true, "alpha");
        assertThat(environment)
                .containsEntry("REACTIVEMPI_TRACE", trace.toString())
                .containsEntry("REACTIVEMPI_STATS", "-");
        List<String> lines = new ArrayList<>();
        records.end(lines::add);
        assertThat(lines)
                .containsExactly("rank 0 has written the trace, if it has come to its end: " + trace
                        + " on alpha, for https://ui.perfetto.dev");
    }

    @Test
    @DisplayName("a job in which no rank came to record anything")
    void nothing() throws IOException {
        Path trace = directory.resolve("trace");
        Map<String, String> environment = records.begin(2, trace, true, null);
        assertThat(environment)
                .containsEntry("REACTIVEMPI_TRACE", trace.toString())
                .containsKey("REACTIVEMPI_STATS");
        List<String> lines = new ArrayList<>();
        records.end(lines::add);
        assertThat(lines)
                .containsExactly(
                        "no rank has written a trace", "no rank has come so far that there are statistics of it");
        assertThat(Path.of(environment.get("REACTIVEMPI_STATS")).getParent()).doesNotExist();
    }
}
