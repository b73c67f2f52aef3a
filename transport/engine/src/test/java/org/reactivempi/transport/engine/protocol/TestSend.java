package org.reactivempi.transport.engine.protocol;

import io.netty.util.internal.PlatformDependent;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.port.Outgoing;
import org.reactivempi.transport.engine.port.SendMode;

/** A send that notes how it ended. */
final class TestSend extends Outgoing.Owned {

    private final byte[] data;
    /** Whether it belongs to a conversation. */
    boolean part;

    /** The same bytes, where the system could read them; null where it can't. */
    private @Nullable ByteBuffer memory;

    private int blockBytes;
    /** How many bytes have been copied. */
    long copiedBytes;

    String outcome = "pending";
    int signals;

    /** A send from direct memory in blocks of equal length. */
    static TestSend inBlocks(int destination, int tag, byte[] data, int blockBytes) {
        TestSend send = new TestSend(destination, tag, SendMode.STANDARD, data);
        send.memory = ByteBuffer.allocateDirect(data.length).put(data).flip();
        send.blockBytes = blockBytes;
        return send;
    }

    TestSend(int destination, int tag, SendMode mode, byte[] data) {
        super(0, 1 - destination, destination, tag, mode, data.length);
        this.data = data;
    }

    TestSend(int context, int source, int destination, int tag, SendMode mode, byte[] data) {
        super(context, source, destination, tag, mode, data.length);
        this.data = data;
    }

    @Override
    public boolean isPart() {
        return part;
    }

    @Override
    public void copyTo(long position, ByteBuffer target) {
        copiedBytes += target.remaining();
        target.put(data, (int) position, target.remaining());
    }

    @Override
    public @Nullable ByteBuffer directMemory() {
        return blockBytes == data.length && memory != null ? memory.duplicate() : null;
    }

    @Override
    public @Nullable ByteBuffer directMemory(long position, int most) {
        int left = blockBytes == 0 ? 0 : blockBytes - (int) position % blockBytes;
        return memory == null
                ? null
                : memory.slice((int) position, Math.min(most, Math.min(left, data.length - (int) position)));
    }

    /** Whether bytes that a link was given are this message's own memory. */
    boolean hasMemory(ByteBuffer given) {
        long from = PlatformDependent.directBufferAddress(Objects.requireNonNull(memory));
        long at = PlatformDependent.directBufferAddress(given) + given.position();
        return at >= from && at + given.remaining() <= from + data.length;
    }

    private void end(String outcome) {
        this.outcome = outcome;
        signals++;
    }

    @Override
    protected void onDone() {
        end("sent");
    }

    @Override
    protected void onCancelled() {
        end("cancelled");
    }

    @Override
    protected void onFailed(Throwable failure) {
        end("failed: " + failure.getMessage());
    }
}
