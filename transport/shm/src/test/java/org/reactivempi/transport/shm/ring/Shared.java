package org.reactivempi.transport.shm.ring;

import java.nio.ByteBuffer;

/** A ring in this process' memory, and both of its ends. */
final class Shared {

    private static final int WORDS_BYTES = TailLine.LENGTH_BYTES + Long.BYTES;

    final ByteBuffer memory;
    final SharedWord tail;
    final SharedWord head;
    final RingWriter writer;
    final RingReader reader;

    Shared(int ringBytes) {
        ByteBuffer words = ByteBuffer.allocateDirect(WORDS_BYTES);
        memory = ByteBuffer.allocateDirect(ringBytes);
        TailLine line = new TailLine(words, 0);
        tail = line.tail();
        head = new SharedWord(words, TailLine.LENGTH_BYTES);
        writer = new RingWriter(memory, line, head, () -> {});
        reader = new RingReader(memory, line, head, () -> {});
    }
}
