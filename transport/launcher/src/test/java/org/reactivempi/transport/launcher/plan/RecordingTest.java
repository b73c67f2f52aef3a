package org.reactivempi.transport.launcher.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RecordingTest {

    private static final String RECORDER = "org.reactivempi.transport.observe.JobRecords";

    @Test
    @DisplayName("without anybody who records, --trace and --stats say which jar to add")
    void absent() {
        assertThat(new Recording().begin(2, null, true, null))
                .contains("--stats needs org.reactivempi:reactive-mpi-observe on the class path");
        assertThat(new Recording().begin(2, Path.of("trace.json"), false, null))
                .contains("--trace needs org.reactivempi:reactive-mpi-observe on the class path");
    }

    @Test
    @DisplayName(
            "a recorder that is there, and that no service file names, is not to be added: service files are to be merged")
    void lost() {
        assertThat(Recording.missing(RECORDER::equals))
                .isEqualTo(
                        "has nobody who records: " + RECORDER
                                + " is there, but no service file names it: the jars of this class path were put into one without merging"
                                + " META-INF/services/org.reactivempi.transport.bootstrap.launch.JobRecorder (see 'One jar' in the guide's Launching)");
    }
}
