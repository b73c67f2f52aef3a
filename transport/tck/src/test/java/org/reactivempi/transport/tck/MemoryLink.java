package org.reactivempi.transport.tck;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.tck.MemoryChannel.MemoryEndpoint;

/** One end of a link in memory: lists of buffers go to the other end's loop, and their lengths come back. */
final class MemoryLink implements Link {

    private static final long FULL_BYTES = Lengths.MIB;
    private static final int SOME_FLUSHES = 333;

    private final MemoryEndpoint endpoint;
    private final Broken broken;
    private List<ByteBuf> written = new ArrayList<>();
    private @Nullable MemoryLink other;
    private @Nullable LinkHandler handler;
    private @Nullable Throwable failure;
    private long underWayBytes;
    private long receivedBytes;
    private boolean full;
    private boolean inOnOpen;
    private boolean closed;
    private int flushes;
    private int protection;
    private boolean trusted;

    MemoryLink(MemoryEndpoint endpoint, Broken broken) {
        this.endpoint = endpoint;
        this.broken = broken;
    }

    void join(MemoryLink other, int protection) {
        this.other = other;
        this.protection = protection;
    }

    private boolean is(Broken one) {
        return broken == one;
    }

    void open(LinkHandler handler) {
        this.handler = handler;
        endpoint.opened(this);
        if (!closed) {
            inOnOpen = true;
            call(() -> handler.onOpen(this));
            inOnOpen = false;
        }
    }

    private void call(Runnable callback) {
        try {
            callback.run();
        } catch (Throwable thrown) {
            if (!is(Broken.BEARS_A_THROWING_HANDLER)) {
                failure = is(Broken.HIDES_WHAT_WAS_THROWN) ? new IllegalStateException("it failed") : thrown;
                close();
            }
            if (is(Broken.CLOSES_ALL_LINKS_FOR_A_THROWING_HANDLER)) {
                endpoint.closeLinks();
            }
        }
    }

    @Override
    public ByteBuf room(int leastBytes, int wantedBytes) {
        checkUsable();
        if (is(Broken.GIVES_SMALL_ROOMS)) {
            return PooledByteBufAllocator.DEFAULT
                    .directBuffer(100, 100 + leastBytes / 2)
                    .capacity(100);
        }
        ByteBuf room = PooledByteBufAllocator.DEFAULT.directBuffer(wantedBytes);
        if (is(Broken.KEEPS_ROOMS)) {
            room.retain();
        }
        return is(Broken.GIVES_USED_ROOMS) && wantedBytes < Lengths.MIB ? room.writeZero(1) : room;
    }

    private void checkUsable() {
        if (closed && is(Broken.THROWS_WHEN_CLOSED)) {
            throw new IllegalStateException("no use");
        }
    }

    @Override
    public void write(ByteBuf bytes) {
        if (closed) {
            bytes.release();
            return;
        }
        int length = bytes.readableBytes();
        if (is(Broken.CUTS_LARGE_BUFFERS) && length > 16 * Lengths.MIB) {
            bytes.writerIndex(bytes.writerIndex() - 1);
        }
        if (is(Broken.DROPS_THE_LAST_BYTE) && length >= Lengths.MIB && length <= 4 * Lengths.MIB) {
            bytes.writerIndex(bytes.writerIndex() - 1);
        }
        if (is(Broken.REPEATS_A_BUFFER) && length > Lengths.MIB && length <= 4 * Lengths.MIB) {
            written.add(bytes.retainedDuplicate());
        }
        underWayBytes += bytes.readableBytes();
        written.add(bytes);
    }

    @Override
    public void flush() {
        checkUsable();
        if (is(Broken.FORGETS_TO_WAKE) && isShort(written) && ++flushes % SOME_FLUSHES == 0) {
            return;
        }
        List<ByteBuf> leaving = written;
        written = new ArrayList<>();
        if (is(Broken.SWAPS_NEIGHBOURS) && leaving.size() > 5 && leaving.get(1).readableBytes() == 8) {
            Collections.swap(leaving, 0, 1);
        }
        if (is(Broken.KEEPS_THE_LAST_OF_A_FLUSH) && isRow(leaving)) {
            written.add(leaving.remove(leaving.size() - 1));
        }
        if (!leaving.isEmpty() && !otherEnd().endpoint.post(() -> otherEnd().take(leaving))) {
            leaving.forEach(ByteBuf::release);
            if (is(Broken.CLOSES_WITH_ITS_PEER)) {
                endpoint.close();
            }
            if (!is(Broken.DOES_NOT_SEE_DEATH)) {
                end(null);
            }
        }
    }

