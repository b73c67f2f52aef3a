package org.reactivempi.examples.clientserver;

import org.reactivempi.Communicator;
import org.reactivempi.ExitException;
import org.reactivempi.Mpi;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Mono;

/** Clients that send as fast as they can, and a server that must not forget any of them. */
public final class ClientServer {

    private static final int USAGE_CODE = 2;

    private ClientServer() {}

    /**
     * Runs this as a rank of the job that launched it.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                args,
                world -> Arguments.read(world, args, new ClientServerOptions())
                        .flatMap(options -> play(world, options)));
    }

    static Mono<Void> play(Communicator world, ClientServerOptions options) {
        if (world.size() == 1) {
            return Mono.error(new ExitException(
                    USAGE_CODE, "clientserver: 1 rank, needed are 2 or more: examples/run clientserver -n 5"));
        }
        return world.barrier().then(world.rank() == Desk.SERVER ? lead(world, options) : takePart(world, options));
    }

    private static Mono<Void> lead(Communicator world, ClientServerOptions options) {
        Desk desk = new Desk(world);
        return options.form
                .serve(desk)
                .then(Mono.fromRunnable(() -> System.out.print(desk.tally().report())));
    }

    private static Mono<Void> takePart(Communicator world, ClientServerOptions options) {
        return Mono.defer(() -> new Client(world).send(options.length.begin())).then();
    }
}
