package org.reactivempi.examples.service;

import java.util.List;
import java.util.OptionalInt;
import org.reactivempi.Mpi;
import org.reactivempi.Settings;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Mono;

/** Keeps the names of ports for all jobs that ask it: a job of one rank, which nothing launches, and whose program only waits. */
public final class Names {

    private Names() {}

    /**
     * Runs this as a job of its own, and exits with 2 for wrong arguments.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        NamesOptions options = new NamesOptions();
        OptionalInt end = Arguments.readAlone(List.of(Mpi.arguments(args)), options, System.out, System.err);
        if (end.isPresent()) {
            System.exit(end.getAsInt());
        }
        Mpi.run(args, settings(options.listen), world -> {
            System.out.println("names: kept at " + options.listen + ", until Ctrl-C");
            return Mono.never();
        });
    }

    /**
     * It is a name service for itself, too: so it fails without a secret of ports, by which it lets others in. And it fails where it can't listen,
     * having no other channel.
     */
    private static Settings settings(String listen) {
        return Settings.create()
                .with("peers", listen)
                .with("rank", "0")
                .with("name-service", listen)
                .channel("tcp");
    }
}
