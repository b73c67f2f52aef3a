package org.reactivempi.benchmarks.peers;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
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

    /** The tests that a pair of JVMs does. */
    List<String> pairTests() {
        return tests(Part::isOfPair);
    }

    /** The tests that a pair of native programs does. */
    List<String> nativePairTests() {
        return tests(part -> part.isOfPair() && !part.isOfJvm());
    }

    private List<String> tests(Predicate<Part> which) {
        return parts.stream().filter(which).sorted().map(Part::test).toList();
    }

    String lengthList() {
        return lengths.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
