package org.reactivempi.examples;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.reactivempi.examples.clientserver.ClientServer;
import org.reactivempi.examples.deadlock.Deadlock;
import org.reactivempi.examples.flood.Flood;
import org.reactivempi.examples.heat.Heat;
import org.reactivempi.examples.hello.Hello;
import org.reactivempi.examples.ring.Ring;
import org.reactivempi.examples.wordcount.WordCount;

/** What there is to run. */
enum Example {
    HELLO(Hello.class, "each rank says who and where it is, and how it reaches the others"),
    RING(Ring.class, "a token goes round, and is timed"),
    WORDCOUNT(WordCount.class, "counts the words of files, streamed to the ranks on their demand"),
    HEAT(Heat.class, "heat spreads over a picture, divided among the ranks"),
    CLIENTSERVER(ClientServer.class, "clients keep a server busy, which serves all of them evenly"),
    FLOOD(Flood.class, "all send to a rank that is late, in little memory"),
    DEADLOCK(Deadlock.class, "each rank waits for another one, which the ranks notice and explain"),
    /** In a module of its own, which brings Spring Boot. */
    SPRING(
            "org.reactivempi.examples.spring.SpringExample",
            "a web page whose stream many ranks compute, no faster than it is read, with Spring Boot"),
    /** This and the next two are in {@code examples/benchmarks}, which sees the examples. */
    PT2PT("org.reactivempi.benchmarks.pt2pt.Pt2pt", "measures messages between two ranks"),
    /** No rank: it starts ranks itself. */
    PEERS("org.reactivempi.benchmarks.peers.Peers", "measures this library, MPICH and Open MPI in turns"),
    /** No rank: it starts ranks itself. */
    SOAK(
            "org.reactivempi.benchmarks.soak.Soak",
            "random traffic over connections that are cut, between ranks that are paused: is anything lost?");

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

    /** All names, each with its summary, a line each. */
    static String list() {
        StringBuilder lines = new StringBuilder();
        for (Example example : values()) {
            lines.append(String.format("  %-12s %s%n", example.lowerCaseName(), example.summary));
        }
        return lines.toString();
    }

    String lowerCaseName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether its main method starts ranks, and is none itself. */
    boolean startsRanks() {
        return this == PEERS || this == SOAK;
    }

    String mainClassName() {
        return mainClassName;
    }
}
