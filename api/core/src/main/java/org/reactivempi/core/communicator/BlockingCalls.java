package org.reactivempi.core.communicator;

import org.jspecify.annotations.Nullable;
import org.reactivempi.BlockingCommunicator;
import org.reactivempi.Buffer;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Message;
import org.reactivempi.MpiException;
import org.reactivempi.Status;
import reactor.core.publisher.Mono;

/** A communicator's operations, each waited for. */
final class BlockingCalls implements BlockingCommunicator {

    private final Communicator communicator;

    BlockingCalls(Communicator communicator) {
        this.communicator = communicator;
    }

    @Override
    public Status send(Buffer data, int destination, int tag) {
        return value(communicator.isend(data, destination, tag));
    }

    @Override
    public Status ssend(Buffer data, int destination, int tag) {
        return value(communicator.issend(data, destination, tag));
    }

    @Override
    public Status recv(Buffer room, int source, int tag) {
        return value(communicator.irecv(room, source, tag));
    }

    @Override
    public Message receive(int source, int tag) {
        return value(communicator.receive(source, tag));
    }

    @Override
    public void barrier() {
        BlockingWait.on(communicator.barrier());
    }

    private static <T> T value(Mono<T> operation) {
        @Nullable T value = BlockingWait.on(operation);
        if (value == null) {
            throw new MpiException(ErrorClass.INTERN, "operation ended without a result");
        }
        return value;
    }
}
