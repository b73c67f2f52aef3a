package org.reactivempi.conformance.simulated.conversations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.reactivempi.Buffers;
import org.reactivempi.ErrorClass;
import org.reactivempi.Message;
import org.reactivempi.MpiException;
import org.reactivempi.SendBuffer;

/** Data that is known on both sides, by its sender and its number. */
final class Data {

    /** Short, in one piece, and in several: by the settings of these tests, the last two are announced. */
    private static final List<Integer> LENGTHS = List.of(0, 24, 900, 3_000);

    static final int KINDS_OF_LENGTHS = LENGTHS.size();

    private Data() {}

    /** In turn. */
    static int length(int nth) {
        return LENGTHS.get(nth % LENGTHS.size());
    }

    static byte[] content(int from, int nth, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (31 * i + 7 * nth + from);
        }
        return bytes;
    }

    static SendBuffer buffer(int from, int nth, int length) {
        return Buffers.of(content(from, nth, length));
    }

    /** Of the length that is its turn. */
    static SendBuffer buffer(int from, int nth) {
        return buffer(from, nth, length(nth));
    }

    static void check(Message message, int from, int nth, int length) {
        assertThat(message.toByteArray()).as("message %d of rank %d", nth, from).isEqualTo(content(from, nth, length));
    }

    static void check(Message message, int from, int nth) {
        check(message, from, nth, length(nth));
    }

    static int[] ints(int from, int nth, int count) {
        int[] ints = new int[count];
        Arrays.setAll(ints, i -> 100_003 * from + 1009 * nth + i);
        return ints;
    }

    static boolean isOf(ErrorClass kind, Throwable thrown) {
        return thrown instanceof MpiException failure && failure.errorClass() == kind;
    }
}
