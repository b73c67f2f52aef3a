package org.reactivempi.transport.bootstrap.pmi;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.BootstrapException;

/** Finds the lines in what a connection delivers, however it is cut. One thread. */
public final class PmiLineReader implements PmiCodec {

    private final byte[] line;
    private int length;

    /** Takes lines of up to {@code lengthMax} bytes, newline included. */
    public PmiLineReader(int lengthMax) {
        line = new byte[lengthMax - 1];
    }

    @Override
    public @Nullable PmiLine next(ByteBuffer received) {
        while (received.hasRemaining()) {
            byte next = received.get();
            if (next == '\n') {
                return take();
            }
            append(next);
        }
        return null;
    }

    private PmiLine take() {
        String text = new String(line, 0, length, StandardCharsets.ISO_8859_1);
        length = 0;
        return PmiLine.parse(text);
    }

    private void append(byte next) {
        if (length == line.length) {
            throw new BootstrapException("PMI line is longer than " + (line.length + 1) + " bytes");
        }
        line[length++] = next;
    }
}
