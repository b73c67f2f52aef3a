package org.reactivempi.benchmarks.peers;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactivempi.benchmarks.pt2pt.Layout;
import org.reactivempi.examples.cli.Length;
import org.reactivempi.examples.cli.Positive;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The command line of {@link Peers}. */
@Command(
        name = "peers",
        sortOptions = false,
        description = {
            "Runs reactive-mpi, MPICH and Open MPI in turns on this host, over TCP and in shared memory, and prints the"
                    + " results side by side.",
            "",
            "Needs the Debian packages gcc, mpich, libmpich-dev, openmpi-bin, libopenmpi-dev; a contender that is missing is left out.",
            ""
        })
final class PeersOptions {

    private static final int QUICK = 4;
    private static final int USUAL = 2;
    private static final int QUICK_ROUNDS = 2;
    private static final int USUAL_ROUNDS = 5;
    private static final List<Integer> WITH_GOALS = List.of(8, 8192, 65_536, 1_048_576, 4_194_304);
    private static final List<Integer> USUAL_LENGTHS =
            List.of(8, 64, 1024, 8192, 65_536, 262_144, 1_048_576, 4_194_304);

    private static final List<Integer> OF_COLLECTIVES = List.of(8, 8192, 1_048_576);
    private static final List<Integer> OF_BINDINGS = List.of(8, 8192, 65_536, 1_048_576);
    private static final List<Integer> OF_WINDOWS = List.of(65_536, 1_048_576);
    private static final List<Integer> OF_LAYOUTS = List.of(65_536, 1_048_576);

    enum Kind {
        HEAP,
        DIRECT
    }

    @Option(
            names = "--rounds",
            paramLabel = "N",
            converter = Rounds.class,
            description = "How often everybody has a turn, 0 to 100; default 5. 0 shows what --add brings.")
    @Nullable
    Integer rounds;

    @Option(
            names = {"-q", "--quick"},
            description =
                    "Some five minutes: 2 rounds, half of the repetitions, only the tests and lengths that have goals"
                            + " (8 bytes, 8 KiB, 64 KiB, 1 MiB, 4 MiB), and less patience with a machine that is disturbed.")
    boolean quick;

    @Option(
            names = "--divisor",
            paramLabel = "N",
            converter = Positive.class,
            description =
                    "Divides all numbers of repetitions, and waits for no quiet machine: to see whether everything runs."
                            + " Default 2, with --quick 4.")
    @Nullable
    Integer divisor;

    @Option(
            names = {"-t", "--tests"},
            split = ",",
            paramLabel = "TEST",
            description =
                    "Only these, separated by commas: ${COMPLETION-CANDIDATES}. Default: all, with --quick those that have"
                            + " goals.")
    @Nullable
    List<Part> parts;

    @Option(
            names = "--over",
            split = ",",
            paramLabel = "TRANSPORT",
            description = "Only these, separated by commas: ${COMPLETION-CANDIDATES}.")
    List<Transport> transports = List.of(Transport.values());

    @Option(
            names = "--peers",
            split = ",",
            paramLabel = "LIBRARY",
            description = "Only these, separated by commas: ${COMPLETION-CANDIDATES}.")
    List<Library> libraries = List.of(Library.values());

    @Option(
            names = "--sizes",
            split = ",",
            paramLabel = "BYTES",
            converter = Length.class,
            description = "Latency and bandwidth of messages of these lengths; default 8 bytes to 4 MiB.")
    @Nullable
    List<Integer> lengths;

    @Option(
            names = "--ring",
            split = ",",
            paramLabel = "RANKS",
            converter = Positive.class,
            defaultValue = "4",
            description = "Rings of so many ranks; default ${DEFAULT-VALUE}.")
    List<Integer> ringRanks = List.of();

    @Option(names = "--collectives", description = "Collective operations of 2, 4 and 8 ranks, and nothing else.")
    boolean collectives;

