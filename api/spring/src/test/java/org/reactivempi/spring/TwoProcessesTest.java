package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.transport.fixtures.FreePorts;
import org.reactivempi.transport.launcher.Launcher;

/** Applications in processes of their own, started by the launcher or by hand. */
class TwoProcessesTest {

    private static final String GREETED = "rank 1 of 2 was greeted: hello from rank 0";

    @TempDir
    Path directory;

    @Tag("long")
    @Test
    @DisplayName("under the launcher, each application is a rank, and all end in order")
    void launched() throws Exception {
        try (ChildJvm launcher = ChildJvm.start(
                directory.resolve("job"),
                Map.of(),
                Launcher.class.getName(),
                "-n",
                "2",
                GreetingApplication.class.getName())) {
            assertThat(launcher.ended(0)).contains(GREETED);
        }
    }

    @Tag("long")
    @Test
    @DisplayName("started by hand with a list of peers, each application is a rank, and all end in order")
    void listed() throws Exception {
        Map<String, String> environment = Map.of("REACTIVEMPI_SECRET", Application.SECRET);
        String peers = "--reactivempi.peers=" + FreePorts.peers(2);
        String main = GreetingApplication.class.getName();
        try (ChildJvm one = ChildJvm.start(directory.resolve("one"), environment, main, peers, "--reactivempi.rank=1");
                ChildJvm zero =
                        ChildJvm.start(directory.resolve("zero"), environment, main, peers, "--reactivempi.rank=0")) {
            assertThat(one.ended(0)).contains(GREETED);
            zero.ended(0);
        }
    }
}
