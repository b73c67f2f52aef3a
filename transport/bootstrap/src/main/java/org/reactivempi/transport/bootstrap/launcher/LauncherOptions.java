package org.reactivempi.transport.bootstrap.launcher;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.JobSecret;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What the launcher's command line says; filled in by picocli. */
@Command(
        sortOptions = false,
        sortSynopsis = false,
        optionListHeading = "%nOptions of the launcher:%n",
        versionProvider = LauncherVersion.class,
        description = {
            "",
            "Runs N copies of a program on this host as the ranks of one job.",
            "",
            "Standard output and error of the ranks come out in whole lines; standard input goes to rank 0. The first"
                    + " rank that fails ends the others, and its exit code is the launcher's, unless --on-failure says"
                    + " else.",
            "",
            "SIGUSR1, as by 'kill -USR1 PID', has each rank tell on standard error what it waits for."
        })
final class LauncherOptions {

    static final int RANKS_MAX = 1024;

    @Option(
            names = "-n",
            paramLabel = "N",
            converter = RankCount.class,
            defaultValue = "1",
            description = "How many ranks, 1 to " + RANKS_MAX + "; default 1.")
    int ranks;

    @Option(
            names = "--channel",
            paramLabel = "NAMES",
            description =
                    "How messages travel: auto (the default), or channels in order of preference, such as shm,tcp;"
                            + " local needs --in-jvm. The same as REACTIVEMPI_CHANNEL=NAMES.")
    @Nullable
    String channel;

    @Option(
            names = "--bind-to",
            paramLabel = "WHAT",
            description =
                    "core keeps the progress thread of each rank on a core of its own, for jobs that have the host for"
                            + " themselves; none is the default. The same as REACTIVEMPI_BIND_TO=WHAT.")
    @Nullable
    String bindTo;

    @Option(names = "--in-jvm", description = "All ranks in this JVM, each on a thread of its own.")
    boolean inJvm;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = DurationText.class,
            description = "Ends a job that takes longer, with code 124: 30, 30s, 2m, 500ms, 1h.")
    @Nullable
    Duration timeout;

    @Option(
            names = "--on-failure",
            paramLabel = "WHAT",
            description =
                    "What a rank's failure means for the others: end (the default) ends them; continue lets them go on,"
                            + " for programs that can do without it, and the job's code is 0 if one of them succeeds.")
    OnFailure onFailure = OnFailure.END;

    @Option(
            names = "--deadlock",
            paramLabel = "WHAT",
            description =
                    "What happens when ranks are found to wait for each other for ever, which they tell on standard error:"
                            + " report (the default) goes on waiting; abort ends the job with code 35. The same as"
                            + " REACTIVEMPI_DEADLOCK=WHAT.")
    @Nullable
    OnDeadlock deadlock;

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description = "Sets an environment variable of the ranks; may be repeated. With --in-jvm only the settings"
                    + " of this library see it.")
    List<String> environment = new ArrayList<>();

    @Option(
            names = "--jvm-arg",
            paramLabel = "ARG",
            description = "An argument for each rank's JVM, such as -Xmx1g; may be repeated.")
    List<String> jvmArguments = new ArrayList<>();

    @Option(
            names = "--cds",
            paramLabel = "FILE",
            description = "An archive of classes (class data sharing), from which ranks start faster: made by the first"
                    + " run, at its end, and used by the next ones.")
    @Nullable
    Path classArchive;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description =
                    "Writes what all ranks do into a file for Perfetto: operations, and arrows from each send to its"
                            + " receive. Needs reactive-mpi-observe on the class path.")
    @Nullable
    Path trace;

    @Option(
            names = "--stats",
            description =
                    "Shows at the end, on standard error, how much each rank has sent to which, and what took long. Needs"
                            + " reactive-mpi-observe on the class path.")
    boolean stats;

    @Option(names = "--prefix-output", description = "Puts the rank before each line: [3] line.")
    boolean prefixOutput;

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;

    @Option(names = "--version", versionHelp = true, description = "Shows the version.")
    boolean version;

    @Parameters(hidden = true)
    List<String> words = new ArrayList<>();

    /** What is recorded of the job. */
    final Recording recording = new Recording();

    /** What is wrong with the options as a whole, where something is. */
    @Nullable
    String contradiction() {
        if (inJvm && !jvmArguments.isEmpty()) {
            return "--jvm-arg has no effect with --in-jvm, where no JVM is started";
        }
        if (inJvm && onFailure != OnFailure.END) {
            return "--on-failure continue has no effect with --in-jvm, where no rank can die alone";
        }
        @Nullable
        String problem = classArchive == null || inJvm
                ? null
                : classArchive(classArchive).problem();
        if (problem != null) {
            return problem;
        }
        if (environment.stream().anyMatch(text -> text.startsWith(JobSecret.VARIABLE + "="))) {
            return "--env " + JobSecret.VARIABLE + " would show the secret to everybody on this host; set it in the"
                    + " launcher's own environment";
        }
        return environment.stream()
                .filter(text -> text.indexOf('=') < 1)
                .findFirst()
                .map(text -> "--env needs NAME=VALUE, not " + text)
                .orElse(null);
    }

    /** What a rank's JVM needs for its classes' archive. */
    List<String> archiveArguments(int rank) {
        return classArchive == null ? List.of() : classArchive(classArchive).arguments(rank);
    }

    private static ClassArchive classArchive(Path file) {
        return ClassArchive.of(file, System.getProperty("java.class.path"));
    }

    /** What the ranks' environment has beyond the launcher's own. */
    Map<String, String> addedEnvironment() {
        Map<String, String> added = new LinkedHashMap<>();
        for (String text : environment) {
            int equals = text.indexOf('=');
            added.put(text.substring(0, equals), text.substring(equals + 1));
        }
        if (channel != null) {
            added.put("REACTIVEMPI_CHANNEL", channel);
        }
        if (deadlock != null) {
            added.put("REACTIVEMPI_DEADLOCK", deadlock.name().toLowerCase(Locale.ROOT));
        }
        if (bindTo != null) {
            added.put("REACTIVEMPI_BIND_TO", bindTo);
        }
        added.putAll(recording.environment());
        return added;
    }
}
