package org.reactivempi.transport.launcher.plan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.launcher.archive.ClassArchive;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What the launcher's command line says; filled in by picocli. */
@Command(
        sortOptions = false,
        sortSynopsis = false,
        optionListHeading = "%nOptions of the launcher:%n",
        versionProvider = LauncherOptions.LauncherVersion.class,
        description = {
            "",
            "Runs N copies of a program, on this host or several, as the ranks of one job. A program is a main class, a jar file,"
                    + " the words of a command such as java -cp app.jar Main; and several are joined by ' : ', each with"
                    + " options of its own.",
            "",
            "Standard output and error of the ranks come out in whole lines; standard input goes to rank 0. The first"
                    + " rank that fails ends the others, and its exit code is the launcher's, unless --on-failure says"
                    + " else.",
            "",
            "SIGUSR1, as by 'kill -USR1 PID', has each rank tell on standard error what it waits for."
        })
public final class LauncherOptions {

    /** What the words say of a program; of the first one, where there are several. */
    @Mixin
    public ProgramOptions program = new ProgramOptions();

    @Option(
            names = "--channel",
            paramLabel = "NAMES",
            description =
                    "How messages travel: auto (the default), or channels in order of preference, such as shm,tcp;"
                            + " local needs --in-jvm. The same as REACTIVEMPI_CHANNEL=NAMES.")
    @Nullable
    String channel;

    @Option(
            names = {"--bind-to", "-bind-to"},
            paramLabel = "WHAT",
            description =
                    "core keeps the progress thread of each rank on a core of its own, for jobs that have the host for"
                            + " themselves; none is the default. The same as REACTIVEMPI_BIND_TO=WHAT.")
    @Nullable
    String bindTo;

    @Option(
            names = {"--host", "-host", "-H", "--hosts", "-hosts"},
            split = ",",
            paramLabel = "HOST[:RANKS]",
            description =
                    "Starts ranks on these hosts, by ssh: alpha:2,beta:2 are two on each. They find the same files there.")
    public List<String> hosts = new ArrayList<>();

    @Option(
            names = {"--hostfile", "-hostfile", "--machinefile", "-machinefile", "-f"},
            paramLabel = "FILE",
            description = "The same from a file, with a host in each line: alpha slots=2, or alpha:2.")
    @Nullable
    Path hostFile;

    @Option(
            names = "--ssh",
            paramLabel = "COMMAND",
            description = "What runs a command on another host, in place of ssh: COMMAND HOST WORDS...")
    @Nullable
    String remoteShell;

    @Option(names = "--in-jvm", description = "All ranks in this JVM, each on a thread of its own.")
    public boolean inJvm;

    @Option(
            names = {"--timeout", "-timeout"},
            paramLabel = "DURATION",
            converter = DurationText.class,
            description = "Ends a job that takes longer, with code 124: 30, 30s, 2m, 500ms, 1h.")
    @Nullable
    public Duration timeout;

    @Option(
            names = "--start-timeout",
            paramLabel = "DURATION",
            converter = DurationText.class,
            description =
                    "Ends a job with code 124 whose ranks have not all come so long after the first one has, and says which;"
                            + " default is 10m, and no limit where --jvm-arg lets a debugger in.")
    @Nullable
    public Duration startTimeout;

