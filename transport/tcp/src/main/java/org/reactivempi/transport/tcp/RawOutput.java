package org.reactivempi.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;

/**
 * Writes what is queued to the socket itself.
 *
 * <pre>
 *   FREE --socket full--&gt; BLOCKED --loop sleeps--&gt; WAITING (a copy of the next bytes is Netty's)
 *    ^  &lt;--all written--    |  ^                      |
 *    +----------------------+  +------has left--------+
 * </pre>
 * While the loop polls, {@link BusyLinks} tries again in each turn. Before the loop sleeps, Netty gets some of the bytes, and
 * waits for the socket as it always does.
 */
final class RawOutput implements Output {

    private enum State {
        FREE,
        BLOCKED,
        WAITING,
        CLOSED
    }

    private static final int MOST_AT_ONCE = 64;
    /** What Netty waits with: as much as makes the next wake-up worth its while. */
    private static final int WAITING_BYTES = 64 * 1024;

    /** Between these, a link that was too full becomes free again: enough to keep the kernel busy for a turn. */
    private static final int FULL_BYTES = 1024 * 1024;

    private static final int FREE_BYTES = 256 * 1024;

    private final ChannelHandlerContext context;
    private final RawSocket socket;
    private final TcpLink link;
    private final Deque<ByteBuf> queue = new ArrayDeque<>(1);
    /** Those of the queue that are the caller's memory, in the same order. */
    private final Queue<Lent> lent = new ArrayDeque<>(1);

    private final Queue<Runnable> returned = new ArrayDeque<>(1);
    /** Empty before more than one part is to be sent at once. */
    private ByteBuffer[] parts = {};

    private long queuedBytes;
    private State state = State.FREE;
    private boolean full;
    private boolean telling;

    RawOutput(ChannelHandlerContext context, RawSocket socket, TcpLink link) {
        this.context = context;
        this.socket = socket;
        this.link = link;
    }

    @Override
    public void write(ByteBuf bytes) {
        if (state == State.CLOSED) {
            bytes.release();
            return;
        }
        if (!bytes.isReadable()) {
            bytes.release();
            return;
        }
        ByteBuf direct = direct(bytes);
        queuedBytes += direct.readableBytes();
        queue.add(direct);
        full |= queuedBytes > FULL_BYTES;
    }

    private ByteBuf direct(ByteBuf bytes) {
        if (bytes.isDirect() && bytes.nioBufferCount() == 1) {
            return bytes;
        }
        return copy(bytes);
    }

    private ByteBuf copy(ByteBuf bytes) {
        ByteBuf copy = context.alloc().directBuffer(bytes.readableBytes()).writeBytes(bytes);
        bytes.release();
        return copy;
    }

    @Override
    public boolean takesMemory() {
        return state != State.CLOSED;
    }

    @Override
    public void write(ByteBuffer memory, Runnable written) {
        ByteBuf bytes = Unpooled.wrappedBuffer(memory);
        lent.add(new Lent(bytes, written));
        write(bytes);
    }

    @Override
    public void keepCopies() {
        for (int i = queue.size(); i > 0; i--) {
            ByteBuf bytes = queue.remove();
            queue.add(isLent(bytes) ? copy(bytes) : bytes);
        }
        returned.clear();
    }

    /** Whether this is the next that is lent, which it is no more. */
    private boolean isLent(ByteBuf bytes) {
        Lent next = lent.peek();
        if (next == null || next.bytes != bytes) {
            return false;
        }
        returned.add(lent.remove().written);
        return true;
    }

    @Override
    public void flush() {
        if (state == State.FREE && !queue.isEmpty()) {
            send();
        }
    }

    /** Tries again if the socket was full; whether anything has left. */
    boolean sendMore() {
        return state == State.BLOCKED && send();
    }

    boolean isBlocked() {
        return state == State.BLOCKED;
    }

    /** Whether anything has left. */
    private boolean send() {
        long before = queuedBytes;
        try {
            sendAll();
        } catch (IOException e) {
            link.onWriteFailed(e);
            return false;
        }
        boolean sent = queuedBytes < before;
        giveBackLater();
        if (full && queuedBytes <= FREE_BYTES) {
            full = false;
            tellFreeLater();
        }
        return sent;
    }

    /** In a turn of its own: the handler writes and flushes again, and with a fast peer would never come back. */
    private void tellFreeLater() {
        if (!telling) {
            telling = true;
            context.executor().execute(this::tellFree);
        }
    }

    private void tellFree() {
        telling = false;
        if (!full && state != State.CLOSED) {
            link.freed();
        }
    }

    /** In a turn of its own: a sender that gets its memory back may write at once, and the loop may be about to sleep. */
    private void giveBackLater() {
        if (!returned.isEmpty()) {
            context.executor().execute(this::giveBack);
        }
    }

    private void giveBack() {
        for (Runnable next = returned.poll(); next != null; next = returned.poll()) {
            next.run();
        }
    }

    private void sendAll() throws IOException {
        while (socket.isOpen() && !queue.isEmpty()) {
            long sent = queue.size() == 1 ? socket.write(queue.element()) : sendParts();
            if (sent == 0) {
                state = State.BLOCKED;
                link.blocked();
                return;
            }
            sent(sent);
        }
        state = State.FREE;
    }

    private long sendParts() throws IOException {
        int count = 0;
        if (parts.length == 0) {
            parts = new ByteBuffer[MOST_AT_ONCE];
        }
        for (ByteBuf bytes : queue) {
            parts[count++] = RawSocket.nio(bytes);
            if (count == MOST_AT_ONCE) {
                break;
            }
        }
        return socket.write(parts, count);
    }

    private void sent(long bytes) {
        queuedBytes -= bytes;
        long left = bytes;
        while (!queue.isEmpty() && left >= queue.element().readableBytes()) {
            ByteBuf whole = queue.remove();
            left -= whole.readableBytes();
            isLent(whole);
            whole.release();
        }
        if (left > 0) {
            queue.element().skipBytes((int) left);
        }
    }

    /** The loop is about to sleep: Netty wakes it when the socket takes more. */
    void await() {
        state = State.WAITING;
        ByteBuf next = context.alloc().directBuffer((int) Math.min(WAITING_BYTES, queuedBytes));
        for (ByteBuf bytes : queue) {
            next.writeBytes(bytes, bytes.readerIndex(), Math.min(next.writableBytes(), bytes.readableBytes()));
            if (!next.isWritable()) {
                break;
            }
        }
        sent(next.readableBytes());
        context.writeAndFlush(next).addListener(written -> onAwaited());
        giveBackLater();
    }

    private void onAwaited() {
        if (state == State.WAITING) {
            state = State.FREE;
            send();
        }
    }

    @Override
    public boolean isWritable() {
        return !full;
    }

    @Override
    public void close(Runnable whenWritten) {
        keepCopies();
        state = State.CLOSED;
        for (ByteBuf bytes = queue.poll(); bytes != null; bytes = queue.poll()) {
            context.write(bytes, context.voidPromise());
        }
        context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> whenWritten.run());
    }

    @Override
    public void end() {
        state = State.CLOSED;
        queuedBytes = 0;
        queue.forEach(ByteBuf::release);
        queue.clear();
        lent.clear();
        returned.clear();
    }

    /** Memory of a caller, who wants to know when it has left. */
    private record Lent(ByteBuf bytes, Runnable written) {}
}
