package org.reactivempi.transport.engine.diagnosis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.DiagnosedStall;

/** A proven deadlock, in words: which ranks wait for each other, and for what. */
final class Deadlock {

    private Deadlock() {}

    /**
     * Ranks that wait for ever.
     *
     * @param members what each of them has found
     * @param descriptions what each of them waits for, in words
     */
    static DiagnosedStall of(Map<Integer, Finding> members, Map<Integer, String> descriptions) {
        List<Integer> cycle = cycle(members);
        List<String> lines = new ArrayList<>();
        lines.add("deadlock: " + (cycle.isEmpty() ? waitInVain(members) : waitForEachOther(cycle))
                + "; no message is under way, and no thread can act");
        Set<String> shared = shared(descriptions.values());
        descriptions.values().stream()
                .flatMap(String::lines)
                .filter(line -> !shared.contains(line))
                .forEach(line -> lines.add("  " + line));
        shared.forEach(line -> lines.add(line));
        if (!cycle.isEmpty()) {
            lines.add("  cycle: " + cycle.stream().map(rank -> "rank " + rank).collect(Collectors.joining(" -> "))
                    + " -> rank " + cycle.get(0));
        }
        return new DiagnosedStall(true, List.copyOf(members.keySet()), String.join("\n", lines));
    }

    /** Where threads are that belong to no rank: each of several ranks of a JVM tells of them. They stand below all ranks. */
    private static Set<String> shared(Collection<String> descriptions) {
        Set<String> seen = new TreeSet<>();
        return descriptions.stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith(Description.PLACE) && !seen.add(line))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String waitInVain(Map<Integer, Finding> members) {
        List<Integer> waiting = members.entrySet().stream()
                .filter(member -> member.getValue().waits())
                .map(Map.Entry::getKey)
                .toList();
        return Description.ranks(waiting) + (waiting.size() == 1 ? " waits" : " wait") + " in vain";
    }

    private static String waitForEachOther(List<Integer> cycle) {
        return cycle.size() == 1
                ? "rank " + cycle.get(0) + " waits for itself"
                : Description.ranks(cycle.stream().sorted().toList()) + " wait for each other";
    }

    /** A shortest way from a rank back to itself; none if there is no such rank. */
    private static List<Integer> cycle(Map<Integer, Finding> members) {
        List<Integer> shortest = List.of();
        for (int start : members.keySet()) {
            List<Integer> found = cycleOf(start, members);
            if (!found.isEmpty() && (shortest.isEmpty() || found.size() < shortest.size())) {
                shortest = found;
            }
        }
        return shortest;
    }

    /** Breadth first. */
    private static List<Integer> cycleOf(int start, Map<Integer, Finding> members) {
        List<List<Integer>> ways = new ArrayList<>(List.of(List.of(start)));
        Set<Integer> seen = new TreeSet<>();
        for (int i = 0; i < ways.size(); i++) {
            List<Integer> way = ways.get(i);
            for (int next : waitsFor(members.get(way.get(way.size() - 1)))) {
                if (next == start) {
                    return way;
                }
                if (seen.add(next)) {
                    List<Integer> longer = new ArrayList<>(way);
                    longer.add(next);
                    ways.add(longer);
                }
            }
        }
        return List.of();
    }

    private static List<Integer> waitsFor(@Nullable Finding finding) {
        return finding == null ? List.of() : finding.awaited().stream().boxed().toList();
    }
}
