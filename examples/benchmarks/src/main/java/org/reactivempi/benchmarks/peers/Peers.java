package org.reactivempi.benchmarks.peers;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ExitException;
import org.reactivempi.examples.cli.Arguments;
import org.reactivempi.examples.cli.FileProblem;

/** Compares this library with MPICH and Open MPI on this host: a program of its own, not a rank. */
public final class Peers {

    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final Duration LIMIT_OF_A_TASK = Duration.ofSeconds(90);
    private static final Path PROC = Path.of("/proc");
    private static final String SCRIPT = "examples.run";
    private static final String ROWS = "performance.tsv";

    private final PeersOptions options;
    private final Contender ours;
    private final String path;
    private final PrintStream out;
    private final PrintStream log;

    /**
     * Makes it.
     *
     * @param options what to do
     * @param ours whom the peers are compared with
     * @param path folders of programs, as in the environment variable
     * @param out for the tables
     * @param log for what happens meanwhile
     */
    Peers(PeersOptions options, Contender ours, String path, PrintStream out, PrintStream log) {
        this.options = options;
        this.ours = ours;
        this.path = path;
        this.out = out;
        this.log = log;
    }

    /**
     * Runs the comparison, and exits with 0; with 1 if something could not be measured, read or written; with 2 for wrong
     * arguments.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    static int run(List<String> arguments, PrintStream out, PrintStream log) {
        PeersOptions options = new PeersOptions();
        OptionalInt end = Arguments.readAlone(arguments, options, out, log);
        if (end.isPresent()) {
            return end.getAsInt();
        }
        @Nullable String script = System.getProperty(SCRIPT);
        return new Peers(options, new ReactiveMpi(options.memoryName(), script), path(), out, log).run();
    }

    int run() {
        try (Processes processes = Processes.open(LIMIT_OF_A_TASK)) {
            Results results = new Results(options.folder.resolve(ROWS));
            addEarlier(results);
            Files.createDirectories(options.folder);
            boolean flawless = options.rounds() == 0 || compare(processes, results);
            write(results);
            return flawless ? DONE : FAILED;
        } catch (ExitException e) {
            log.println("peers: " + e.getMessage());
            return e.code();
        } catch (IOException e) {
            log.println("peers: " + e);
            return FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }

    private void addEarlier(Results results) {
        for (Path file : options.earlier) {
            try {
                results.read(file);
            } catch (IOException e) {
                throw FileProblem.of(file, e);
            }
        }
    }

    private boolean compare(Processes processes, Results results) throws IOException, InterruptedException {
        Installed installed = new Installed(path, processes, log);
        List<NativeMpi> peers = options.bindings ? List.of() : installed.of(options.libraries);
        List<Contender> contenders = new ArrayList<>(List.of(ours));
        contenders.addAll(peers);
        if (options.bindings) {
            addMpjExpress(contenders, results);
        }
        results.note(session(peers));
        Patience patience = options.patience();
        Machine machine = new Machine(installed.cores(), PROC);
        UndisturbedRuns runs = new UndisturbedRuns(processes, machine, patience, log);
        boolean flawless = new Contest(contenders, options.selection(), runs, results, log).run(options.rounds());
        results.note(patience.toString());
        return flawless;
    }

    private void addMpjExpress(List<Contender> contenders, Results results) throws IOException {
        Optional<MpjExpress> installed = MpjExpress.find(System.getenv("MPJ_HOME"));
        if (installed.isEmpty()) {
            log.println(MpjExpress.TITLE
                    + " is left out: there is no lib/mpj.jar in MPJ_HOME (Debian: apt-get install libmpj-java)");
            return;
        }
        results.note(installed.get().titleAndVersion());
        contenders.add(installed.get());
    }

    private static String path() {
        return Optional.ofNullable(System.getenv("PATH")).orElse("");
    }

    private void write(Results results) throws IOException {
        results.save();
        results.sessions().forEach(out::println);
        out.println();
        tables(results, options.selection())
                .forEach(table -> out.println(options.markdown ? table.markdown() : table.text()));
        plot(results, "latency", "latency", "p50_us", "Half round trip, microseconds: lower is better");
        plot(results, "bandwidth", "bw", "MB_per_s", "Bandwidth, MB/s, 64 messages under way: higher is better");
    }

    private static List<Page<?>> tables(Results results, Selection selection) {
        Stream<Page<?>> ofTransports = Arrays.stream(Transport.values())
                .flatMap(transport -> Stream.of(
                        new Table(title(transport), results, Measures.over(transport, selection)),
                        new SpreadTable(title(transport) + ", how times spread", results, transport, selection)));
        Stream<Page<?>> ofCollectives = selection.collectiveRanks().stream()
                .flatMap(ranks -> Arrays.stream(Transport.values())
                        .map(transport -> new Table(
                                ranks + " ranks, " + inWords(transport),
                                results,
                                CollectiveMeasures.of(transport, ranks, selection))));
        Stream<Page<?>> ofLayouts = Arrays.stream(Transport.values())
                .map(transport ->
                        new Table("Layouts, " + inWords(transport), results, LayoutMeasures.of(transport, selection)));
        Stream<Page<?>> ofBindings = Arrays.stream(Transport.values())
                .map(transport -> new BindingsTable(
                        "Programs of the package mpi, " + inWords(transport), results, transport, selection));
        Stream<Page<?>> ofWindows = Arrays.stream(Transport.values())
                .map(transport ->
                        new Table("Windows, " + inWords(transport), results, WindowMeasures.of(transport, selection)));
        return Stream.of(
                        ofTransports,
                        ofLayouts,
                        ofWindows,
                        ofBindings,
                        ofCollectives,
                        Stream.<Page<?>>of(new Table("Start", results, Measures.start())))
                .flatMap(pages -> pages)
                .filter(table -> !table.isEmpty())
                .toList();
    }

    private static String title(Transport transport) {
        return transport == Transport.TCP ? "Over TCP" : "In shared memory";
    }

    private static String inWords(Transport transport) {
        return transport == Transport.TCP ? "over TCP" : "in shared memory";
    }

    private void plot(Results results, String name, String test, String metric, String title) throws IOException {
        List<Curve> curves = Curve.all(results, options.selection(), test, metric);
        if (!curves.isEmpty()) {
            Files.writeString(options.folder.resolve("performance-" + name + ".svg"), Plot.svg(title, curves));
        }
    }

    /** What a reader of the numbers must know. */
    private String session(List<NativeMpi> peers) {
        String versions =
                peers.stream().map(peer -> ", " + peer.titleAndVersion()).collect(Collectors.joining());
        return String.format(
                Locale.ROOT,
                "%s: %d cores, %s %s, Java %s%s; %d rounds, our buffers: %s",
                LocalDate.now(ZoneOffset.UTC),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                Runtime.version(),
                versions,
                options.rounds(),
                options.memoryName());
    }
}
