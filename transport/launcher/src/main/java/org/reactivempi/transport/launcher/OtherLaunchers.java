package org.reactivempi.transport.launcher;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options of Open MPI's, MPICH's and MPJ Express's launchers that people type by habit.
 *
 * <pre>
 *  has the same meaning here      --tag-output, -l, -genv                       does it
 *  has no effect on the result    --mca, --map-by, -ppn, -dev niodev            a note, or nothing where all is as asked
 *  would change what runs where   -N, -envnone                                  refused, with a sentence
 * </pre>
 * Filled in by picocli; none of them is in the help, and {@code docs/guide/launching.md} lists them.
 */
final class OtherLaunchers {

    private static final Set<String> PROCESS_DEVICES = Set.of("niodev", "hybdev", "mxdev", "ibisdev", "native");
    private static final String THREAD_DEVICE = "multicore";

    /** What happens here in any case. */
    @Option(
            names = {
                "--oversubscribe",
                "-oversubscribe",
                "--allow-run-as-root",
                "--use-hwthread-cpus",
                "--report-bindings",
                "-report-bindings",
                "--display-map",
                "-display-map",
                "--nooversubscribe",
                "-v",
                "--verbose",
                "-q",
                "--quiet",
                "-envall",
                "-genvall"
            },
            hidden = true)
    boolean[] asEver = {};

    @Option(
            names = {"--tag-output", "-tag-output", "-l", "-prepend-rank", "--prepend-rank"},
            hidden = true)
    boolean[] tagOutput = {};

    @Option(
            names = {"--mca", "-mca", "--gmca", "-gmca", "--prtemca", "--pmixmca"},
            arity = "2",
            hidden = true)
    List<String> parameters = new ArrayList<>();

    @Option(
            names = {"--map-by", "-map-by", "--rank-by", "-rank-by", "-ppn", "-perhost"},
            hidden = true)
    List<String> placements = new ArrayList<>();

    @Option(
            names = {"-genvlist", "-envlist"},
            hidden = true)
    List<String> variableLists = new ArrayList<>();

    @Option(names = "-genv", arity = "2", hidden = true)
    List<String> jobVariables = new ArrayList<>();

    @Option(names = "-env", arity = "2", hidden = true)
    List<String> variables = new ArrayList<>();

    @Option(names = "-dev", hidden = true)
    @Nullable
    String device;

    @Option(
            names = {"--stdin", "-stdin"},
            hidden = true)
    @Nullable
    String standardInput;

    @Option(
            names = {"-N", "--npernode", "-npernode"},
            hidden = true)
    @Nullable
    String ranksPerHost;

    @Option(
            names = {"-envnone", "-genvnone"},
            hidden = true)
    boolean[] withoutEnvironment = {};

    @Option(
            names = {"--app", "-app", "-configfile"},
            hidden = true)
    @Nullable
    String programsFile;

    @Option(
            names = {"--output-filename", "-output-filename"},
            hidden = true)
    @Nullable
    String outputFiles;

    /** Why the words ask for what is not to be had, if so. */
    @Nullable
    String refusal() {
        if (device != null && !PROCESS_DEVICES.contains(device) && !device.equals(THREAD_DEVICE)) {
            return "-dev " + device + " is no device of MPJ Express";
        }
        if (standardInput != null && !standardInput.equals("0")) {
            return "--stdin " + standardInput + ": standard input goes to rank 0 always";
        }
        if (ranksPerHost != null) {
            return "-N " + ranksPerHost + " counts the ranks of each host; say -n for those of the program";
        }
        if (withoutEnvironment.length > 0) {
            return "-envnone: ranks have the environment of the launcher always; env -i starts it with less";
        }
        if (programsFile != null) {
            return "programs are not read from a file: give those of " + programsFile + " one by one, with ':' between";
        }
        return outputFiles == null ? null : "--output-filename: say --output-directory " + outputFiles;
    }

    /** What was asked for and has no effect, each as a sentence. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        for (int i = 0; i + 1 < parameters.size(); i += 2) {
            notes.add("--mca " + parameters.get(i) + " " + parameters.get(i + 1)
                    + " is a parameter of Open MPI's own, and has no effect; --channel says how messages travel");
        }
        placements.forEach(text ->
                notes.add("placement by '" + text + "' has no effect: ranks fill one host of --host after the other"));
        variableLists.forEach(text -> notes.add("-envlist " + text + " has no effect, since ranks have all variables"));
        if (THREAD_DEVICE.equals(device)) {
            notes.add("-dev " + THREAD_DEVICE + ": ranks are processes here as well; --in-jvm makes them threads");
        }
        return notes;
    }

    /** Pairs of a name and a value as the words of {@code --env}. */
    static List<String> pairs(List<String> namesAndValues) {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i + 1 < namesAndValues.size(); i += 2) {
            pairs.add(namesAndValues.get(i) + "=" + namesAndValues.get(i + 1));
        }
        return pairs;
    }

    /** Whether a word in front of the program is one for the JVM, as {@code mpjrun.sh} takes it. */
    static boolean isJvmArgument(String word) {
        return Arrays.asList("-ea", "-da", "-esa", "-dsa", "-server").contains(word)
                || word.matches(
                        "-(X|D|ea:|da:|verbose:|javaagent:|agentlib:).+|-enableassertions.*|--(add|enable)-[a-z-]+=.*");
    }
}
