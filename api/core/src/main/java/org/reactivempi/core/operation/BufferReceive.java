package org.reactivempi.core.operation;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;
import reactor.core.CoreSubscriber;

/** A receive into the user's memory. */
class BufferReceive extends ReceiveOperation<Status> {

    BufferReceive(CoreSubscriber<? super Status> subscriber, ReceiveMono mono) {
        super(subscriber, mono);
    }

    private Buffer room() {
        return ((ReceiveMono) mono).room;
    }

    @Override
    protected final boolean fits() {
        return met().lengthBytes() <= room().lengthBytes();
    }

    @Override
    protected final void copyFrom(long position, ByteBuffer source) {
        room().copyFrom(position, source);
    }

    @Override
    protected final @Nullable ByteBuffer directMemory() {
        return room().directMemory();
    }

    @Override
    protected final void onTruncated() {
        onFailed(new TruncationException(met(), room().lengthBytes()));
    }

    @Override
    final Status result(Status status) {
        return status;
    }
}