    /** How much long traffic comes to depends on the moment: what forgets must do so in short messages only. */
    private static boolean isShort(List<ByteBuf> leaving) {
        return leaving.size() == 1 && leaving.get(0).readableBytes() <= 8;
    }

    /** As {@code flushSendsAll} makes them. */
    private static boolean isRow(List<ByteBuf> leaving) {
        return leaving.size() > 2
                && leaving.get(0).readableBytes() != 8
                && leaving.stream()
                        .allMatch(buffer ->
                                buffer.readableBytes() == leaving.get(0).readableBytes());
    }

    private void take(List<ByteBuf> arriving) {
        long bytes = 0;
        for (ByteBuf buffer : arriving) {
            bytes += buffer.readableBytes();
            LinkHandler open = handler;
            if (!closed && open != null && (trusted || !is(Broken.TAKES_NOTHING_BEFORE_TRUST))) {
                receivedBytes += buffer.readableBytes();
                call(() -> open.onBytes(buffer));
            }
            buffer.release();
        }
        long taken = bytes;
        otherEnd().endpoint.post(() -> otherEnd().onTaken(taken));
    }

    private void onTaken(long bytes) {
        underWayBytes -= bytes;
        LinkHandler open = handler;
        if (closed || open == null || is(Broken.NEVER_BECOMES_WRITABLE)) {
            return;
        }
        if ((is(Broken.BECOMES_WRITABLE_WITHOUT_NEED) && bytes == 100)
                || (is(Broken.BECOMES_WRITABLE_TOO_EARLY) && full && underWayBytes > FULL_BYTES / 2)) {
            call(open::onWritable);
        } else if (full && underWayBytes < FULL_BYTES / 2) {
            notFull();
            call(open::onWritable);
        }
    }

    private void notFull() {
        if (full) {
            full = false;
            endpoint.full(-1);
        }
    }

    @Override
    public boolean isWritable() {
        if (!full && underWayBytes > FULL_BYTES && !is(Broken.IS_ALWAYS_WRITABLE)) {
            full = true;
            endpoint.full(1);
        }
        return !full && !endpoint.isFull();
    }

    @Override
    public void close() {
        if (closed || (inOnOpen && is(Broken.STAYS_OPEN_IN_ON_OPEN))) {
            return;
        }
        if (is(Broken.LOSES_BYTES_THAT_CROSS_OTHERS) && receivedBytes > 0 && !written.isEmpty()) {
            written.remove(0).release();
        }
        if (!is(Broken.CLOSES_WITHOUT_FLUSH) && !is(Broken.KEEPS_UNFLUSHED_BUFFERS)) {
            flush();
        }
        MemoryLink end = otherEnd();
        end.endpoint.post(() -> end.end(is(Broken.CLOSES_WITH_A_CAUSE) ? new IllegalStateException("closed") : null));
        end(failure);
    }

    void end(@Nullable Throwable cause) {
        if (closed) {
            return;
        }
        closed = true;
        notFull();
        endpoint.ended();
        if (!is(Broken.KEEPS_UNFLUSHED_BUFFERS)) {
            written.forEach(ByteBuf::release);
        }
        if (is(Broken.CALLS_FROM_WITHIN)) {
            tell(cause);
        } else {
            endpoint.post(() -> tell(cause));
        }
        if (is(Broken.CLOSES_TWICE)) {
            endpoint.post(() -> tell(cause));
        }
    }

    private void tell(@Nullable Throwable cause) {
        if (handler != null) {
            handler.onClosed(cause);
        }
    }

    @Override
    public byte[] binding() {
        boolean differs = is(Broken.SEES_ANOTHER_PROTECTION_AT_EACH_END);
        int seen =
                differs ? System.identityHashCode(this) : is(Broken.HAS_ONE_PROTECTION_FOR_ALL_LINKS) ? 1 : protection;
        return new byte[] {(byte) seen, (byte) (seen >> Byte.SIZE)};
    }

    @Override
    public void trust() {
        trusted = true;
    }

    @Override
    public String remote() {
        return otherEnd().endpoint.toString();
    }

    private MemoryLink otherEnd() {
        if (other == null) {
            throw new IllegalStateException("not joined yet");
        }
        return other;
    }
}
