package org.reactivempi.core.operation;

import java.nio.ByteBuffer;
import org.reactivempi.Buffer;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;
import org.reactivempi.transport.engine.Engine;
import reactor.core.CoreSubscriber;

/** A receive into the user's memory. */
class BufferReceive extends ReceiveOperation<Status> {

    private final Buffer room;

    BufferReceive(
            CoreSubscriber<? super Status> subscriber,
            Engine engine,
            Buffer room,
            int context,
            int source,
            int tag,
            int peer) {
        super(subscriber, engine, context, source, tag, peer);
        this.room = room;
    }

    @Override
    protected final long room(long lengthBytes) {
        return room.lengthBytes();
    }

    @Override
    protected final void copyFrom(long position, ByteBuffer source) {
        room.copyFrom(position, source);
    }

    @Override
    protected final void onTruncated(int source, int tag, long lengthBytes) {
        onFailed(new TruncationException(Status.of(source, tag, lengthBytes), room.lengthBytes()));
    }

    @Override
    Status result(Status status) {
        return status;
    }
}
