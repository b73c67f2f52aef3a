package org.reactivempi.core.operation;

import org.reactivempi.Buffer;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Message;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.Engine;
import reactor.core.publisher.Mono;

/** The message of the null process ({@code MPI_MESSAGE_NO_PROC}): nothing, as often as it is received. */
public final class NoMessage implements MatchedMessage {

    private final Engine engine;

    /**
     * A message of nobody.
     *
     * @param engine runs its receives
     */
    public NoMessage(Engine engine) {
        this.engine = engine;
    }

    @Override
    public Status status() {
        return Status.noProcess();
    }

    @Override
    public Mono<Status> receive(Buffer room) {
        return NullProcess.operation(engine, Status.noProcess(), () -> room.check(true));
    }

    @Override
    public Mono<Message> receive() {
        return NullProcess.operation(engine, Message.of(Status.noProcess(), new byte[0]), () -> {});
    }

    @Override
    public String toString() {
        return "MatchedMessage[" + status() + "]";
    }
}
