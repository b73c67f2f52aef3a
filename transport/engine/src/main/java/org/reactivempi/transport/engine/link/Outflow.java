package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.ProtocolException;

/**
 * What goes out on a link: a stream of packets, of which connections carry one part after the other.
 *
 * <pre>
 *   room --&gt; batch --hand over, at the end of the turn or when full--&gt; connection
 *                          +--&gt; unacknowledged, sent again by the next connection
 * </pre>
 * Where a connection ends only with the peer, nothing is kept. Before the first connection stands, what is kept is the
 * queue.
 */
final class Outflow {

    private static final int BATCH_BYTES = 16 * 1024;
    /** So much leaves without waiting for the end of the turn, to keep the peer busy meanwhile. */
    private static final int EARLY_FLUSH_BYTES = 128 * 1024;
    /** Bulk data waits while the memory of what is not acknowledged is so large, users' memory apart. */
    private static final int MOST_KEPT_BYTES = 4 << 20;

    private static final Runnable NOTHING = () -> {};

    private final Links links;
    private final Unacknowledged kept;
    private @Nullable Connection connection;
    private ByteBuf batch = Unpooled.EMPTY_BUFFER;
    private int unflushedBytes;
    private int sequence;
    private boolean stood;
    private boolean broken;
    private int brokenAt;
    /** How much of the stream has left the batch. */
    private long handedBytes;
    /** How much of it the last message ends behind. */
    private long messagesEnd;
    /** How much of it the peer had read when its connection ended, where nothing is kept. */
    private long readBytes;

    private boolean keeping = true;

    Outflow(Links links) {
        this.links = links;
        this.kept = new Unacknowledged(links::buffer);
    }

    /** Nothing more leaves: a packet is missing from now on. What is written still finds room, in vain; true the first time. */
    boolean breakOff() {
        boolean first = !broken;
        if (first) {
            broken = true;
            brokenAt = sequence;
        }
        return first;
    }

    /** A last packet may leave behind what is whole. */
    void mend() {
        if (broken) {
            broken = false;
            sequence = brokenAt;
        }
    }

    /** What was written last is a message, of which the sender hears nothing more. */
    void noteMessage() {
        messagesEnd = broken ? Long.MAX_VALUE : handedBytes + batch.readableBytes();
    }

    /** Whether there are messages of which it isn't known that the peer has read them. */
    boolean hasUnreadMessages() {
        return messagesEnd > readBytes();
    }

    private long readBytes() {
        Connection standing = connection;
        if (keeping) {
            return kept.acknowledgedBytes();
        }
        return standing == null ? readBytes : handedBytes - standing.unreadBytes();
    }

    /** A buffer with room for a packet. */
    ByteBuf room(int leastBytes, int wantedBytes) {
        if (broken) {
            return Unpooled.buffer(wantedBytes);
        }
        if (batch.writableBytes() < wantedBytes) {
            handOver();
            batch = newBatch(leastBytes, wantedBytes);
        }
        return batch;
    }

    /** Of a channel that doesn't break the room is its own, and is used again once it is written: it can't be kept. */
    private ByteBuf newBatch(int leastBytes, int wantedBytes) {
        int bytes = Math.max(BATCH_BYTES, wantedBytes);
        Connection standing = connection;
        return standing == null || keeping && !standing.mayBreak()
                ? links.buffer(bytes)
                : standing.room(leastBytes, bytes);
    }

    int nextSequence() {
        return sequence++;
    }

    /** Whether what is sent is kept until it has been acknowledged. */
    boolean isKeeping() {
        return keeping;
    }

    /** Whether there is anything that no connection has got, or that the peer has not acknowledged. */
    boolean isEmpty() {
        return kept.isEmpty() && !batch.isReadable();
    }

    boolean isWritable() {
        Connection standing = connection;
        return standing != null && standing.isWritable() && !isFull();
    }

