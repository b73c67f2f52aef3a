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
        Mpi.run(
                args,
                world -> Arguments.read(world, args, new HelloOptions()).flatMap(options -> hello(world, System.out)));
    }

    /**
     * Between two barriers: behind the first all ranks are there, and the rank's progress thread speaks; before the second
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
