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
        byte[] saved = saved();
        if (saved == null) {
            room().copyFrom(position, source);
        } else {
            source.get(saved, (int) position, source.remaining());
        }
    }

    @Override
    final boolean saveBytes() {
        byte[] copy = MessageReceive.room(met().lengthBytes());
        if (copy.length != met().lengthBytes()) {
            return false;
        }
        if (copy.length > 0) {
            room().copyTo(0, ByteBuffer.wrap(copy));
        }
        save(copy);
        return true;
    }

    @Override
    protected final byte @Nullable [] payload() {
        return saved();
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
