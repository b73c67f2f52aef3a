package org.reactivempi.benchmarks.peers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.reactivempi.examples.results.Origin;

/** An MPI library in C that is installed here, with the program that does the tests. */
final class NativeMpi implements Contender {

    private final Library library;
    private final String version;
    private final Path launcher;
    private final Path program;
    private final Path collectives;
    private final Path windows;

    NativeMpi(Library library, String version, Path launcher, Path program, Path collectives, Path windows) {
        this.library = library;
        this.version = version;
        this.launcher = launcher;
        this.program = program;
        this.collectives = collectives;
        this.windows = windows;
    }

    /** Its name and version. */
    String titleAndVersion() {
        return library.title() + " " + version;
    }

    @Override
    public List<Task> pairs(Transport transport, Selection selection) {
        List<String> tests = new ArrayList<>(selection.nativePairTests());
        if (selection.has(Part.BLOCKING) && !selection.has(Part.LATENCY)) {
            tests.add(Part.LATENCY.test());
        }
        return tests.isEmpty() ? List.of() : List.of(test("", transport, selection, 2, tests));
    }

    @Override
    public List<Task> rings(Transport transport, Selection selection, int ranks) {
        if (library.isStuckIn(transport, isCrowded(ranks))) {
            return List.of();
        }
        return List.of(test(", ring", transport, selection, ranks, List.of(Part.RING.test())));
    }

    @Override
    public List<Task> layouts(Transport transport, Selection selection) {
        List<String> tests = selection.layouts().stream()
                .map(layout -> layout.name().toLowerCase(Locale.ROOT))
                .flatMap(name -> Stream.of("latency_" + name, "latency_packed_" + name))
                .toList();
        return tests.isEmpty() ? List.of() : List.of(test(", layouts", transport, selection, 2, tests));
    }

    /** More ranks than cores only where they yield to each other: others take some milliseconds for each operation. */
    @Override
    public List<Task> collectives(Transport transport, Selection selection, int ranks) {
        boolean crowded = isCrowded(ranks);
        if (crowded && !library.yields()) {
            return List.of();
        }
        Task all = collective("", transport, selection, ranks, selection.lengthList(), Selection.COLLECTIVES);
        if (!Selection.hasNeighbors(ranks)) {
            return List.of(all);
        }
        String lengths = Selection.list(Selection.NEIGHBOR_LENGTHS);
        return List.of(all, collective(", neighbors", transport, selection, ranks, lengths, Selection.NEIGHBORS));
    }

    @Override
    public List<Task> windows(Transport transport, Selection selection) {
        if (!selection.windows() || !library.hasWindowsOver(transport, major())) {
            return List.of();
        }
        List<Task> tasks = new ArrayList<>(List.of(windows("", transport, selection, 2)));
        if (!library.isStuckIn(transport, isCrowded(Selection.FENCING))) {
            tasks.add(windows(", fences of " + Selection.FENCING, transport, selection, Selection.FENCING));
        }
        return tasks;
    }

    private static boolean isCrowded(int ranks) {
        return ranks > Runtime.getRuntime().availableProcessors();
    }

    private Task windows(String what, Transport transport, Selection selection, int ranks) {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(library.launchOptions(transport, ranks, ranks == 2, major()));
        command.addAll(library.windowOptions(transport));
        command.addAll(List.of(windows.toString(), library.implementation(), transport.channel()));
        command.addAll(List.of(selection.rowMillis(), selection.lengthList()));
        String title = library.title() + ", windows over " + transport.title() + what;
        return Task.printing(title, command, library.environment(transport, isCrowded(ranks)));
    }

    private Task collective(
            String suffix, Transport transport, Selection selection, int ranks, String lengths, List<String> tests) {
        boolean crowded = isCrowded(ranks);
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(library.launchOptions(transport, ranks, ranks == 2, major()));
        command.addAll(List.of(collectives.toString(), library.implementation(), transport.channel()));
        command.addAll(List.of(selection.rowMillis(), lengths));
        command.addAll(tests);
        String title = library.title() + ", " + ranks + " ranks over " + transport.title() + suffix;
        return Task.printing(title, command, library.environment(transport, crowded));
    }

    private Task test(String what, Transport transport, Selection selection, int ranks, List<String> tests) {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(library.launchOptions(transport, ranks, ranks == 2, major()));
        command.addAll(List.of(program.toString(), library.implementation(), transport.channel()));
        command.addAll(List.of(Integer.toString(selection.divisor()), selection.lengthList()));
        command.addAll(tests);
        return Task.printing(
                library.title() + what + " over " + transport.title(), command, library.environment(transport));
    }

    /** A program in Java of one line, as its users start it. */
    @Override
    public List<Task> starts() {
        List<String> command = new ArrayList<>(List.of(launcher.toString(), "-n", "2"));
        command.addAll(List.of(ReactiveMpi.javaProgram(), "-cp", System.getProperty("java.class.path")));
        command.add(OneLine.class.getName());
        Origin origin = new Origin(library.implementation(), "auto", "none", "none");
        return List.of(Task.timed(library.title() + ", start of a line of Java", command, environment(), origin));
    }

    private Map<String, String> environment() {
        return library.environment(Transport.SHM);
    }

    private int major() {
        String digits = version.replaceFirst("\\D.*", "");
        return digits.isEmpty() ? 0 : Integer.parseInt(digits);
    }
}
