package org.reactivempi.core.window;

import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Payload;
import org.reactivempi.Runs;
import org.reactivempi.transport.engine.port.EngineWindows.Kind;

/**
 * What one subscription of an operation does, with arguments that are right.
 *
 * @param kind what it does
 * @param data what it brings; null for nothing
 * @param room takes what it reads; null for nothing
 * @param target a rank of the window, or the null process
 * @param base where displacement 0 of the first element is in the target's memory
 * @param layout of the elements there
 * @param element the number of their type, where they are combined
 * @param op the number of the operation that combines them
 * @param swap what is compared; null where nothing is
 * @param result what the subscriber is given, if it is given anything
 */
record Arguments<T>(
        Kind kind,
        @Nullable Payload data,
        @Nullable Payload room,
        int target,
        long base,
        Runs layout,
        int element,
        int op,
        @Nullable Swap swap,
        Supplier<@Nullable T> result) {

    /**
     * What is compared, and what it becomes.
     *
     * @param expected what an element has to be
     * @param value what it becomes
     */
    record Swap(long expected, long value) {}

    /** The same with another result. */
    <R> Arguments<R> giving(Supplier<@Nullable R> given) {
        return new Arguments<>(kind, data, room, target, base, layout, element, op, swap, given);
    }

    /** Throws what is wrong with its buffers by now. */
    void check() {
        if (data != null) {
            data.check(false);
        }
        if (room != null) {
            room.check(true);
        }
    }

    /** The bytes of one element as a number. */
    static long bits(Payload data) {
        ByteBuffer bytes = ByteBuffer.allocate((int) data.lengthBytes());
        data.copyTo(0, bytes);
        return Bits.of(bytes.flip());
    }
}
