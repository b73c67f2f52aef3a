package org.reactivempi.examples;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.reactivempi.examples.clientserver.ClientServer;
import org.reactivempi.examples.counter.Counter;
import org.reactivempi.examples.deadlock.Deadlock;
import org.reactivempi.examples.farm.Farm;
import org.reactivempi.examples.flood.Flood;
import org.reactivempi.examples.frames.Frames;
import org.reactivempi.examples.heat.Heat;
import org.reactivempi.examples.hello.Hello;
import org.reactivempi.examples.kmeans.KMeans;
import org.reactivempi.examples.life.Life;
import org.reactivempi.examples.partitions.Fractal;
import org.reactivempi.examples.pi.Pi;
import org.reactivempi.examples.quotes.Quotes;
import org.reactivempi.examples.ring.Ring;
import org.reactivempi.examples.service.Client;
import org.reactivempi.examples.service.Names;
import org.reactivempi.examples.service.Service;
import org.reactivempi.examples.sort.Sort;
import org.reactivempi.examples.transpose.Transpose;
import org.reactivempi.examples.wordcount.WordCount;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/** What there is to run. */
enum Example {
    HELLO(Hello.class, "each rank says who and where it is, and how it reaches the others"),
    RING(Ring.class, "a token goes round, and is timed"),
    WORDCOUNT(WordCount.class, "counts the words of files, streamed to the ranks on their demand"),
    PI(Pi.class, "pi as an integral: parts that a reduction adds up"),
    HEAT(Heat.class, "heat spreads over a picture, divided among the ranks"),
    LIFE(Life.class, "Conway's Life on a torus of ranks, each of which has a block of cells; draws them"),
    SORT(Sort.class, "numbers are sorted by all ranks, each of which ends with a range of them"),
    KMEANS(KMeans.class, "clusters of points that are divided among the ranks; draws them"),
    PARTITIONS(Fractal.class, "threads fill one message, whose parts are painted as they arrive"),
    FARM(Farm.class, "tasks for ranks of different speeds: by demand, and in equal parts"),
    COUNTER(Counter.class, "ranks draw pieces of work from a counter in the memory of one of them"),
    FRAMES(Frames.class, "a film is streamed into slots of other ranks' memory, which look at it in place"),
    TRANSPOSE(Transpose.class, "a matrix is transposed, with derived types alone"),
    CLIENTSERVER(ClientServer.class, "clients keep a server busy, which serves all of them evenly"),
    SERVICE(Service.class, "ranks that look for primes wait at a port for other jobs, which come, go, or are killed"),
    CLIENT(Client.class, "a job that finds the service by its name, and asks all of its ranks"),
    /** A rank that nothing launches. */
    NAMES(Names.class, "keeps the names of ports, for the service and its clients"),
    QUOTES(Quotes.class, "each rank asks its neighbour for prices, some of which come too late"),
    FLOOD(Flood.class, "all send to a rank that is late, in little memory"),
    DEADLOCK(Deadlock.class, "each rank waits for another one, which the ranks notice and explain"),
    /** In a module of its own, which brings Spring Boot. */
    SPRING(
            "org.reactivempi.examples.spring.SpringExample",
            "a web page whose stream many ranks compute, no faster than it is read, with Spring Boot"),
    /** This and the next seven are in {@code examples/benchmarks}, which sees the examples. */
    PT2PT("org.reactivempi.benchmarks.pt2pt.Pt2pt", "measures messages between two ranks"),
    COLL("org.reactivempi.benchmarks.coll.Coll", "measures collective operations of all ranks"),
    RMA("org.reactivempi.benchmarks.rma.Rma", "measures operations of windows between two ranks"),
    /** No rank: it starts ranks itself. */
    PEERS("org.reactivempi.benchmarks.peers.Peers", "measures this library, MPICH and Open MPI in turns"),
    /** No rank: it starts ranks itself. */
    SOAK(
            "org.reactivempi.benchmarks.soak.Soak",
            "random traffic over connections that are cut, between ranks that are paused or killed: is anything lost?"),
    /** No rank: it starts none either. */
    SIMULATE(
            "org.reactivempi.benchmarks.simulate.Simulate",
            "collective operations of 100 000 ranks, in a model of a network"),
    /** No rank of a launcher: its ranks have no threads. */
    RACES(
            "org.reactivempi.benchmarks.races.Races",
            "farms that fail in some orders of messages, which a simulation finds"),
    /** No rank of a launcher: its ranks have no threads. */
    SCALE("org.reactivempi.benchmarks.scale.Scale", "whole jobs of up to 10 000 ranks in one JVM: how do they grow?");

    private final String mainClassName;
    private final String summary;

    Example(Class<?> mainClass, String summary) {
        this(mainClass.getName(), summary);
    }

    Example(String mainClassName, String summary) {
        this.mainClassName = mainClassName;
        this.summary = summary;
    }

    static Optional<Example> named(String name) {
        return Arrays.stream(values())
                .filter(example -> example.lowerCaseName().equals(name))
                .findFirst();
    }

    /** Names that a word may have been meant to be. */
    static List<String> similarTo(String word) {
        CommandLine names = new CommandLine(CommandSpec.create());
        for (Example example : values()) {
            names.addSubcommand(example.lowerCaseName(), CommandSpec.create());
        }
        try {
            names.parseArgs(word);
            return List.of();
        } catch (UnmatchedArgumentException e) {
            return e.getSuggestions();
        }
    }

    /** All names, each with its summary, a line each. */
    static String list() {
        StringBuilder lines = new StringBuilder();
        for (Example example : values()) {
            lines.append(String.format(Locale.ROOT, "  %-12s %s%n", example.lowerCaseName(), example.summary));
        }
        return lines.toString();
    }

    String lowerCaseName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether its main method is called here, rather than by a launcher in each rank: it starts ranks itself, or is one of its own. */
    boolean isCalledHere() {
        return this == NAMES || this == PEERS || this == SOAK || this == SIMULATE || this == RACES;
    }

    String mainClassName() {
        return mainClassName;
    }
}
