package org.reactivempi.core.communicator;

import org.jspecify.annotations.Nullable;
import org.reactivempi.BlockingCommunicator;
import org.reactivempi.Buffer;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.MatchedMessage;
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
    public Status bsend(Buffer data, int destination, int tag) {
        return value(communicator.ibsend(data, destination, tag));
    }

    @Override
    public Status rsend(Buffer data, int destination, int tag) {
        return value(communicator.irsend(data, destination, tag));
    }

    @Override
    public Status probe(int source, int tag) {
        return value(communicator.probe(source, tag));
    }

    @Override
    public MatchedMessage mprobe(int source, int tag) {
        return value(communicator.mprobe(source, tag));
    }

    @Override
    public Status mrecv(Buffer room, MatchedMessage message) {
        return value(message.receive(room));
    }

    @Override
    public Status sendrecv(Buffer data, int destination, int sendTag, Buffer room, int source, int receiveTag) {
        return value(communicator.isendrecv(data, destination, sendTag, room, source, receiveTag));
    }

    @Override
    public Status sendrecvReplace(Buffer buffer, int destination, int sendTag, int source, int receiveTag) {
        return value(communicator.isendrecvReplace(buffer, destination, sendTag, source, receiveTag));
    }

    @Override
    public void barrier() {
        communicator.barrier().block();
    }

    private static <T> T value(Mono<T> operation) {
        @Nullable T value = operation.block();
        if (value == null) {
            throw new MpiException(ErrorClass.INTERN, "operation ended without a result");
        }
        return value;
    }
}
