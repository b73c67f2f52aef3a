package org.reactivempi.transport.launcher.plan;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.reactivempi.transport.bootstrap.DebugAgent;
import org.reactivempi.transport.launcher.archive.ClassArchive;
import org.reactivempi.transport.launcher.pmi.PmiServer;

/** What a job runs: one program, or several, whose ranks count through in the order of the command line. */
public final class JobPlan {

    /** Where a rank finds the number of its program, which MPI calls {@code MPI_APPNUM} (MPI-4.1, 11.10.3). */
    static final String PROGRAM_NUMBER = "MPI_APPNUM";

    /** Where a rank finds how many ranks each program of the job has. */
    static final String PROGRAM_RANKS = "MPI_APP_RANKS";

    /**
     * A program of the job.
     *
     * @param number its place in the command line, from 0
     * @param options what is said of it
     * @param command how its ranks are started
     */
    public record Part(int number, ProgramOptions options, RankCommand command) {}

    /** The setting of the library by which ranks know that one of them may stand at a breakpoint. */
    private static final String DEBUGGING = "REACTIVEMPI_DEBUGGING";

    /** Hosts may be slow and crowded, and programs may have much to do before they come. */
    private static final Duration LONGEST_START = Duration.ofMinutes(10);

    private final LauncherOptions options;
    private final List<Part> parts;
    /** Which part each rank belongs to. */
    private final List<Part> ofRank;

    private final String ranksOfParts;

    private final HostList hosts;
    private final boolean debugged;

    /**
     * Plans a job.
     *
     * @throws IllegalArgumentException where its hosts are wrong, in words for the user
     */
    public JobPlan(LauncherOptions options, List<Part> parts) {
        this.options = options;
        this.parts = parts;
        this.ofRank = parts.stream()
                .flatMap(part -> Collections.nCopies(part.options().ranks, part).stream())
                .toList();
        this.ranksOfParts = parts.stream()
                .map(part -> Integer.toString(part.options().ranks))
                .collect(Collectors.joining(" "));
        this.debugged = !options.inJvm && parts.stream().anyMatch(JobPlan::isDebugged);
        this.hosts = HostList.of(options.hosts, options.hostFile, ofRank.size());
    }

    public HostList hosts() {
        return hosts;
    }

    public PmiServer.Layout layout() {
        return new PmiServer.Layout(this::program, hosts.processMapping(), hosts.several());
    }

    /** What is said of the job as a whole. */
    public LauncherOptions options() {
        return options;
    }

    public List<Part> parts() {
        return parts;
    }

    public int ranks() {
        return ofRank.size();
    }

    public Part part(int rank) {
        return ofRank.get(rank);
    }

    /** The number of a rank's program. */
    int program(int rank) {
        return part(rank).number();
    }

    /** What the environment of a program's ranks has beyond the launcher's own. */
    public Map<String, String> addedEnvironment(Part part) {
        Map<String, String> added = new HashMap<>(part.options().addedEnvironment());
        added.putAll(options.addedEnvironment());
        added.put(PROGRAM_NUMBER, Integer.toString(part.number()));
        added.put(PROGRAM_RANKS, ranksOfParts);
        if (debugged && !System.getenv().containsKey(DEBUGGING)) {
            added.putIfAbsent(DEBUGGING, "true");
        }
        return added;
    }

    /** How long the job's start may take, if that is limited: a debugger may hold any rank up for as long as it likes. */
    public Optional<Duration> startLimit() {
        return options.startTimeout == null && debugged
                ? Optional.empty()
                : Optional.of(Objects.requireNonNullElse(options.startTimeout, LONGEST_START));
    }

    /** Whether a debugger may stop ranks: the JVM of any has the agent for it. */
    private static boolean isDebugged(Part part) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putAll(part.options().addedEnvironment());
        return DebugAgent.isIn(part.command().jvmArguments(), environment);
    }

    /** What the ranks' JVMs may have of an archive of classes: the first program decides. */
    public ClassArchive.Choice classArchive() {
        List<String> jvmArguments = parts.stream()
                .flatMap(part -> part.command().jvmArguments().stream())
                .toList();
        return parts.get(0)
                .command()
                .archived()
                .map(classPath ->
                        new ClassArchive.Choice(options.classArchive, classPath, jvmArguments, System.getenv()))
                .orElseGet(() -> new ClassArchive.Choice(ClassArchive.NONE, "", List.of(), Map.of()));
    }

    /** The whole command of a rank. */
    public List<String> command(int rank, ClassArchive archive) {
        RankCommand command = part(rank).command();
        boolean fits = hosts.of(rank) == null
                && command.archived().equals(parts.get(0).command().archived());
        return command.words(rank, fits ? archive.arguments(rank) : List.of());
    }
}
