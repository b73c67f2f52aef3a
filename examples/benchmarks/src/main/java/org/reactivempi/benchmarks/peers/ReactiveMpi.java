package org.reactivempi.benchmarks.peers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.benchmarks.bindings.JavaProgram;
import org.reactivempi.examples.Run;
import org.reactivempi.examples.results.Origin;
import org.reactivempi.transport.launcher.Launcher;

/** This library, by its own examples, with default settings but the channel; a pair is bound to cores, as the others are. */
final class ReactiveMpi implements Contender {

    static final String IMPLEMENTATION = "reactive-mpi";
    static final String BLOCKING = "reactive-mpi-blocking";
    static final String MPIJAVA = "reactive-mpi-mpijava";
    static final String OPENMPI = "reactive-mpi-openmpi";
    static final String BLOCKING_PROGRAM = "reactive-mpi-program-blocking";
    static final String TITLE = "reactive-mpi";

    private static final String CLASS_PATH = System.getProperty("java.class.path");

    private static final int RING_LAPS = 20_000;
    /** A JVM's compiler is another runnable thread on cores that have too many already: it should have done its work. */
    private static final int RING_WARM_UP_LAPS = 250_000;

    private static final String WARM_UP_MILLIS = "300";
    private static final String BLOCKING_BYTES = "8";

    private final String memory;
    private final @Nullable String script;

    /**
     * Makes it.
     *
     * @param memory where the pair has its buffers
     * @param script the path of {@code examples/run}; {@code null} starts the same class without it
     */
    ReactiveMpi(String memory, @Nullable String script) {
        this.memory = memory;
        this.script = script;
    }

    @Override
    public List<Task> pairs(Transport transport, Selection selection) {
        List<Task> tasks = new ArrayList<>();
        List<String> tests = selection.pairTests();
        if (!tests.isEmpty()) {
            tasks.add(pair("", transport, selection, "reactive", tests, selection.lengthList()));
        }
        if (selection.has(Part.BLOCKING)) {
            List<String> latency = List.of(Part.LATENCY.test());
            tasks.add(pair(", blocking", transport, selection, "blocking", latency, BLOCKING_BYTES));
        }
        return tasks;
    }

    private Task pair(
            String suffix, Transport transport, Selection selection, String style, List<String> tests, String lengths) {
        List<String> command = example("pt2pt", 2, transport);
        command.addAll(List.of("--tsv", "--style", style, "--memory", memory));
        command.addAll(List.of("--divisor", Integer.toString(selection.divisor()), "--sizes", lengths));
        command.addAll(List.of("--tests", String.join(",", tests)));
        return Task.printing(TITLE + " over " + transport.title() + suffix, command, Map.of());
    }

    /** A JVM for each: a program has few types, and what runs for one is not what another one has made the compiler think. */
    @Override
    public List<Task> layouts(Transport transport, Selection selection) {
        return selection.layouts().stream()
                .map(layout -> {
                    String name = layout.name().toLowerCase(Locale.ROOT);
                    List<String> command = example("pt2pt", 2, transport);
                    command.addAll(List.of("--tsv", "--style", "reactive", "--memory", memory, "--layout", name));
                    command.addAll(List.of("--divisor", Integer.toString(selection.divisor())));
                    command.addAll(List.of("--sizes", selection.lengthList(), "--tests", "layout"));
                    return Task.printing(TITLE + " over " + transport.title() + ", " + name, command, Map.of());
                })
                .toList();
    }

    @Override
    public List<Task> rings(Transport transport, Selection selection, int ranks) {
        int laps = Math.max(1, RING_LAPS / selection.divisor());
        List<String> command = example("ring", ranks, transport);
        command.addAll(
                List.of("--tsv", "--laps", Integer.toString(laps), "--warm-up", Integer.toString(RING_WARM_UP_LAPS)));
        return List.of(Task.printing(TITLE + ", ring over " + transport.title(), command, Map.of()));
    }

