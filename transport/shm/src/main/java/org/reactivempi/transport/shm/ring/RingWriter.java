package org.reactivempi.transport.shm.ring;

import io.netty.buffer.ByteBuf;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The writing end of a ring of bytes with one writer and one reader.
 *
 * <pre>
 *        head             published        written
 *  ---------+----------------+----------------+-----------
 *   free    |  for the reader |  not yet told  |    free
 *  ---------+----------------+----------------+-----------
 * </pre>
 * Positions count bytes from the link's beginning on and never wrap; their low bits are the place in the memory. The
 * reader's position is read only when the room that was known is used up, since reading it takes its cache line away.
 */
final class RingWriter {

    private final ByteBuffer memory;
    private final ByteBuffer window;
    private final RingView view;
    private final TailLine line;
    private final SharedWord tailWord;
    private final SharedWord headWord;
    private final int capacity;
    private long head;
    private long published;
    private long told;
    private long written;

    /** The end of an empty ring; the length of {@code memory} is a power of two. {@code onFree} hears that it needs none. */
    RingWriter(ByteBuffer memory, TailLine line, SharedWord headWord, Runnable onFree) {
        this.memory = memory;
        this.window = memory.duplicate();
        this.view = new RingView(memory, onFree);
        this.line = line;
        this.tailWord = line.tail();
        this.headWord = headWord;
        this.capacity = memory.capacity();
    }

    int capacityBytes() {
        return capacity;
    }

    /** How much room there is, looking at the reader only if there may be less than {@code wantedBytes}. */
    int freeBytes(int wantedBytes) throws ShmCorruptException {
        int known = capacity - (int) (written - head);
        if (known >= wantedBytes) {
            return known;
        }
        look();
        return capacity - (int) (written - head);
    }

    /** Room in the ring's memory for at least this much in one piece and up to {@code mostBytes}, or null. */
    @Nullable
    RingView room(int leastBytes, int mostBytes) throws ShmCorruptException {
        int begin = place(written);
        int piece = Math.min(freeBytes(leastBytes), capacity - begin);
        return piece < leastBytes ? null : view.toFill(begin, begin + Math.min(piece, mostBytes));
    }

    /** Whether these bytes are already in the ring, since they were written into {@link #room}. */
    boolean isRoom(ByteBuf bytes) {
        return bytes == view;
    }

    /** The room that was given last has been filled from its beginning on. */
    void filled() {
        if (view.readerIndex() != place(written)) {
            throw new IllegalStateException("room that is written must be the last that was given, from its beginning");
        }
        written += view.readableBytes();
        view.toFill(0, 0);
    }

    /** Copies at most so many of {@code bytes}, as there is room, and moves its reader index; how much that was. */
    int put(ByteBuf bytes, int mostBytes) throws ShmCorruptException {
        int wanted = Math.min(bytes.readableBytes(), mostBytes);
        int length = Math.min(wanted, freeBytes(wanted));
        int begin = place(written);
        int first = Math.min(length, capacity - begin);
        copy(bytes, begin, first);
        copy(bytes, 0, length - first);
        written += length;
        return length;
    }

    private void copy(ByteBuf bytes, int begin, int length) {
        if (length > 0) {
            bytes.readBytes(window.limit(begin + length).position(begin));
        }
    }

    /** How much has been written and not yet {@link #publish told}, though the reader may have been shown it. */
    int untoldBytes() {
        return (int) (written - told);
    }

    /** How much of what was written the reader has not read; all since it was known last, if what it tells can't be. */
    long unreadBytes() {
        try {
            look();
        } catch (ShmCorruptException | InternalError unknown) {
            // An InternalError is how the JVM tells that somebody has cut the file off.
            return written - head;
        }
        return written - head;
    }

    /**
     * Shows a reader that looks all that was written, and does not wait until it can be seen: one that is about to sleep may miss
     * it until it is {@link #publish told}. What is shown first after that, a reader may be waiting for.
     */
    void show() {
        if (published != written) {
            long length = written - published;
            if (told == published && length <= TailLine.MOST_BYTES) {
                line.keep(memory, place(published), (int) length, written);
            }
            published = written;
            tailWord.setRelease(written);
        }
    }

    /** Tells the reader of all that was written, before anything else is read from shared memory. */
    void publish() {
        told = written;
        if (published == written) {
            VarHandle.fullFence();
        } else {
            published = written;
            tailWord.set(written);
        }
    }

    private void look() throws ShmCorruptException {
        long seen = headWord.get();
        if (seen < head || seen > published) {
            throw new ShmCorruptException("head", seen, head, published);
        }
        head = seen;
    }

    private int place(long position) {
        return (int) position & (capacity - 1);
    }

    /** Ends; holders of a view of the memory may go on with that. */
    void free() {
        view.release();
    }

    @Override
    public String toString() {
        return "RingWriter[" + head + " <= " + published + " <= " + written + " of " + memory.capacity() + "]";
    }
}
