package org.reactivempi.transport.observe.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.observe.parts.Parts;

/**
 * Writes a rank's part of the trace, on a thread of its own.
 *
 * <pre>
 *  WRITING --close--&gt; writes the rest --&gt; closed
 *     |
 *     +--the disk is full--&gt; says so once, and drops what comes
 * </pre>
 */
final class PartWriter {

    private static final Log log = Log.of(PartWriter.class);

    private static final int CHUNK_BYTES = 256 * 1024;
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_CLOSE_MILLIS = 20_000;

    private final Path file;
    private final Ring ring;
    private final FileChannel out;
    private final ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final Thread thread;
    private volatile boolean closing;
    private volatile @Nullable IOException failure;

    private PartWriter(Path file, Ring ring, FileChannel out, String name) {
        this.file = file;
        this.ring = ring;
        this.out = out;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /** Begins the file. */
    static PartWriter start(Path file, Ring ring, PartHeader header) throws IOException {
        return start(file, Parts.create(file), ring, header);
    }

    /**
     * Begins a file that is open.
     *
     * @param file its name, for warnings
     */
    static PartWriter start(Path file, FileChannel out, Ring ring, PartHeader header) throws IOException {
        PartWriter writer = new PartWriter(file, ring, out, "reactive-mpi-trace-" + header.rank());
        try {
            writer.write(header.encode());
            writer.thread.start();
        } catch (IOException | Error e) {
            out.close();
            throw e;
        }
        return writer;
    }

    /** Wakes it before its rest is over. */
    void hurry() {
        LockSupport.unpark(thread);
    }

    /** Writes what there is, and ends; false if not all could be written. Nothing may be put any more. */
    boolean close() {
        closing = true;
        LockSupport.unpark(thread);
        try {
            thread.join(LONGEST_CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive() && failure == null;
    }

    private void run() {
        try (out) {
            boolean last;
            do {
                last = closing;
                while (moveChunk()) {}
                if (!last) {
                    LockSupport.parkNanos(this, REST_NANOS);
                }
            } while (!last);
        } catch (IOException e) {
            fail(e);
        }
    }

    private boolean moveChunk() {
        ring.take(chunk);
        boolean some = chunk.flip().hasRemaining();
        if (failure == null) {
            try {
                write(chunk);
            } catch (IOException e) {
                fail(e);
            }
        }
        chunk.clear();
        return some;
    }

    private void fail(IOException e) {
        failure = e;
        log.warn("this rank's trace ends here, the job goes on: {}: {}", file, e.getMessage());
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }
}
