package org.reactivempi.transport.engine.window;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.flow.BulkSend;
import org.reactivempi.transport.engine.flow.Flow;
import org.reactivempi.transport.engine.link.PeerLink;

/** A long part of a put or of an answer, which leaves in turns with all else that is long. */
final class BulkRun extends BulkSend {

    /** Where the bytes are, and what their packets are. */
    interface Source {

        int headerBytes();

        /** Writes all of a packet but its payload. */
        void encode(ByteBuf packet, int sequence, long offset, int length);

        void copyTo(long offset, ByteBuffer target);

        @Nullable
        ByteBuffer direct(long offset, int most);
    }

    private final Source source;
    private final Consumer<@Nullable Throwable> ended;

    /** {@code ended} hears when the memory is not read any more, and why not all of it was. */
    BulkRun(Flow flow, long lengthBytes, Source source, Consumer<@Nullable Throwable> ended) {
        super(flow, lengthBytes, false);
        this.source = source;
        this.ended = ended;
    }

    @Override
    protected int headerBytes() {
        return source.headerBytes();
    }

    @Override
    protected void encode(ByteBuf packet, int sequence, long offset, int length) {
        source.encode(packet, sequence, offset, length);
    }

    /** Those who wait hear it from {@code ended}. */
    @Override
    protected void sendUnreadable(PeerLink to) {}

    @Override
    protected void copyTo(long position, ByteBuffer target) {
        source.copyTo(position, target);
    }

    @Override
    protected @Nullable ByteBuffer directMemory(long position, int most) {
        return source.direct(position, most);
    }

    @Override
    protected void onSent() {
        ended.accept(null);
    }

    @Override
    protected void onUnreadable(Throwable thrown) {
        ended.accept(thrown);
    }

    /** The lane that it is in is cut as well, and tells. */
    @Override
    protected void onCut(Throwable cause) {}
}
