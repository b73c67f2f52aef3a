package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What docs/guide/spring.md says of checkpoints of a JVM. */
@Tag("long")
@EnabledOnOs(OS.LINUX)
class CheckpointTest {

    private static final String ON_REFRESH = "-Dspring.context.checkpoint=onRefresh";
    private static final String NO_RANK = "-Dreactivempi.session.enabled=false";

    @TempDir
    Path directory;

    private String run(int code, String... properties) throws Exception {
        List<String> words = new ArrayList<>(List.of(properties));
        words.add("-Dorg.crac.Core.Compat=org.reactivempi.spring.crac");
        words.add(CheckpointApplication.class.getName());
        try (ChildJvm process = ChildJvm.start(directory.resolve("output"), Map.of(), words.toArray(String[]::new))) {
            return process.ended(code);
        }
    }

    @Test
    @DisplayName("a checkpoint of a rank is refused for its sockets, which does no harm: its listeners go on")
    void rank() throws Exception {
        assertThat(run(0)).contains("it runs", "refused: ", "is open", "heard after it: hello");
    }

    @Test
    @DisplayName("a checkpoint on refresh of a rank fails its start, as its session has joined before")
    void rankOnRefresh() throws Exception {
        assertThat(run(1, ON_REFRESH))
                .contains("Failed to take CRaC checkpoint on refresh")
                .contains("is open")
                .doesNotContain("it runs");
    }

    @Test
    @DisplayName("an application that is no rank has nothing open for a checkpoint, on refresh and later")
    void noRank() throws Exception {
        assertThat(run(0, NO_RANK, ON_REFRESH)).contains("it runs", "restored").doesNotContain("refused");
    }
}
