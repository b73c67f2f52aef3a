package org.reactivempi.transport.engine.window;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.flow.BulkSend;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.WindowPackets.Got;

/** A part of a window's memory that a peer wants: one packet, or pieces in turns with all else that is long. */
final class GetAnswer extends Step implements BulkRun.Source {

    private final MemoryRuns wanted;
    private final int request;
    private final Lane lane;
    private final Consumer<@Nullable Throwable> ended;
    private boolean sent;

    /**
     * One of which nothing has left.
     *
     * @param wanted what is inside
     * @param lane that it is in
     * @param ended hears when the memory is not read any more, and what it has thrown
     */
    GetAnswer(MemoryRuns wanted, int request, Lane lane, Consumer<@Nullable Throwable> ended) {
        this.wanted = wanted;
        this.request = request;
        this.lane = lane;
        this.ended = ended;
    }

    @Override
    int send(Outlet to) {
        long length = wanted.lengthBytes();
        if (length > BulkSend.PIECE_BYTES) {
            to.flow().bulk().add(new BulkRun(to.flow(), length, this, thrown -> {
                end(thrown);
                lane.goOn();
            }));
            return 0;
        }
        int bytes = (int) length;
        PeerLink link = to.link();
        ByteBuf packet = link.room(Got.LENGTH_BYTES + bytes);
        try {
            copyTo(0, packet.internalNioBuffer(packet.writerIndex() + Got.LENGTH_BYTES, bytes));
        } catch (Throwable thrown) {
            end(thrown);
            return Got.LENGTH_BYTES;
        }
        encode(packet, link.nextSequence(), 0, bytes);
        packet.writerIndex(packet.writerIndex() + bytes);
        link.pass();
        end(null);
        return Got.LENGTH_BYTES + bytes;
    }

    private void end(@Nullable Throwable thrown) {
        sent = true;
        ended.accept(thrown);
    }

    @Override
    boolean isSent() {
        return sent;
    }

    @Override
    void cut(Throwable cause) {}

    @Override
    public int headerBytes() {
        return Got.LENGTH_BYTES;
    }

    @Override
    public void encode(ByteBuf packet, int sequence, long offset, int bytes) {
        Got.encode(packet, sequence, request, offset, bytes);
    }

    @Override
    public void copyTo(long offset, ByteBuffer target) {
        wanted.read(offset, target);
    }

    @Override
    public @Nullable ByteBuffer direct(long offset, int most) {
        return wanted.direct(offset, most);
    }
}