    @Option(
            names = "--on-failure",
            paramLabel = "WHAT",
            description =
                    "What a rank's failure means for the others: end (the default) ends them; continue lets them go on,"
                            + " for programs that can do without it, and the job's code is 0 if one of them succeeds.")
    public OnFailure onFailure = OnFailure.END;

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
            names = "--process-set",
            paramLabel = "NAME=RANKS",
            description =
                    "A name for some ranks, which sessions give as a group: ocean=0-3, or ice=4,6. May be there several"
                            + " times. The same as REACTIVEMPI_PROCESS_SETS='NAME=RANKS|NAME=RANKS'.")
    List<String> processSets = new ArrayList<>();

    @Option(
            names = "--check",
            description =
                    "Has ranks compare what they do, to find mistakes: types of elements where a message is received,"
                            + " collective operations on all ranks, and operations that meet at one place of a window;"
                            + " takes time. The same as REACTIVEMPI_CHECK_TYPES=on, REACTIVEMPI_CHECK_COLLECTIVES=on"
                            + " and REACTIVEMPI_WINDOW_CHECK=on.")
    boolean check;

    @Option(
            names = "--cds",
            paramLabel = "WHAT",
            description =
                    "From where ranks take their classes ready for use, and so start faster: auto (the default) keeps an"
                            + " archive for each class path in the user's cache directory; FILE is the name of one; none"
                            + " has them loaded from jars. An archive that is missing or outdated is made after the job, in"
                            + " the background.")
    public String classArchive = ClassArchive.AUTO;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description =
                    "Writes what all ranks do into a file for Perfetto: operations, and arrows from each send to its"
                            + " receive. Needs reactive-mpi-observe on the class path.")
    @Nullable
    public Path trace;

    @Option(
            names = "--stats",
            description =
                    "Shows at the end, on standard error, how much each rank has sent to which, and what took long. Needs"
                            + " reactive-mpi-observe on the class path.")
    public boolean stats;

    @Option(names = "--prefix-output", description = "Puts the rank before each line: [3] line.")
    public boolean prefixOutput;

    @Option(
            names = "--output-directory",
            paramLabel = "DIR",
            description =
                    "Writes what ranks print into files there, rank-0.out and rank-0.err and so on, and not to the"
                            + " launcher's own streams; replaces older ones.")
    @Nullable
    public Path outputDirectory;

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;

    @Option(names = "--version", versionHelp = true, description = "Shows the version.")
    boolean version;

    /** What is recorded of the job. */
    public final Recording recording = new Recording();

    /** What is wrong with the options as a whole, where something is. */
    @Nullable
    public String contradiction() {
        if (inJvm && !program.jvmArguments.isEmpty()) {
            return "--jvm-arg has no effect with --in-jvm, where no JVM is started";
        }
        if (inJvm && program.directory != null) {
            return "--wdir has no effect with --in-jvm, where no process is started";
        }
        if (inJvm && onFailure != OnFailure.END) {
            return "--on-failure continue has no effect with --in-jvm, where no rank can die alone";
        }
        if (inJvm && (!hosts.isEmpty() || hostFile != null)) {
            return "--host has no effect with --in-jvm, where no process is started";
        }
        if (program.jar != null && inJvm) {
            return "-jar has no effect with --in-jvm, where no JVM is started; give the main class";
        }
        return null;
    }

    /** How ranks are started on other hosts. */
    public RemoteShell shell() {
        return remoteShell == null
                ? RemoteShell.SSH
                : new RemoteShell(List.of(remoteShell.strip().split("\\s+")));
    }

    /** What the environment of all ranks has beyond the launcher's own and what is said of their program. */
    Map<String, String> addedEnvironment() {
        Map<String, String> added = new LinkedHashMap<>();
        if (channel != null) {
            added.put("REACTIVEMPI_CHANNEL", channel);
        }
        if (deadlock != null) {
            added.put("REACTIVEMPI_DEADLOCK", deadlock.name().toLowerCase(Locale.ROOT));
        }
        if (bindTo != null) {
            added.put("REACTIVEMPI_BIND_TO", bindTo);
        }
        if (!processSets.isEmpty()) {
            added.put("REACTIVEMPI_PROCESS_SETS", String.join("|", processSets));
        }
        if (check) {
            added.put("REACTIVEMPI_CHECK_TYPES", "on");
            added.put("REACTIVEMPI_CHECK_COLLECTIVES", "on");
            added.put("REACTIVEMPI_WINDOW_CHECK", "on");
        }
        added.putAll(recording.environment());
        return added;
    }

    /** The value of {@code --timeout} and {@code --start-timeout}: a number with its unit, seconds where none is given. */
    static final class DurationText implements ITypeConverter<Duration> {

        private static final Pattern TEXT = Pattern.compile("([0-9]{1,9})(ms|s|m|h)?");
        private static final Map<String, ChronoUnit> UNITS = Map.of(
                "ms", ChronoUnit.MILLIS, "s", ChronoUnit.SECONDS, "m", ChronoUnit.MINUTES, "h", ChronoUnit.HOURS);

        @Override
        public Duration convert(String text) {
            Matcher matcher = TEXT.matcher(text);
            if (matcher.matches()) {
                String unit = matcher.group(2) == null ? "s" : matcher.group(2);
                Duration duration = Duration.of(Long.parseLong(matcher.group(1)), UNITS.get(unit));
                if (!duration.isZero()) {
                    return duration;
                }
            }
            throw new TypeConversionException(text + " is not a duration above 0 such as 30, 30s, 2m, 500ms or 1h");
        }
    }

    /** What {@code --version} shows; the build writes it into a resource. */
    static final class LauncherVersion implements IVersionProvider {

        private static final String RESOURCE = "version.txt";

        @Override
        public String[] getVersion() throws IOException {
            try (InputStream in = LauncherVersion.class.getResourceAsStream(RESOURCE)) {
                if (in == null) {
                    throw new IOException("the launcher's jar has no " + RESOURCE);
                }
                return new String[] {new String(in.readAllBytes(), StandardCharsets.UTF_8).strip()};
            }
        }
    }

    /** What a rank's failure means for the others. */
    public enum OnFailure {
        /** They are ended. */
        END,
        /** They go on, unless the rank has asked for the end of all. */
        CONTINUE
    }

    /** What a deadlock of the ranks means for the job. */
    enum OnDeadlock {
        /** It is told, and the job waits on. */
        REPORT,
        /** It is told, and the job ends with code 35. */
        ABORT
    }
}
