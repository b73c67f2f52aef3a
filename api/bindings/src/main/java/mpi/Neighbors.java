package mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.reactivempi.Buffer;
import org.reactivempi.Communicator;
import org.reactivempi.InStatusException;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import reactor.core.publisher.Mono;

/**
 * The neighbors of a rank in its communicator's topology, and what they give each other in one operation: a message along each edge, in a
 * communicator of its own, where no message of the program is. Operations that run at the same time keep their order, since messages do.
 *
 * <p>In a grid the two neighbors of a dimension may be one rank: the message that goes up is the one that the other one gets from
 * below. So messages along a grid's edges have the place of the receiver's source as their tag.
 *
 * @param comm where the messages go
 * @param sources whom this rank receives from; {@link MPI#PROC_NULL} among them
 * @param destinations whom it sends to
 * @param grid whether places 2 k and 2 k + 1 are the two sides of dimension k
 */
record Neighbors(Communicator comm, int[] sources, int[] destinations, boolean grid) {

    int in() {
        return sources.length;
    }

    int out() {
        return destinations.length;
    }

    /** Begins at once, or not at all where any of the buffers is wrong. */
    Mono<?> exchange(Form form, IntFunction<Buffer> sent, IntFunction<Buffer> received) {
        List<Mono<Status>> messages = new ArrayList<>(in() + out());
        for (int i = 0; i < in(); i++) {
            if (sources[i] != MPI.PROC_NULL) {
                messages.add(comm.irecv(checked(received.apply(i), true), sources[i], grid ? i : 0));
            }
        }
        for (int i = 0; i < out(); i++) {
            if (destinations[i] != MPI.PROC_NULL) {
                messages.add(comm.isend(checked(sent.apply(i), false), destinations[i], grid ? i ^ 1 : 0));
            }
        }
        Mono<List<Status>> all =
                Requests.waitAll(messages.stream().map(Request::start).toList());
        return form == Form.NONBLOCKING ? all.onErrorMap(InStatusException.class, Neighbors::first) : all;
    }

    private static Buffer checked(Buffer buffer, boolean forReceive) {
        buffer.check(forReceive);
        return buffer;
    }

    /** What is wrong with the first message that has failed. */
    static Throwable first(InStatusException several) {
        return several.completions().stream()
                .map(org.reactivempi.Completion::error)
                .filter(error -> error != null)
                .findFirst()
                .orElse(several);
    }
}
