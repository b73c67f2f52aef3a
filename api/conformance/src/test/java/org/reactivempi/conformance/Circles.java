package org.reactivempi.conformance;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Top-level classes of a package that need each other, directly or by way of others of the package: the strongly connected
 * components of its graph, by Tarjan. A nested class belongs to its outer one.
 */
final class Circles {

    private final Map<String, SortedSet<String>> needed;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, Integer> lows = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final List<SortedSet<String>> found = new ArrayList<>();

    private Circles(Map<String, SortedSet<String>> needed) {
        this.needed = needed;
    }

    /** The largest circle of each package that has one, by the package's name. */
    static SortedMap<String, SortedSet<String>> largest(Collection<JavaClass> classes) {
        SortedMap<String, SortedMap<String, SortedSet<String>>> packages = new TreeMap<>();
        for (JavaClass type : classes) {
            SortedSet<String> needed = packages.computeIfAbsent(type.getPackageName(), name -> new TreeMap<>())
                    .computeIfAbsent(topLevel(type), name -> new TreeSet<>());
            type.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .filter(target -> target.getPackageName().equals(type.getPackageName()))
                    .forEach(target -> needed.add(topLevel(target)));
        }
        SortedMap<String, SortedSet<String>> largest = new TreeMap<>();
        packages.forEach((name, graph) -> {
            SortedSet<String> circle = new Circles(graph).largest();
            if (circle.size() > 1) {
                largest.put(name, circle);
            }
        });
        return largest;
    }

    private static String topLevel(JavaClass type) {
        String name = type.getName().substring(type.getPackageName().length() + 1);
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private SortedSet<String> largest() {
        needed.keySet().forEach(this::visit);
        return found.stream()
                .max((one, other) -> Integer.compare(one.size(), other.size()))
                .orElseThrow();
    }

    private void visit(String type) {
        if (numbers.containsKey(type)) {
            return;
        }
        numbers.put(type, numbers.size());
        lows.put(type, numbers.get(type));
        open.push(type);
        for (String next : needed.getOrDefault(type, new TreeSet<>())) {
            visit(next);
            if (open.contains(next)) {
                lows.merge(type, lows.get(next), Math::min);
            }
        }
        if (lows.get(type).equals(numbers.get(type))) {
            SortedSet<String> circle = new TreeSet<>();
            do {
                circle.add(open.pop());
            } while (!circle.contains(type));
            found.add(circle);
        }
    }
}
