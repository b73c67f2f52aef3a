package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.ObjectInputFilter;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ObjectMessagesTest {

    private static Object[] decoded(byte[] message) {
        Object[] room = new Object[1];
        ObjectMessages.decode(ByteBuffer.wrap(message), room, 0, 1, MPI.OBJECT);
        return room;
    }

    private static byte[] encoded(Object object) {
        return ObjectMessages.encode(new Object[] {object}, 0, 1, MPI.OBJECT);
    }

    @Test
    @DisplayName("arrays, boxes and strings come as they are")
    void comes() {
        Object[] sent = {"text", 7, new int[] {1, 2}, new String[][] {{"a"}, null}};
        assertThat(decoded(encoded(sent))).containsExactly((Object) sent);
    }

    @Test
    @DisplayName("an array that says it is longer than its message is refused before there is memory for it")
    void tooLong() {
        byte[] message = encoded(new int[] {1, 2, 3});
        // The length stands after the description of the class, as the first four bytes that are 3.
        for (int at = 0; at + 4 <= message.length; at++) {
            if (message[at] == 0 && message[at + 1] == 0 && message[at + 2] == 0 && message[at + 3] == 3) {
                message[at] = 0x7F;
                break;
            }
        }
        assertThatThrownBy(() -> decoded(message))
                .isInstanceOf(MPIException.class)
                .hasMessageContaining("elements")
                .hasMessageContaining("allowed are " + message.length);
    }

    /** How much a thread may take that reads a message of 199 KB. */
    private static final long BUDGET_BYTES = 8L << 20;

    private static final int PADDING = 199_000;

    /** Before the description of an array's class is repeated, by a reference. */
    private static final byte[] ARRAY_IN_ARRAY = {'u', 'q', 0, 0x7E, 0, 0};

    /** Reads a message that is refused, and takes next to no memory for that. */
    private static void assertRefused(byte[] message, ObjectInputFilter filter) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(
                        () -> ObjectMessages.decode(ByteBuffer.wrap(message), new Object[2], 0, 2, MPI.OBJECT, filter))
                .isInstanceOf(MPIException.class)
                .hasMessageContaining("elements in all")
                .hasMessageContaining("allowed are " + message.length);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(BUDGET_BYTES);
    }

    private static int replaceAll(byte[] bytes, byte[] pattern, int skip, int value) {
        int found = 0;
        for (int at = 0; at + pattern.length + skip + 4 <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + pattern.length, pattern, 0, pattern.length)) {
                ByteBuffer.wrap(bytes).putInt(at + pattern.length + skip, value);
                found++;
            }
        }
        return found;
    }

    @Test
    @DisplayName("arrays inside each other that each say they are as long as the message are refused as one")
    void arraysInArrays() {
        Object object = new Object[1];
        for (int i = 0; i < 900; i++) {
            object = new Object[] {object};
        }
        byte[] message = ObjectMessages.encode(new Object[] {object, "x".repeat(PADDING)}, 0, 2, MPI.OBJECT);
        assertThat(replaceAll(message, ARRAY_IN_ARRAY, 0, PADDING)).isEqualTo(900);

        assertRefused(message, null);
    }

    @Test
    @DisplayName("maps inside each other that each say they have many entries are refused as one")
    void mapsInMaps() {
        Object object = "deep";
        for (int i = 0; i < 400; i++) {
            Map<String, Object> map = new HashMap<>();
            map.put("key", object);
            object = map;
        }
        byte[] message = ObjectMessages.encode(new Object[] {object, "x".repeat(PADDING)}, 0, 2, MPI.OBJECT);
        // Two numbers, of 8 bytes: the buckets and the entries.
        assertThat(replaceAll(message, new byte[] {'w', 8, 0, 0, 0, 16}, 0, 65_536))
                .isEqualTo(400);

        assertRefused(message, info -> ObjectInputFilter.Status.ALLOWED);
    }

    @Test
    @DisplayName("collections as they are come, many of them, small and large")
    void collections() {
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            all.add(new HashMap<>(Map.of(i, i)));
            all.add(new HashSet<>(Set.of(i)));
            all.add(new TreeMap<>(Map.of(i, "value")));
            all.add(new ArrayDeque<>(List.of(i)));
            all.add(new IdentityHashMap<>(Map.of("a", i)));
            all.add(new Hashtable<>(Map.of("a", i)));
            all.add(new PriorityQueue<>(List.of(i)));
            all.add(new byte[0]);
        }
        Map<Integer, Integer> large = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            large.put(i, null);
        }
        all.add(large);
        byte[] message = encoded(all);
        Object[] room = new Object[1];
        ObjectMessages.decode(
                ByteBuffer.wrap(message), room, 0, 1, MPI.OBJECT, info -> ObjectInputFilter.Status.ALLOWED);
        assertThat(((List<?>) room[0])).hasSameSizeAs(all);
        assertThat(((List<?>) room[0]).get(all.size() - 1)).isEqualTo(large);
    }

    @Test
    @DisplayName("objects within objects are refused below a depth that no recursion survives")
    void tooDeep() {
        Object object = "deep";
        for (int i = 0; i < 1100; i++) {
            object = new Object[] {object};
        }
        byte[] message = encoded(object);
        assertThatThrownBy(() -> decoded(message))
                .isInstanceOf(MPIException.class)
                .hasMessageContaining("in depth 1001");
    }
}
