package org.reactivempi.transport.shm;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;

/**
 * One end of a link: writes into one ring, and reads from the other.
 *
 * <pre>
 *  OPEN --close--> CLOSING --all is in the ring--> CLOSED
 *    |                |                               ^
 *    +----------------+--the peer's end, or a breach--+
 * </pre>
 * On the loop.
 */
final class ShmLink implements Link {

    private enum State {
        OPEN,
        CLOSING,
        CLOSED
    }

    /** What is given to the engine, or copied, at once: so that the two ends of a long message work at the same time. */
    private static final int PIECE_BYTES = 64 * 1024;
    /** So much is published before a flush. */
    private static final int EARLY_BYTES = 32 * 1024;
    /** A link that has more yields to the others (PRG-6). */
    private static final int MOST_PER_POLL_BYTES = 256 * 1024;

    private static final long LAST = 1;

    private final RingWriter writer;
    private final RingReader reader;
    private final SharedWord ownLast;
    private final SharedWord peersLast;
    private final Bell bell;
    private final Doorbell doorbell;
    private final String remote;
    private final RingPoller links;
    private final LinkHandler handler;
    /** So much room makes it writable again. */
    private final int enoughBytes;

    private final Queue<ByteBuf> queue = new ArrayDeque<>();
    private State state = State.OPEN;
    /** Whether the engine waits to hear that there is room. */
    private boolean full;

    ShmLink(
            RingFile file,
            Side side,
            EpollDomainSocketChannel socket,
            String remote,
            RingPoller links,
            LinkHandler handler) {
        this.writer = file.writer(side);
        this.reader = file.reader(side);
        this.ownLast = file.closed(side);
        this.peersLast = file.closed(side.other());
        this.doorbell = new Doorbell(socket, this::onPeersEnd);
        this.bell = new Bell(file.flag(side), file.flag(side.other()), doorbell::ring);
        this.remote = remote;
        this.links = links;
        this.handler = handler;
        this.enoughBytes = Math.min(PIECE_BYTES, writer.capacityBytes() / 4);
    }

    Doorbell doorbell() {
        return doorbell;
    }

    void open() {
        links.add(this);
        try {
            handler.onOpen(this);
        } catch (Throwable thrown) {
            end(thrown);
        }
    }

    @Override
    public ByteBuf room(int leastBytes, int wantedBytes) {
        if (state == State.OPEN && queue.isEmpty()) {
            try {
                RingView room = writer.room(leastBytes, Math.max(leastBytes, PIECE_BYTES));
                if (room != null) {
                    return room.retain();
                }
            } catch (ShmCorruptException e) {
                end(e);
            }
        }
        return PooledByteBufAllocator.DEFAULT.directBuffer(Math.max(leastBytes, Math.min(wantedBytes, PIECE_BYTES)));
    }

    @Override
    public void write(ByteBuf bytes) {
        if (state != State.OPEN) {
            bytes.release();
        } else if (writer.isRoom(bytes)) {
            writer.filled();
            bytes.release();
            publish(EARLY_BYTES);
        } else {
            queue.add(bytes);
            move();
        }
    }

    @Override
    public void flush() {
        publish(1);
    }

    private void publish(int leastBytes) {
        if (writer.unpublishedBytes() >= leastBytes && state != State.CLOSED && writer.publish()) {
            bell.bytes();
        }
    }

    /** Copies from the queue into the ring, as there is room; false if there was none, or nothing to copy. */
    private boolean move() {
        boolean moved = false;
        try {
            for (ByteBuf next = queue.peek(); next != null && copy(next); next = queue.peek()) {
                moved = true;
                publish(EARLY_BYTES);
                if (!next.isReadable()) {
                    queue.remove().release();
                }
            }
        } catch (ShmCorruptException e) {
            end(e);
        }
        return moved;
    }

    private boolean copy(ByteBuf bytes) throws ShmCorruptException {
        return !bytes.isReadable() || writer.put(bytes, PIECE_BYTES) > 0;
    }

    @Override
    public boolean isWritable() {
        if (!full) {
            full = !isRoomEnough();
        }
        return !full && state == State.OPEN;
    }

    private boolean isRoomEnough() {
        try {
            return queue.isEmpty() && writer.freeBytes(enoughBytes) >= enoughBytes;
        } catch (ShmCorruptException e) {
            // The next poll meets it as well, and ends the link.
            return false;
        }
    }

    @Override
    public String remote() {
        return remote;
    }

    /** Takes what has come, and lets go what waits; false if there was neither. */
    boolean poll() {
        try {
            boolean took = take(Math.min(reader.availableBytes(), MOST_PER_POLL_BYTES));
            return needsRoom() ? useRoom() | took : took;
        } catch (ShmCorruptException | RuntimeException | InternalError broken) {
            // An InternalError is how the JVM tells that somebody has cut the file off.
            end(broken);
            return true;
        }
    }

    private boolean take(int bytes) {
        int left = bytes;
        while (left > 0 && state != State.CLOSED) {
            RingView piece = reader.next(Math.min(left, PIECE_BYTES));
            int length = piece.readableBytes();
            give(piece);
            left -= length;
            if (reader.taken(length)) {
                bell.room();
            }
        }
        return bytes > 0;
    }

    private void give(ByteBuf piece) {
        try {
            handler.onBytes(piece);
        } catch (Throwable thrown) {
            end(thrown);
        }
    }

    private boolean needsRoom() {
        return full || !queue.isEmpty();
    }

    private boolean hasRoom() throws ShmCorruptException {
        int needed = queue.isEmpty() ? enoughBytes : 1;
        return writer.freeBytes(needed) >= needed;
    }

    private boolean useRoom() throws ShmCorruptException {
        boolean moved = move();
        publish(1);
        if (state == State.CLOSING && queue.isEmpty()) {
            finish();
        }
        if (full && state == State.OPEN && queue.isEmpty() && hasRoom()) {
            full = false;
            tellWritable();
            return true;
        }
        return moved;
    }

    private void tellWritable() {
        try {
            handler.onWritable();
        } catch (Throwable thrown) {
            end(thrown);
        }
    }

    /** Asks to be woken from now on; false if something has come meanwhile. */
    boolean maySleep() {
        bell.sleeps(needsRoom());
        if (reader.tell()) {
            bell.room();
        }
        try {
            return reader.isEmpty() && !(needsRoom() && hasRoom());
        } catch (ShmCorruptException e) {
            // The next poll ends the link.
            return false;
        }
    }

    void awake() {
        bell.awake();
    }

    @Override
    public void close() {
        if (state == State.OPEN) {
            state = State.CLOSING;
            if (queue.isEmpty()) {
                finish();
            }
        }
    }

    /** All is in the ring, which the peer keeps even if this process ends now. */
    private void finish() {
        publish(1);
        ownLast.setRelease(LAST);
        end(null);
    }

    /** The peer's end of the socket is closed: it writes no more, and what it has written is here. */
    private void onPeersEnd() {
        try {
            take(reader.availableBytes());
            // Behind the end of what was known there may be what came meanwhile.
            take(reader.availableBytes());
            end(
                    peersLast.getAcquire() == LAST
                            ? null
                            : new IOException(remote + " has ended without closing the link"));
        } catch (ShmCorruptException e) {
            end(e);
        }
    }

    private void end(@Nullable Throwable cause) {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        queue.forEach(ByteBuf::release);
        queue.clear();
        links.remove(this);
        doorbell.close();
        links.loop().execute(() -> handler.onClosed(cause));
    }
}
