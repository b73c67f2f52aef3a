package org.reactivempi.core.buffered;

import java.nio.ByteBuffer;
import org.reactivempi.Buffer;

/** The bytes of one message in a buffer. A circular queue may move them. */
final class Slot {

    final byte[] memory;
    final int lengthBytes;
    int offset;

    Slot(byte[] memory, int offset, int lengthBytes) {
        this.memory = memory;
        this.offset = offset;
        this.lengthBytes = lengthBytes;
    }

    void fill(Buffer data) {
        if (lengthBytes > 0) {
            data.copyTo(0, ByteBuffer.wrap(memory, offset, lengthBytes));
        }
    }

    /** Copies the message's bytes from {@code position} on until {@code target} is full. */
    void copyTo(long position, ByteBuffer target) {
        target.put(memory, offset + (int) position, target.remaining());
    }

    void moveTo(int newOffset) {
        System.arraycopy(memory, offset, memory, newOffset, lengthBytes);
        offset = newOffset;
    }
}
