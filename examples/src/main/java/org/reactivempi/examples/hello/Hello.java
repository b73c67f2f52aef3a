package org.reactivempi.examples.hello;

import java.io.PrintStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Mono;

/** Each rank says who and where it is, and by which channels it reaches the others. */
public final class Hello {

    private Hello() {}

    /**
     * Runs this as a rank of the job that launched it, or alone.
     *
     * @param args none but {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(args, world -> options(world, args).flatMap(options -> hello(world, System.out)));
    }

    /** There is nothing to be read as a rule, and picocli would take a tenth of the time that a rank needs to start. */
    private static Mono<HelloOptions> options(Communicator world, String[] args) {
        HelloOptions options = new HelloOptions();
        return Mpi.arguments(args).length == 0 ? Mono.just(options) : Arguments.read(world, args, options);
    }

    /**
     * Between two barriers: after the first all ranks are there, and the rank's progress thread speaks; before the second
     * none may go, since others connect to it.
     */
    static Mono<Void> hello(Communicator world, PrintStream out) {
        return world.barrier()
                .then(Channels.of(world))
                .doOnNext(channels -> out.println(greeting(world, channels)))
                .then(world.barrier());
    }

    private static String greeting(Communicator world, Channels channels) {
        return "rank " + world.rank() + " of " + world.size()
                + " on " + host()
                + ", process " + ProcessHandle.current().pid()
                + ", Java " + Runtime.version()
                + ", thread " + Thread.currentThread().getName()
                + ", " + channels;
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "an unknown host";
        }
    }
}
