package org.reactivempi.transport.shm.ring;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;

/** A ring of 16 bytes with both of its ends, and the bells of both sides. */
final class RacedRing {

    private static final int RING_BYTES = 16;
    private static final int WORDS = 3;
    private static final int WORDS_AT = RING_BYTES + TailLine.LENGTH_BYTES;

    final RingWriter writer;
    final RingReader reader;
    final Bell writers;
    final Bell readers;
    private boolean readerRung;
    private boolean writerRung;

    RacedRing() {
        ByteBuffer memory = ByteBuffer.allocateDirect(WORDS_AT + WORDS * Long.BYTES);
        TailLine line = new TailLine(memory, RING_BYTES);
        SharedWord[] words = new SharedWord[WORDS];
        for (int i = 0; i < WORDS; i++) {
            words[i] = new SharedWord(memory, WORDS_AT + i * Long.BYTES);
        }
        writer = new RingWriter(memory.slice(0, RING_BYTES), line, words[0], () -> {});
        reader = new RingReader(memory.slice(0, RING_BYTES), line, words[0], () -> {});
        writers = new Bell(words[1], words[2], () -> readerRung = true);
        readers = new Bell(words[2], words[1], () -> writerRung = true);
    }

    /** Already with so many numbers in it. */
    RacedRing with(long... values) {
        for (long value : values) {
            write(value);
        }
        return this;
    }

    /** Whether there was room. */
    boolean write(long value) {
        if (!put(value)) {
            return false;
        }
        tell();
        return true;
    }

    /** The same, shown to a reader that looks before it is told. */
    void show(long value) {
        put(value);
        writer.show();
        tell();
    }

    private void tell() {
        writer.publish();
        writers.bytes();
    }

    private boolean put(long value) {
        try {
            if (writer.freeBytes(Long.BYTES) < Long.BYTES) {
                return false;
            }
            ByteBuf bytes = Unpooled.buffer(Long.BYTES).writeLong(value);
            writer.put(bytes, Long.BYTES);
        } catch (ShmCorruptException e) {
            throw new AssertionError(e);
        }
        return true;
    }

    /** The next number, or 0. */
    long read() {
        try {
            if (reader.availableBytes() == 0) {
                return 0;
            }
        } catch (ShmCorruptException e) {
            throw new AssertionError(e);
        }
        long value = reader.next(Long.BYTES).readLong();
        if (reader.taken(Long.BYTES)) {
            readers.room();
        }
        return value;
    }

    /** Whether the reader goes to sleep. */
    boolean readerSleeps() {
        readers.sleeps(false);
        try {
            return reader.isEmpty();
        } catch (ShmCorruptException e) {
            throw new AssertionError(e);
        }
    }

    /** Whether the writer, which has no room, goes to sleep. */
    boolean writerSleeps() {
        writers.sleeps(true);
        try {
            return writer.freeBytes(1) == 0;
        } catch (ShmCorruptException e) {
            throw new AssertionError(e);
        }
    }

    boolean isReaderRung() {
        return readerRung;
    }

    boolean isWriterRung() {
        return writerRung;
    }
}