    private boolean isFull() {
        return kept.ownBytes() >= MOST_KEPT_BYTES;
    }

    boolean takesMemory() {
        Connection standing = connection;
        return standing != null && standing.takesMemory();
    }

    /** Sends direct memory behind what has gathered; {@code done} runs when it is the user's again. */
    void write(ByteBuffer memory, Runnable done) {
        handOver();
        handedBytes += memory.remaining();
        Connection standing = connection;
        if (keeping) {
            kept.add(memory, done);
            if (standing != null) {
                give(standing, memory);
            }
        } else if (standing != null) {
            standing.write(memory, () -> links.signals().step(done));
        }
        flushEarly(memory.remaining());
    }

    /** Sends direct memory behind what has gathered, at once; what is kept of it is copied while the peer reads it. */
    void send(ByteBuffer memory) {
        handOver();
        handedBytes += memory.remaining();
        unflushedBytes = 0;
        Connection standing = connection;
        if (standing != null) {
            standing.write(memory.slice(), NOTHING);
            standing.flush();
            standing.keepCopies();
        }
        if (keeping) {
            ByteBuf copy = links.buffer(memory.remaining()).writeBytes(memory.slice());
            kept.add(copy);
            copy.release();
        }
    }

    /** Sends what has gathered, if there is a connection. */
    void flush() {
        Connection standing = connection;
        if (standing != null) {
            handOver();
            unflushedBytes = 0;
            standing.flush();
        }
    }

    /** Gives the batch to the connection. */
    private void handOver() {
        ByteBuf full = batch;
        int length = full.readableBytes();
        if (keeping && length > 0) {
            // First, since there may be no memory for it: then it is still here.
            kept.add(full);
        }
        batch = Unpooled.EMPTY_BUFFER;
        handedBytes += length;
        Connection standing = connection;
        if (standing == null || length == 0) {
            full.release();
        } else {
            standing.write(full);
            flushEarly(length);
        }
    }

    private void flushEarly(int length) {
        unflushedBytes += length;
        Connection standing = connection;
        if (unflushedBytes >= EARLY_FLUSH_BYTES && standing != null) {
            unflushedBytes = 0;
            standing.flush();
        }
    }

    private static void give(Connection standing, ByteBuffer memory) {
        if (standing.takesMemory()) {
            standing.write(memory.slice(), NOTHING);
        } else {
            standing.write(Unpooled.copiedBuffer(memory));
        }
    }

    /** Throws {@link ProtocolException} if the peer can't have so much. */
    void check(long receivedBytes) {
        if (!stood && receivedBytes != 0) {
            throw new ProtocolException("received " + receivedBytes + " bytes before anything was sent");
        }
        kept.check(receivedBytes);
    }

    /** Goes on with a connection that stands now, behind what the peer has received. */
    void resume(Connection standing, long receivedBytes) {
        handOver();
        kept.acknowledge(receivedBytes);
        connection = standing;
        kept.forEach(standing::write, memory -> give(standing, memory));
        if (!stood && !standing.mayBreak()) {
            keeping = false;
            kept.clear();
        }
        stood = true;
    }

    /** The connection has ended. */
    void interrupt() {
        readBytes = readBytes();
        connection = null;
    }

    /** The peer has received so much; whether somebody has his memory back because of that. */
    boolean acknowledge(long receivedBytes) {
        return keeping && kept.acknowledge(receivedBytes);
    }

    /** Whoever waits to have his memory back has it now. */
    void copyMemory() {
        keepCopies();
        kept.copyMemory();
    }

    /** Lets the connection copy what it still has in the memory of users. */
    void keepCopies() {
        Connection standing = connection;
        if (standing != null) {
            standing.keepCopies();
        }
    }

    /** Forgets all that has not left. */
    void end() {
        connection = null;
        batch.release();
        batch = Unpooled.EMPTY_BUFFER;
        kept.clear();
    }
}
