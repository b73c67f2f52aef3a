package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RES-1: senders that outrun their receiver, in JVMs that have no memory for all that is sent. */
class FloodTest {

    private static final List<String> LITTLE_MEMORY =
            List.of("-Xmx96m", "-XX:MaxDirectMemorySize=48m", "-XX:+ExitOnOutOfMemoryError");
    /** Kept whole, they would not fit. */
    private static final int MESSAGES = 300_000;

    @TempDir
    Path directory;

    @Tag("long")
    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName("RES-1 a flood of messages to a receiver that is late runs in little memory, and nothing is lost")
    void oneSender(String channel) throws Exception {
        assertNothingIsLost(channel, 1);
    }

    @Tag("long")
    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName("RES-1 the same from three senders at once")
    void threeSenders(String channel) throws Exception {
        assertNothingIsLost(channel, 3);
    }

    private void assertNothingIsLost(String channel, int senders) throws Exception {
        int each = MESSAGES / senders;
        String received = ChildJvm.run(
                directory,
                LITTLE_MEMORY,
                FloodProgram.class,
                channel,
                Integer.toString(senders),
                Integer.toString(each));
        assertThat(received.trim()).isEqualTo(Integer.toString(senders * each));
    }
}
