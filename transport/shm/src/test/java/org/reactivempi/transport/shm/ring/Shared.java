package org.reactivempi.transport.shm.ring;

import java.nio.ByteBuffer;

/** A ring in this process' memory, and both of its ends. */
final class Shared {

    private static final int WORDS_BYTES = 64;

    final SharedWord tail;
    final SharedWord head;
    final RingWriter writer;
    final RingReader reader;

    Shared(int ringBytes) {
        ByteBuffer words = ByteBuffer.allocateDirect(WORDS_BYTES);
        ByteBuffer memory = ByteBuffer.allocateDirect(ringBytes);
        tail = new SharedWord(words, 0);
        head = new SharedWord(words, Long.BYTES);
        writer = new RingWriter(memory, tail, head, () -> {});
        reader = new RingReader(memory, tail, head, () -> {});
    }
}
