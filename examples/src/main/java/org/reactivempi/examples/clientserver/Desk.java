package org.reactivempi.examples.clientserver;

import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Status;
import reactor.core.publisher.Mono;

/** Where the server receives its clients' requests, and what it does with one; the same in all forms. */
final class Desk {

    static final int SERVER = 0;
    static final int TAG = 0;
    static final int REQUEST_DOUBLES = 2048;

    private final Communicator world;
    private final double[][] requests;
    private final double[] results;
    private final Tally tally;

    Desk(Communicator world) {
        this.world = world;
        int clients = world.size() - 1;
        this.requests = new double[clients][REQUEST_DOUBLES];
        this.results = new double[clients];
        this.tally = new Tally(clients);
    }

    int clients() {
        return requests.length;
    }

    Tally tally() {
        return tally;
    }

    /** A client's next request, cold; its index is its rank less one. */
    Mono<Status> next(int index) {
        return world.irecv(Buffers.of(requests[index]), index + 1, TAG);
    }

    /** Whether the client asks for something; if not, it has said that it is done. */
    static boolean isRequest(Status status) {
        return status.lengthBytes() > 0;
    }

    /** Does what the client has asked for. */
    void serve(int index) {
        results[index] += energy(requests[index]);
        tally.served(index);
    }

    // Some twenty microseconds: the clients wait for the server and not the other way round.
    private static double energy(double[] vector) {
        double sum = 0;
        for (double x : vector) {
            double sine = Math.sin(x);
            sum += sine * sine;
        }
        return sum;
    }
}
