package org.reactivempi.examples.hello;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Mono;

/** Each rank says who and where it is. */
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
                world -> Arguments.read(world, args, new HelloOptions())
                        // Behind the barrier all ranks are there, and the rank's progress thread speaks.
                        .delayUntil(options -> world.barrier())
                        .then(Mono.fromRunnable(() -> System.out.println(greeting(world)))));
    }

    private static String greeting(Communicator world) {
        return "rank " + world.rank() + " of " + world.size()
                + " on " + host()
                + ", process " + ProcessHandle.current().pid()
                + ", Java " + Runtime.version()
                + ", thread " + Thread.currentThread().getName();
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "an unknown host";
        }
    }
}
