package org.reactivempi.examples.deadlock;

import java.io.PrintStream;
import java.util.Locale;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Settings;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Mono;

/**
 * Each rank exchanges a message with its neighbours, in an order in which that cannot work.
 *
 * <pre>
 *  0 ---> 1 ---> 2 ---> 3      each sends to the next one, and receives from the one before;
 *  ^                    |      but all of them receive first, or send what has to wait for a receive
 *  +--------------------+
 * </pre>
 */
public final class Deadlock {

    private static final int TAG = 7;
    private static final int OTHER_TAG = 8;

    private final Communicator world;
    private final DeadlockOptions options;

    Deadlock(Communicator world, DeadlockOptions options) {
        this.world = world;
        this.options = options;
    }

    /**
     * Runs this as a rank of the job that launched it, or alone.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                args,
                Settings.create().with("deadlock", "abort"),
                world -> Arguments.read(world, args, new DeadlockOptions())
                        .flatMap(options -> new Deadlock(world, options).run(System.out)));
    }

    Mono<Void> run(PrintStream out) {
        return world.barrier()
                .then(exchange())
                .then(Mono.fromRunnable(() -> out.printf(Locale.ROOT, "rank %d has its message%n", world.rank())));
    }

    private Mono<Void> exchange() {
        return switch (options.mode) {
            case RECEIVE -> receive(TAG).then(send(TAG));
            case SEND -> send(TAG).then(receive(TAG));
            case TAG -> Mono.when(send(OTHER_TAG), receive(TAG));
        };
    }

    private Mono<Void> send(int tag) {
        int next = (world.rank() + 1) % world.size();
        return world.isend(Buffers.bytes(new byte[options.size]), next, tag)
                .checkpoint("the send to the next rank")
                .then();
    }

    private Mono<Void> receive(int tag) {
        int previous = (world.rank() + world.size() - 1) % world.size();
        return world.irecv(Buffers.of(new byte[options.size]), previous, tag)
                .checkpoint("the receive from the previous rank")
                .then();
    }
}
