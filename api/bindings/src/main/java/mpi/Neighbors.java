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

    /** Begins at once, or not at all where any of the buffers is wrong; ends with the last message, also where one has failed. */
    Mono<?> exchange(Form form, IntFunction<Buffer> sent, IntFunction<Buffer> received) {
        List<Mono<Status>> messages = new ArrayList<>(in() + out());
        for (int i = 0; i < in(); i++) {
            if (sources[i] != Codes.PROC_NULL) {
                messages.add(comm.irecv(checked(received.apply(i), true), sources[i], grid ? i : 0));
            }
        }
        for (int i = 0; i < out(); i++) {
            if (destinations[i] != Codes.PROC_NULL) {
                messages.add(comm.isend(checked(sent.apply(i), false), destinations[i], grid ? i ^ 1 : 0));
            }
        }
        List<Request> started = messages.stream().map(Request::start).toList();
        return form == Form.NONBLOCKING ? ended(started) : Mono.fromRunnable(() -> await(started));
    }

    private static Mono<?> ended(List<Request> messages) {
        return Requests.waitAll(messages)
                .onErrorResume(
                        InStatusException.class,
                        failed -> ended(messages).onErrorComplete().then(Mono.error(first(failed))));
    }

    /** On the calling thread, which moves the messages itself. */
    private static void await(List<Request> messages) {
        try {
            Requests.waitAll(messages).block();
        } catch (InStatusException failed) {
            awaitRest(messages);
            throw failed;
        }
    }

    private static void awaitRest(List<Request> messages) {
        try {
            await(messages);
        } catch (InStatusException another) {
            // The caller hears of the first one.
        }
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
