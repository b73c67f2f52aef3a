package org.reactivempi.transport.engine.window;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.port.EngineWindows.Memory;

/**
 * A part of a window's memory: a run of bytes, or several of one length at equal distances.
 *
 * @param memory of this rank
 * @param at where the first one begins
 * @param run how long each is in packets, in bytes
 * @param stride from the begin of one to that of the next one
 * @param lengthBytes of all of them
 */
record MemoryRuns(Memory memory, long at, long run, long stride, long lengthBytes) {

    /** Throws if not all of them are inside. */
    void check() {
        if (isOne()) {
            memory.check(at, lengthBytes);
        } else {
            memory.checkRuns(at, (int) run, stride, lengthBytes);
        }
    }

    /** Throws if not all of them are inside, as elements of a type that may have gaps in memory, though not in packets. */
    void check(int element) {
        long span = memory.spanBytes(element, run);
        if (isOne()) {
            memory.check(at, span);
        } else {
            memory.checkRuns(at, (int) span, stride, lengthBytes / run * span);
        }
    }

    private boolean isOne() {
        return run == lengthBytes;
    }

    /** Fills {@code target}; several runs are read from the first byte on. */
    void read(long offset, ByteBuffer target) {
        if (isOne()) {
            memory.read(at + offset, target);
        } else {
            memory.readRuns(at, (int) run, stride, target);
        }
    }

    /** The memory itself, as {@link Memory#direct}; null where there are several. */
    @Nullable
    ByteBuffer direct(long offset, int most) {
        return isOne() ? memory.direct(at + offset, most) : null;
    }
}
