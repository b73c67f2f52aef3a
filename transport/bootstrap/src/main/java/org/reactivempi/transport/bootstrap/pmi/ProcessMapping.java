package org.reactivempi.transport.bootstrap.pmi;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which ranks share a host, as launchers write it into {@code PMI_process_mapping}.
 *
 * <pre>
 *  (vector,(0,2,4),(2,1,8))    4 ranks on each of the 2 nodes from 0 on, then 8 on node 2, then again from the start
 * </pre>
 */
public final class ProcessMapping {

    /** Under which key launchers publish it. */
    public static final String KEY = "PMI_process_mapping";

    private static final Pattern BLOCK = Pattern.compile("\\((\\d{1,7}),(\\d{1,7}),(\\d{1,7})\\)");
    private static final Pattern VECTOR = Pattern.compile("\\(vector(?:," + BLOCK.pattern() + ")+\\)");

    private ProcessMapping() {}

    /** How many of {@code size} ranks are on the node of {@code rank}; empty where the text is no such mapping. */
    static Optional<Integer> ranksOnHost(String mapping, int rank, int size) {
        return hosts(mapping, size).map(nodes ->
                (int) Arrays.stream(nodes).filter(node -> node == nodes[rank]).count());
    }

    /** The node of each of {@code size} ranks; empty where the text is no such mapping. */
    static Optional<int[]> hosts(String mapping, int size) {
        if (!VECTOR.matcher(mapping).matches()) {
            return Optional.empty();
        }
        int[] nodes = new int[size];
        int filled = 0;
        while (filled < size) {
            int before = filled;
            filled = fill(nodes, filled, mapping);
            if (filled == before) {
                return Optional.empty();
            }
        }
        return Optional.of(nodes);
    }

    private static int fill(int[] nodes, int start, String mapping) {
        int filled = start;
        for (Matcher block = BLOCK.matcher(mapping); filled < nodes.length && block.find(); ) {
            int firstNode = Integer.parseInt(block.group(1));
            int perNode = Integer.parseInt(block.group(3));
            long slots = Math.min((long) Integer.parseInt(block.group(2)) * perNode, nodes.length - filled);
            for (int slot = 0; slot < slots; slot++) {
                nodes[filled++] = firstNode + slot / perNode;
            }
        }
        return filled;
    }
}
