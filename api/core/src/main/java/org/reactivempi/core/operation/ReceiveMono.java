package org.reactivempi.core.operation;

import java.util.Objects;
import org.reactivempi.Buffer;
import org.reactivempi.Status;
import org.reactivempi.spi.PersistentOperation;

/** Receives a message into the user's memory each time that it is subscribed. */
public class ReceiveMono extends Receiving<Status> {

    /** A receive that is not subscribed. */
    public ReceiveMono(OperationContext at, Buffer room, int source, int tag) {
        super(at, room, source, tag);
    }

    /** The same receive as a part of a {@link org.reactivempi.transport.engine.protocol.Conversation}. */
    public final ReceiveMono asPart() {
        return new Part(this);
    }

    @Override
    public PersistentOperation persistent() {
        return new Restarted(at.engine, this::check, subscriber -> new ReceiveOperation<>(subscriber, this));
    }

    @Override
    final Status result(ReceiveOperation<Status> receive) {
        return receive.status();
    }

    /** A class, so that other receives need no field for it. */
    private static final class Part extends ReceiveMono {

        Part(ReceiveMono whole) {
            super(whole.at, Objects.requireNonNull(whole.room), whole.source, whole.tag);
        }

        @Override
        boolean isPart() {
            return true;
        }
    }
}