    @Override
    public List<Task> collectives(Transport transport, Selection selection, int ranks) {
        Task all = collective("", transport, selection, ranks, selection.lengthList(), Selection.COLLECTIVES);
        if (!Selection.hasNeighbors(ranks)) {
            return List.of(all);
        }
        String lengths = Selection.list(Selection.NEIGHBOR_LENGTHS);
        return List.of(all, collective(", neighbors", transport, selection, ranks, lengths, Selection.NEIGHBORS));
    }

    private static Task collective(
            String suffix, Transport transport, Selection selection, int ranks, String lengths, List<String> tests) {
        List<String> command = example("coll", ranks, transport);
        // Arrays, whatever the pair has: that is where a program in Java has the numbers that it reduces.
        command.addAll(List.of("--tsv", "--memory", "heap", "--sizes", lengths));
        command.addAll(List.of("--tests", String.join(",", tests)));
        command.addAll(List.of("--millis", selection.rowMillis(), "--warm-up", WARM_UP_MILLIS));
        String title = TITLE + ", " + ranks + " ranks over " + transport.title() + suffix;
        return Task.printing(title, command, Map.of());
    }

    @Override
    public List<Task> windows(Transport transport, Selection selection) {
        if (!selection.windows()) {
            return List.of();
        }
        return List.of(
                windows("", transport, selection, 2),
                windows(", fences of " + Selection.FENCING, transport, selection, Selection.FENCING));
    }

    private Task windows(String what, Transport transport, Selection selection, int ranks) {
        List<String> command = example("rma", ranks, transport);
        command.addAll(List.of("--tsv", "--memory", memory, "--sizes", selection.lengthList()));
        command.addAll(List.of("--players", Integer.toString(ranks)));
        command.addAll(List.of("--millis", selection.rowMillis(), "--warm-up", WARM_UP_MILLIS));
        return Task.printing(TITLE + ", windows over " + transport.title() + what, command, Map.of());
    }

    /** The same program in each spelling, and with our own calls, in JVMs of their own. */
    @Override
    public List<Task> bindings(Transport transport, Selection selection) {
        if (!selection.bindings()) {
            return List.of();
        }
        return Stream.of(MPIJAVA, OPENMPI, BLOCKING_PROGRAM)
                .map(implementation -> {
                    String style = implementation.substring(implementation.lastIndexOf('-') + 1);
                    List<String> command = new ArrayList<>(List.of(javaProgram(), "-cp", CLASS_PATH));
                    command.addAll(List.of(Launcher.class.getName(), "-n", "2", "--channel", transport.channel()));
                    command.addAll(List.of("--bind-to", "core", javaProgram(), "-cp", CLASS_PATH));
                    command.addAll(List.of(JavaProgram.class.getName(), style, implementation, transport.channel()));
                    command.addAll(List.of(Integer.toString(selection.divisor()), selection.lengthList()));
                    return Task.printing(TITLE + " over " + transport.title() + ", " + style, command, Map.of());
                })
                .toList();
    }

    /** What users type, script and all. */
    @Override
    public List<Task> starts() {
        List<String> command = new ArrayList<>(script == null ? java() : List.of(script));
        command.addAll(List.of("hello", "-n", "2"));
        return List.of(Task.timed(TITLE + ", start", command, Map.of(), origin()));
    }

    private static Origin origin() {
        return new Origin(IMPLEMENTATION, "auto", "heap", "adaptive");
    }

    private static List<String> example(String name, int ranks, Transport transport) {
        List<String> command = new ArrayList<>(java());
        command.addAll(List.of(name, "-n", Integer.toString(ranks), "--channel", transport.channel()));
        if (ranks == 2) {
            command.addAll(List.of("--bind-to", "core"));
        }
        return command;
    }

    private static List<String> java() {
        return List.of(javaProgram(), "-cp", CLASS_PATH, Run.class.getName());
    }

    static String javaProgram() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
