package org.reactivempi.conformance;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.reactivempi.conformance.Sources.Type;

/**
 * What needs each other, directly or by way of others: the strongly connected components of a graph, by Tarjan. Of top-level classes
 * inside a package, or of packages.
 */
final class Circles {

    private final SortedMap<String, SortedSet<String>> needed;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, Integer> lows = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final List<SortedSet<String>> found = new ArrayList<>();

    private Circles(SortedMap<String, SortedSet<String>> needed) {
        this.needed = needed;
        needed.keySet().forEach(this::visit);
        found.removeIf(circle -> circle.size() == 1);
    }

    /** The largest circle of classes in each package that has one, by the package's name. */
    static SortedMap<String, SortedSet<String>> largest(Sources sources) {
        SortedMap<String, SortedMap<String, SortedSet<String>>> packages = new TreeMap<>();
        for (Type type : sources.types()) {
            SortedSet<String> needed = packages.computeIfAbsent(type.packageName(), name -> new TreeMap<>())
                    .computeIfAbsent(simpleName(type.name()), name -> new TreeSet<>());
            type.needed().stream()
                    .filter(target -> Sources.packageOf(target).equals(type.packageName()))
                    .forEach(target -> needed.add(simpleName(target)));
        }
        SortedMap<String, SortedSet<String>> largest = new TreeMap<>();
        packages.forEach((name, graph) -> new Circles(graph)
                .found.stream()
                        .max(Comparator.comparingInt(SortedSet::size))
                        .ifPresent(circle -> largest.put(name, circle)));
        return largest;
    }

    /** All circles of packages. */
    static List<SortedSet<String>> ofPackages(Sources sources) {
        SortedMap<String, SortedSet<String>> packages = new TreeMap<>();
        for (Type type : sources.types()) {
            SortedSet<String> needed = packages.computeIfAbsent(type.packageName(), name -> new TreeSet<>());
            type.needed().forEach(target -> needed.add(Sources.packageOf(target)));
        }
        return new Circles(packages).found;
    }

    private static String simpleName(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    private void visit(String name) {
        if (numbers.containsKey(name)) {
            return;
        }
        numbers.put(name, numbers.size());
        lows.put(name, numbers.get(name));
        open.push(name);
        for (String next : needed.getOrDefault(name, Collections.emptySortedSet())) {
            visit(next);
            if (open.contains(next)) {
                lows.merge(name, lows.get(next), Math::min);
            }
        }
        if (lows.get(name).equals(numbers.get(name))) {
            SortedSet<String> circle = new TreeSet<>();
            do {
                circle.add(open.pop());
            } while (!circle.contains(name));
            found.add(circle);
        }
    }
}