    @Option(
            names = "--layouts",
            split = ",",
            arity = "0..1",
            fallbackValue = "vector,indexed,face,rows,struct",
            paramLabel = "LAYOUT",
            description =
                    "Messages with derived types, beside the same packed, and nothing else: vector, indexed, face, rows,"
                            + " struct; all of them unless it says which.")
    List<Layout> layouts = List.of();

    @Option(
            names = "--bindings",
            description =
                    "A program of the package mpi, in both spellings, beside our own blocking calls and, if that is installed, MPJ"
                            + " Express (Debian package libmpj-java), and nothing else.")
    boolean bindings;

    @Option(
            names = "--windows",
            description =
                    "Operations of windows: short ones, and the bandwidth of long ones of the lengths of --sizes, and nothing else.")
    boolean windows;

    @Option(
            names = "--ranks",
            split = ",",
            paramLabel = "RANKS",
            converter = Positive.class,
            defaultValue = "2,4,8",
            description = "Collective operations of so many ranks; default ${DEFAULT-VALUE}.")
    List<Integer> collectiveRanks = List.of();

    @Option(
            names = "--memory",
            paramLabel = "KIND",
            description = "Where our buffers are: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    Kind memory = Kind.DIRECT;

    @Option(
            names = "--add",
            paramLabel = "FILE",
            description = "Counts the rows of an earlier session in; may be repeated.")
    List<Path> earlier = List.of();

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            defaultValue = "peers-results",
            description =
                    "Where performance.tsv and the plots go, performance-latency.svg and performance-bandwidth.svg;"
                            + " default ${DEFAULT-VALUE}.")
    Path folder = Path.of("");

    @Option(names = "--markdown", description = "Prints the tables as Markdown.")
    boolean markdown;

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;

    int rounds() {
        return rounds != null ? rounds : quick ? QUICK_ROUNDS : USUAL_ROUNDS;
    }

    /** A quick session ends in time, whatever the machine does; one that only sees what runs takes the machine as it is. */
    Patience patience() {
        if (divisor != null) {
            return new Patience(1, Duration.ZERO);
        }
        return quick ? new Patience(2, Duration.ofSeconds(30)) : new Patience(6, Duration.ofMinutes(15));
    }

    private List<Integer> lengths() {
        if (lengths != null) {
            return lengths;
        }
        if (bindings) {
            return OF_BINDINGS;
        }
        if (windows) {
            return OF_WINDOWS;
        }
        return collectives ? OF_COLLECTIVES : !layouts.isEmpty() ? OF_LAYOUTS : quick ? WITH_GOALS : USUAL_LENGTHS;
    }

    private Set<Part> parts() {
        if (collectives || bindings || windows || !layouts.isEmpty()) {
            return Set.of();
        }
        if (parts != null) {
            return Set.copyOf(parts);
        }
        return quick ? EnumSet.complementOf(EnumSet.of(Part.WRITTEN)) : EnumSet.allOf(Part.class);
    }

    Selection selection() {
        return new Selection(
                parts(),
                transports.stream().distinct().toList(),
                lengths().stream().distinct().sorted().toList(),
                ringRanks.stream().distinct().sorted().toList(),
                collectives ? collectiveRanks.stream().distinct().sorted().toList() : List.of(),
                layouts.stream()
                        .filter(layout -> layout != Layout.DENSE)
                        .distinct()
                        .toList(),
                bindings,
                windows,
                divisor != null ? divisor : quick ? QUICK : USUAL);
    }

    String memoryName() {
        return memory.name().toLowerCase(Locale.ROOT);
    }

    /** 0 to 100. */
    static final class Rounds implements ITypeConverter<Integer> {

        @Override
        public Integer convert(String text) {
            if (text.matches("[0-9]{1,2}|100")) {
                return Integer.valueOf(text);
            }
            throw new TypeConversionException(text + " is not a number from 0 to 100");
        }
    }
}
