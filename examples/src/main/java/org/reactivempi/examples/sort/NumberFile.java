package org.reactivempi.examples.sort;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.reactivempi.examples.cli.FileProblem;

/** Numbers in a file, of 8 bytes each, big-endian: each rank reads and writes its own part. Blocks. */
final class NumberFile {

    private static final int PIECE_BYTES = 1 << 16;

    private final Path file;

    NumberFile(Path file) {
        this.file = file;
    }

    /** The numbers that stand in one of so many equal parts. */
    long[] read(int part, int parts) {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            long numbers = in.size() / Long.BYTES;
            if (in.size() % Long.BYTES != 0) {
                throw FileProblem.of(file, in.size() + " bytes are no whole numbers of " + Long.BYTES + " bytes");
            }
            long first = start(part, parts, numbers);
            long count = start(part + 1, parts, numbers) - first;
            if (count > Integer.MAX_VALUE / Long.BYTES) {
                throw FileProblem.of(file, count + " numbers for a rank are too many; use more ranks");
            }
            long[] own = new long[(int) count];
            ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
            for (int done = 0; done < own.length; done += piece.limit() / Long.BYTES) {
                piece.clear().limit((int) Math.min(PIECE_BYTES, (long) (own.length - done) * Long.BYTES));
                readWhole(in, piece, (first + done) * Long.BYTES);
                piece.flip().asLongBuffer().get(own, done, piece.limit() / Long.BYTES);
            }
            return own;
        } catch (IOException e) {
            throw FileProblem.of(file, e);
        }
    }

    private void readWhole(FileChannel in, ByteBuffer piece, long at) throws IOException {
        while (piece.hasRemaining()) {
            if (in.read(piece, at + piece.position()) < 0) {
                throw FileProblem.of(file, "has become shorter");
            }
        }
    }

    /** Where a part begins. */
    static long start(int part, int parts, long numbers) {
        return numbers / parts * part + Math.min(part, numbers % parts);
    }

    /** Makes it, or empties it. */
    void clear() {
        try {
            FileChannel.open(
                            file,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.TRUNCATE_EXISTING)
                    .close();
        } catch (IOException e) {
            throw FileProblem.of(file, e);
        }
    }

    /** Writes numbers to their place, counted in numbers. */
    void write(long[] numbers, long place) {
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
            for (int done = 0; done < numbers.length; done += piece.limit() / Long.BYTES) {
                piece.clear().limit((int) Math.min(PIECE_BYTES, (long) (numbers.length - done) * Long.BYTES));
                piece.asLongBuffer().put(numbers, done, piece.limit() / Long.BYTES);
                for (long at = (place + done) * Long.BYTES; piece.hasRemaining(); ) {
                    at += out.write(piece, at);
                }
            }
        } catch (IOException e) {
            throw FileProblem.of(file, e);
        }
    }
}
