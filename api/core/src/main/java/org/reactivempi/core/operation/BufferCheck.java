package org.reactivempi.core.operation;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Payload;
import org.reactivempi.transport.engine.port.SendMode;

/**
 * Notices that a program changes the buffer of a send before that has completed: attached to the settings of a session, as the test kit
 * does.
 *
 * <pre>
 *  isend  --subscribe: sum of the buffer----------------------the engine reads it: sum again--&gt; told, if they are not the same
 *  program                                  buffer[0] = 1
 * </pre>
 * Of a long buffer, only the first and the last bytes are summed up. Buffered sends read their buffer at once, and are not looked at.
 * Thread-safe.
 */
public final class BufferCheck {

    /** So much is summed up at each end. */
    private static final int MOST_BYTES = 512 * 1024;

    private static final int PART_BYTES = 8 * 1024;

    private final Predicate<StackTraceElement> ofLibrary;
    private final Consumer<String> told;

    /**
     * A check.
     *
     * @param ofLibrary which stack frames are no code of the program
     * @param told hears of a buffer that was changed, in a line; on the thread that reads it
     */
    public BufferCheck(Predicate<StackTraceElement> ofLibrary, Consumer<String> told) {
        this.ofLibrary = ofLibrary;
        this.told = told;
    }

    /** A send whose buffer is looked at. */
    public SendMono send(OperationContext at, Payload data, int destination, int tag, SendMode mode) {
        return new Checked(this, at, data, destination, tag, mode);
    }

    private String place(Throwable here, String otherwise) {
        for (StackTraceElement frame : here.getStackTrace()) {
            if (!ofLibrary.test(frame)) {
                return ProgramFrames.inWords(frame);
            }
        }
        return otherwise;
    }

    private static long sum(Payload data) {
        long lengthBytes = data.lengthBytes();
        CRC32C sum = new CRC32C();
        add(data, 0, Math.min(lengthBytes, MOST_BYTES), sum);
        long tail = Math.max(MOST_BYTES, lengthBytes - MOST_BYTES);
        add(data, tail, lengthBytes - tail, sum);
        return sum.getValue();
    }

    /** Before its operation holds it: memory of another library may be filled only then. */
    private static long heldSum(Payload data) {
        data.retain();
        try {
            return sum(data);
        } finally {
            data.release();
        }
    }

    private static void add(Payload data, long from, long lengthBytes, CRC32C sum) {
        ByteBuffer part = ByteBuffer.allocate((int) Math.max(0, Math.min(PART_BYTES, lengthBytes)));
        for (long done = 0; done < lengthBytes; done += part.limit()) {
            part.clear().limit((int) Math.min(part.capacity(), lengthBytes - done));
            data.copyTo(from + done, part);
            sum.update(part.flip());
        }
    }

    /** Keeps what it has seen at its last start: that of the one that runs, where a program starts one after the other. */
    private static final class Checked extends SendMono {

        private final BufferCheck check;
        private volatile @Nullable Start start;

        Checked(BufferCheck check, OperationContext at, Payload data, int destination, int tag, SendMode mode) {
            super(at, data, destination, tag, mode);
            this.check = check;
        }

        /** The place is found only where it is told: a program may start many. */
        private record Start(long sum, Throwable here) {}

        @Override
        void check() {
            super.check();
            try {
                start = new Start(heldSum(data), new Throwable());
            } catch (Throwable unreadable) {
                // The send itself tells of it.
                start = null;
            }
        }

        @Override
        void reads(long position, long lengthBytes) {
            boolean first = position == 0;
            boolean last = position + lengthBytes == data.lengthBytes();
            Start begun = start;
            if (begun != null && (first || last) && sum(data) != begun.sum) {
                start = new Start(sum(data), begun.here);
                check.told.accept(inWords() + ", started at " + check.place(begun.here, "a place of the library")
                        + ": its buffer was changed before it had completed, as seen when it was read at "
                        + check.place(
                                new Throwable(),
                                "the progress thread, " + Thread.currentThread().getName()));
            }
        }
    }
}
