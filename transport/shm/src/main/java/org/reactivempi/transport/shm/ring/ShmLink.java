package org.reactivempi.transport.shm.ring;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.shm.ring.RingFile.Side;

/**
 * One end of a link: writes into one ring, and reads from the other.
 *
 * <pre>
 *  OPEN --close--> CLOSING --all is in the ring--> CLOSED
 *    |                |                               ^
 *    +----------------+--the peer's end, or a breach--+
 * </pre>
 * On the loop. The memory goes with the link, so nothing of it may be looked at in a turn after its end.
 */
public final class ShmLink implements Link {

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

    /** This side has written its last byte. */
    private static final long LAST = 1;
    /** This side can't go on with the link, though its process may. */
    private static final long GIVEN_UP = 2;

    private final RingFile file;
    private final RingWriter writer;
    private final RingReader reader;
    private final SharedWord ownLast;
    private final SharedWord peersLast;
    private final SharedWord ownBeat;
    private final SharedWord peersBeat;
    private final Bell bell;
    private final Bell.Socket socket;
    private final String remote;
    private final RingPoller links;
    private final LinkHandler handler;
    /** So much room makes it writable again. */
    private final int enoughBytes;

    private final Queue<ByteBuf> queue = new ArrayDeque<>();
    private State state = State.OPEN;
    private long beats;
    /** Whether the engine waits to hear that there is room. */
    private boolean full;
    /** Of what was in the queue when the link ended. */
    private long neverWrittenBytes;
    /** What the peer has left unread when the memory went; negative as long as it is there. */
    private long leftUnreadBytes = -1;

    public ShmLink(
            RingFile file,
            Side side,
            EpollDomainSocketChannel socket,
            String remote,
            RingPoller links,
            LinkHandler handler) {
        this.file = file;
        this.writer = file.writer(side);
        this.reader = file.reader(side);
        this.ownLast = file.closed(side);
        this.peersLast = file.closed(side.other());
        this.ownBeat = file.beat(side);
        this.peersBeat = file.beat(side.other());
        this.socket = new Bell.Socket(socket, this::onPeersEnd);
        this.bell = new Bell(file.flag(side), file.flag(side.other()), this.socket);
        this.remote = remote;
        this.links = links;
        this.handler = handler;
        this.enoughBytes = Math.min(PIECE_BYTES, writer.capacityBytes() / 4);
    }

    /** What reads the link's socket from now on. */
    public ChannelHandler socketHandler() {
        return socket;
    }

    public void open() {
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

    @Override
    public boolean pushes() {
        return true;
    }

    @Override
    public void push() {
        if (state != State.CLOSED) {
            writer.show();
        }
    }

    private void publish(int leastBytes) {
        if (writer.untoldBytes() >= leastBytes && state != State.CLOSED) {
            writer.publish();
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
        if (!full && state == State.OPEN) {
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
    public long beat() {
        if (state == State.CLOSED) {
            return NO_BEAT;
        }
        ownBeat.setRelease(++beats);
        // Whatever the peer writes there, it is no NO_BEAT.
        return peersBeat.getAcquire() & Long.MAX_VALUE;
    }

    @Override
    public long unreadBytes() {
        return leftUnreadBytes >= 0 ? leftUnreadBytes : writer.unreadBytes() + neverWrittenBytes + queuedBytes();
    }

    private long queuedBytes() {
        return queue.stream().mapToLong(ByteBuf::readableBytes).sum();
    }

    @Override
    public String remote() {
        return remote;
    }

    /** Takes what has come, and lets go what waits; false if there was neither. */
    boolean poll() {
        if (state == State.CLOSED) {
            return false;
        }
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
        if (state == State.CLOSED) {
            return true;
        }
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
        if (state != State.CLOSED) {
            bell.awake();
        }
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
        if (state == State.CLOSED) {
            return;
        }
        try {
            take(reader.availableBytes());
            // Behind the end of what was known there may be what came meanwhile.
            take(reader.availableBytes());
            end(ending(peersLast.getAcquire()));
        } catch (ShmCorruptException e) {
            end(e);
        }
    }

    private @Nullable IOException ending(long said) {
        if (said == LAST) {
            return null;
        }
        // Of a process whose rank ends in the middle of something, the other side sees the same as of one that has
        // died.
        return new IOException(
                said == GIVEN_UP
                        ? remote + " has given the link up, and says why in its log"
                        : remote + " has ended, or its rank, without closing the link");
    }

    private void end(@Nullable Throwable cause) {
        if (state == State.CLOSED) {
            return;
        }
        if (cause != null) {
            giveUp();
        }
        state = State.CLOSED;
        neverWrittenBytes = queuedBytes();
        queue.forEach(ByteBuf::release);
        queue.clear();
        links.remove(this);
        socket.close();
        links.loop().execute(() -> handler.onClosed(cause));
        links.loop().execute(this::free);
    }

    /** In a turn of its own, after the last one that may look at the memory. */
    private void free() {
        leftUnreadBytes = unreadBytes();
        writer.free();
        reader.free();
        file.free();
    }

    private void giveUp() {
        try {
            ownLast.setRelease(GIVEN_UP);
        } catch (InternalError cut) {
            // Somebody has cut the file off; the other side can't read it either.
        }
    }
}
