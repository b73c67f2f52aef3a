package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.DirectMemory;
import org.reactivempi.transport.channel.Lending;
import org.reactivempi.transport.channel.Lending.Payload;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.engine.packet.LinkPackets.Acknowledge;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * The stream of packets that goes out on a link. One connection after the other carries a part of it.
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

    /**
     * A turn with more packets than these is one of many small messages, which gather. Two ranks that exchange messages again and again
     * come to two in each turn when one of them is late: it ends an operation and begins the next one. If both messages left after the
     * turn, its peer would be the late one of the next operation, for as long as they go on.
     */
    private static final int FEW_PACKETS = 2;

    /** A heartbeat in which no more than this has left was one without messages. */
    private static final int SIGN_OF_LIFE_BYTES = Acknowledge.LENGTH_BYTES;

    private static final Runnable NOTHING = () -> {};

    private final LinkContext context;
    private final Runnable onGathered;
    private final Consumer<Throwable> onFault;
    private final Unacknowledged kept = new Unacknowledged(LinkContext::buffer);
    /** Of the connection that stands. */
    private @Nullable Link link;

    /** The same, where it can send users' memory. */
    private DirectMemory.@Nullable Output direct;

    /** The same, where it passes payload on as objects. */
    private Lending.@Nullable Output lender;

    private boolean mayBreak;
    private ByteBuf batch = Unpooled.EMPTY_BUFFER;
    private int unflushedBytes;
    private int sequence;
    private boolean gathering;
    /** What writes after all others in this turn. */
    private Runnable lastWriter = NOTHING;
    /** How many packets of this turn the peer may wait for. */
    private int passed;
    /** Whether there were few of them in the last turn. */
    private boolean passesFirst = true;

    private boolean stood;
    private boolean broken;
    private int brokenAt;
    /** How much of the stream has left the batch. */
    private long handedBytes;
    /** How much of it had at the last heartbeat. */
    private long restedBytes;
    /** How much of it the last message ends behind. */
    private long messagesEnd;
    /** How much of it the peer had read when its connection ended, where nothing is kept. */
    private long readBytes;

    private boolean keeping = true;

    /**
     * Nothing yet.
     *
     * @param context that of the rank
     * @param onGathered something waits for the end of the turn; {@link #endTurn} is to be called then
     * @param onFault nothing more leaves, since there was no memory, or the connection has failed; called in the middle of a packet
     */
    Outflow(LinkContext context, Runnable onGathered, Consumer<Throwable> onFault) {
        this.context = context;
        this.onGathered = onGathered;
        this.onFault = onFault;
    }

    /** Nothing more leaves: a packet is missing from now on. What is written still finds room, in vain. */
    private void breakOff(Throwable fault) {
        if (!broken) {
            broken = true;
            brokenAt = sequence;
            onFault.accept(fault);
        }
    }

    /** A last packet may leave after what is whole. */
    void mend() {
        if (broken) {
            broken = false;
            sequence = brokenAt;
        }
    }

    /** What was written last is a message, and the sender hears nothing more of it. */
    void noteMessage() {
        messagesEnd = broken ? Long.MAX_VALUE : handedBytes + batch.readableBytes();
    }

    /**
     * A packet is whole for which the peer may wait. It leaves at once where that costs next to nothing, or where it is the first one of
     * this turn, which is likely to have few of them, as the last one had: what its sender does next need not be waited for.
     */
    void pass() {
        Link standing = link;
        if (standing == null) {
            return;
        }
        passed++;
        if (standing.pushes()) {
            push(standing);
        } else if (passed == 1 && passesFirst) {
            flush();
        }
    }

    private void push(Link standing) {
        try {
            handOver();
            standing.push();
        } catch (Throwable fault) {
            breakOff(fault);
        }
    }

    /** Whether there are messages that the peer may not have read yet. */
    boolean hasUnreadMessages() {
        return messagesEnd > readBytes();
    }

    private long readBytes() {
        Link standing = link;
        if (keeping) {
            return kept.acknowledgedBytes();
        }
        return standing == null ? readBytes : handedBytes - standing.unreadBytes();
    }

    /** A buffer with room for a packet of a known length. */
    ByteBuf room(int bytes) {
        return room(bytes, bytes);
    }

    /** A buffer with room for a packet. */
    ByteBuf room(int leastBytes, int wantedBytes) {
        return room(leastBytes, wantedBytes, BATCH_BYTES);
    }

    /** A buffer with room for a packet that most likely leaves alone. */
    ByteBuf roomAlone(int bytes) {
        return room(bytes, bytes, bytes);
    }

    private ByteBuf room(int leastBytes, int wantedBytes, int batchBytes) {
        gather();
        if (!broken) {
            try {
                return roomInBatch(leastBytes, wantedBytes, batchBytes);
            } catch (Throwable fault) {
                breakOff(fault);
            }
        }
        return Unpooled.buffer(wantedBytes);
    }

    /** Runs {@code writer} at the end of this turn, which may write then. */
    void writeLast(Runnable writer) {
        lastWriter = writer;
        gather();
    }

    private void gather() {
        if (!gathering) {
            gathering = true;
            onGathered.run();
        }
    }

    private ByteBuf roomInBatch(int leastBytes, int wantedBytes, int batchBytes) {
        if (batch.writableBytes() < wantedBytes) {
            handOver();
            batch = newBatch(leastBytes, Math.max(batchBytes, wantedBytes));
        }
        return batch;
    }

    /** A channel that doesn't break gives room of its own, and uses it again once it is written: it can't be kept. */
    private ByteBuf newBatch(int leastBytes, int bytes) {
        Link standing = link;
        return standing == null || keeping && !mayBreak ? LinkContext.buffer(bytes) : standing.room(leastBytes, bytes);
    }

    int nextSequence() {
        return sequence++;
    }

    /** Whether a connection stands. */
    boolean isCarried() {
        return link != null;
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
        Link standing = link;
        return standing != null && standing.isWritable() && !isFull();
    }

    private boolean isFull() {
        return kept.ownBytes() >= MOST_KEPT_BYTES;
    }

    boolean takesMemory() {
        DirectMemory.Output output = direct;
        return output != null && output.takesMemory();
    }

    /** Shows the peer that this rank lives, and sees whether it does, where the carrier can. */
    long beat() {
        Link standing = link;
        return standing == null ? Link.NO_BEAT : standing.beat();
    }

    /** A heartbeat: where no message has left since the last one, what is held to be quick is given back. */
    void rest() {
        boolean isQuiet = handedBytes - restedBytes <= SIGN_OF_LIFE_BYTES;
        restedBytes = handedBytes;
        if (isQuiet) {
            kept.rest();
            Link standing = link;
            if (standing != null) {
                standing.rest();
            }
        }
    }

    /** Sends direct memory after what has gathered; {@code done} runs when it is the user's again. */
    void write(ByteBuffer memory, Runnable done) {
        try {
            writeMemory(memory, done);
        } catch (Throwable fault) {
            breakOff(fault);
        }
    }

    private void writeMemory(ByteBuffer memory, Runnable done) {
        handOver();
        handedBytes += memory.remaining();
        Link standing = link;
        if (keeping) {
            kept.add(memory, done);
            if (standing != null) {
                give(standing, memory);
            }
        } else if (standing != null) {
            output().write(memory, () -> context.completions.step(done));
        }
        flushEarly(memory.remaining());
    }

    /** Whether {@link #lend} works. */
    boolean lends() {
        return lender != null && !keeping;
    }

    /** Lends payload after what has gathered; only where {@link #lends}. */
    void lend(Payload payload) {
        try {
            handOver();
            Lending.Output output = lender;
            if (output != null) {
                handedBytes += payload.lengthBytes();
                output.lend(payload);
                flushEarly(payload.lengthBytes());
            }
        } catch (Throwable fault) {
            breakOff(fault);
        }
    }

    /** Sends direct memory after what has gathered, at once; what is kept of it is copied while the peer reads it. */
    void send(ByteBuffer memory) {
        try {
            sendMemory(memory);
        } catch (Throwable fault) {
            breakOff(fault);
        }
    }

    private void sendMemory(ByteBuffer memory) {
        handOver();
        handedBytes += memory.remaining();
        unflushedBytes = 0;
        Link standing = link;
        if (standing != null) {
            output().write(memory.slice(), NOTHING);
            standing.flush();
            output().keepCopies();
        }
        if (keeping) {
            ByteBuf copy = LinkContext.buffer(memory.remaining()).writeBytes(memory.slice());
            kept.add(copy);
            copy.release();
        }
    }

    /** Sends what has gathered, at the end of a turn. */
    void endTurn() {
        Runnable writer = lastWriter;
        lastWriter = NOTHING;
        writer.run();
        gathering = false;
        passesFirst = passed <= FEW_PACKETS;
        passed = 0;
        flush();
    }

    /** Sends what has gathered, if there is a connection. */
    void flush() {
        Link standing = link;
        if (standing == null) {
            return;
        }
        try {
            handOver();
            unflushedBytes = 0;
            standing.flush();
        } catch (Throwable fault) {
            breakOff(fault);
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
        Link standing = link;
        if (standing == null || length == 0) {
            full.release();
        } else {
            standing.write(full);
            flushEarly(length);
        }
    }

    private void flushEarly(int length) {
        unflushedBytes += length;
        Link standing = link;
        if (unflushedBytes >= EARLY_FLUSH_BYTES && standing != null) {
            unflushedBytes = 0;
            standing.flush();
        }
    }

    private DirectMemory.Output output() {
        return Objects.requireNonNull(direct, "takes no memory");
    }

    private void give(Link standing, ByteBuffer memory) {
        if (takesMemory()) {
            output().write(memory.slice(), NOTHING);
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

    /** Goes on after what the peer has received, with a connection that stands now, and may break or not. */
    void resume(Link standing, boolean mayBreak, long receivedBytes) {
        handOver();
        kept.acknowledge(receivedBytes);
        link = standing;
        direct = standing instanceof DirectMemory.Output output ? output : null;
        lender = standing instanceof Lending.Output output ? output : null;
        this.mayBreak = mayBreak;
        kept.forEach(standing::write, memory -> give(standing, memory));
        if (!stood && !mayBreak) {
            keeping = false;
            kept.clear();
        }
        stood = true;
    }

    /** The connection has ended. */
    void interrupt() {
        readBytes = readBytes();
        link = null;
        direct = null;
        lender = null;
    }

    /** The peer has received so much. */
    void acknowledge(long receivedBytes) {
        if (keeping) {
            kept.acknowledge(receivedBytes);
        }
    }

    /** Copies what is in the memory of users, who get it back now. */
    void copyMemory() {
        keepCopies();
        kept.copyMemory();
    }

    /** Lets the connection copy what it still has in the memory of users. */
    void keepCopies() {
        DirectMemory.Output output = direct;
        if (output != null) {
            output.keepCopies();
        }
    }

    /** Forgets all that has not left. */
    void end() {
        link = null;
        direct = null;
        lender = null;
        batch.release();
        batch = Unpooled.EMPTY_BUFFER;
        kept.clear();
    }
}
