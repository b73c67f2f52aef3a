package org.reactivempi.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All races, or the most important ones, by the system property {@code jcstress.mode}: {@code short} or {@code long}. */
@Tag("long")
class StressTest {

    /** A JVM or two for each race, which takes longer to start than to race. */
    private static final List<String> SHORT = List.of(
            "-t",
            "EndAgainstCancel$|WaitAgainstWait|SomeAgainstCompletions|EndsAgainstCancelledWait|ListTests"
                    + "|ListEndAgainstCancelledWait|ClaimAgainstCancel|GivingBackAgainstCancel"
                    + "|OperationRaces.RequestAgainstCancel|RingRaces|LoopOwnerRaces|LentPayloadRaces|EndAgainstWaitAny"
                    + "|EndNumberRaces|AttributeRaces|MarksRaces",
            "-jvmArgs",
            "-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1",
            "-sc",
            "false",
            "-af",
            "NONE",
            "-iters",
            "1",
            "-time",
            "100");

    /** All compilers and placements, several JVMs for each, and a second in each. */
    private static final List<String> LONG = List.of("-iters", "1", "-time", "1000");

    private static final Path FOLDER = Path.of("target", "jcstress");

    @Test
    @DisplayName(
            "RX-2, PRG-1, REQ-1, MUL-8, MUL-10, MUL-11, PART-3, PRB-4, PRB-5, PRB-6 two threads at one object: no result that is forbidden")
    void noForbiddenResult() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() >= 2, "a race needs two processors");
        List<String> options = System.getProperty("jcstress.mode", "short").equals("long") ? LONG : SHORT;

        Path log = Files.createDirectories(FOLDER).resolve("log.txt");
        int exitCode = run(options, log);

        Results results = Results.of(Files.readAllLines(log));
        assertThat(exitCode).as(() -> results.failures(log)).isZero();
        assertThat(results.planned()).as(() -> results.failures(log)).isPositive();
        assertThat(results.passed()).as(() -> results.failures(log)).isEqualTo(results.planned());
        System.out.println("JCStress: " + results);
    }

    private static int run(List<String> options, Path log) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                "org.openjdk.jcstress.Main",
                "-v",
                "-r",
                "."));
        command.addAll(options);
        Process process = new ProcessBuilder(command)
                .directory(FOLDER.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            return process.waitFor();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
