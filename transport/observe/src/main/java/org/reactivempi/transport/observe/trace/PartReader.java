package org.reactivempi.transport.observe.trace;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a part again; one whose rank was killed ends with its last whole entry. */
final class PartReader {

    private static final int CHUNK_BYTES = 64 * 1024;

    /** Takes the entries. */
    @FunctionalInterface
    interface Handler {

        /** The next; valid during the call. */
        void accept(Entry entry) throws IOException;
    }

    private final Path file;
    private final PartHeader header;

    PartReader(Path file) throws IOException {
        this.file = file;
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            byte[] first = in.readNBytes(PartHeader.BYTES);
            this.header = PartHeader.decode(ByteBuffer.wrap(first), file);
        }
    }

    PartHeader header() {
        return header;
    }

    void forEach(Handler handler) throws IOException {
        Entry entry = new Entry();
        byte[] chunk = new byte[CHUNK_BYTES];
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            in.skipNBytes(PartHeader.BYTES);
            for (int length = in.readNBytes(chunk, 0, CHUNK_BYTES);
                    length >= Entry.BYTES;
                    length = in.readNBytes(chunk, 0, CHUNK_BYTES)) {
                ByteBuffer bytes = ByteBuffer.wrap(chunk, 0, length).order(ByteOrder.LITTLE_ENDIAN);
                while (bytes.remaining() >= Entry.BYTES) {
                    next(bytes, entry);
                    handler.accept(entry);
                }
            }
        } catch (EOFException e) {
            // It was killed before it had written anything.
        }
    }

    private void next(ByteBuffer bytes, Entry entry) throws IOException {
        bytes.asLongBuffer().get(entry.words());
        bytes.position(bytes.position() + Entry.BYTES);
        if (!entry.isValid()) {
            throw new IOException(file + " is damaged");
        }
    }
}
