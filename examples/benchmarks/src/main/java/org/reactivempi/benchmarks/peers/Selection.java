package org.reactivempi.benchmarks.peers;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is measured, by everybody in the same way.
 *
 * @param parts which tests
 * @param transports over what
 * @param lengths of messages, for latency and bandwidth, in bytes
 * @param ringRanks how many ranks the ring has, for each ring
 * @param divisor of all numbers of repetitions
 */
record Selection(
        Set<Part> parts, List<Transport> transports, List<Integer> lengths, List<Integer> ringRanks, int divisor) {

    boolean has(Part part) {
        return parts.contains(part);
    }

    /** The tests that a pair does, except one. */
    List<String> pairTestsWithout(Part other) {
        return parts.stream()
                .filter(part -> part.isOfPair() && part != other)
                .sorted()
                .map(Part::test)
                .toList();
    }

    List<String> pairTests() {
        return parts.stream().filter(Part::isOfPair).sorted().map(Part::test).toList();
    }

    String lengthList() {
        return lengths.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
