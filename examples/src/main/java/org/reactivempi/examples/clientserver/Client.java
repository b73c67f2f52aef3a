package org.reactivempi.examples.clientserver;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Status;
import reactor.core.publisher.Mono;

/** A rank that has requests for the server, as many as it can get rid of. */
final class Client {

    private final Communicator world;
    private final double[] request = new double[Desk.REQUEST_DOUBLES];

    Client(Communicator world) {
        this.world = world;
        Arrays.fill(request, world.rank());
    }

    /**
     * Sends one request after the other, then says that it is done, with an empty message.
     *
     * @param more whether there is a further request
     */
    Mono<Status> send(BooleanSupplier more) {
        return world.isend(Buffers.doubles(request), Desk.SERVER, Desk.TAG)
                .repeat(more)
                .then(world.isend(Buffer.empty(), Desk.SERVER, Desk.TAG));
    }
}
