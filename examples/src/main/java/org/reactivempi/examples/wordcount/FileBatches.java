package org.reactivempi.examples.wordcount;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.reactivempi.examples.cli.FileProblem;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SynchronousSink;

/** A file as batches of text, read on demand. Blocks while it reads. */
final class FileBatches {

    private static final int SMALLEST_BATCH_BYTES = 1024;
    private static final int LARGEST_BATCH_BYTES = 256 * 1024;
    private static final int BATCHES = 64;

    private final InputStream in;
    private final BatchCutter cutter;

    private FileBatches(Path file) throws IOException {
        this.in = Files.newInputStream(file);
        this.cutter = new BatchCutter(in, batchBytes(file));
    }

    /** A small file is cut into small batches, so that each rank gets some. */
    private static int batchBytes(Path file) throws IOException {
        long part = Files.isRegularFile(file) ? Files.size(file) / BATCHES : LARGEST_BATCH_BYTES;
        return (int) Math.max(SMALLEST_BATCH_BYTES, Math.min(part, LARGEST_BATCH_BYTES));
    }

    /**
     * The batches of a file, in order; together they are the whole file.
     *
     * @return cold; fails with one line for the user where the file cannot be read, or is no text in UTF-8
     */
    static Flux<byte[]> of(Path file) {
        return Flux.<byte[], FileBatches>generate(() -> new FileBatches(file), FileBatches::emit, FileBatches::close)
                .onErrorMap(IOException.class, e -> FileProblem.of(file, e));
    }

    private FileBatches emit(SynchronousSink<byte[]> sink) {
        try {
            byte[] batch = cutter.next();
            if (batch.length > 0) {
                sink.next(batch);
            } else {
                sink.complete();
            }
        } catch (IOException e) {
            sink.error(e);
        }
        return this;
    }

    private void close() {
        try {
            in.close();
        } catch (IOException e) {
            // Nothing was written.
        }
    }
}
