package org.reactivempi.conformance;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.reactivempi.conformance.Sources.Type;

/** What is seen of the engine from outside of it, by the main code of all other modules. */
final class EngineDoor {

    static final int MOST_TYPES = 25;

    private static final String MODULE = "transport/engine";
    private static final String ENGINE = "org.reactivempi.transport.engine";

    /** The start of a rank, and what it is from then on. */
    private static final List<String> DOOR = List.of(ENGINE + ".port");
    /** An SPI, for every jar. */
    private static final String EVENTS = ENGINE + ".event";
    /** What a platform is made of, for a module that brings one, and what a channel is tested with. */
    private static final Map<String, List<String>> ALSO = Map.of(
            "api/core", List.of("platform"),
            "api/testkit", List.of("platform", "progress"),
            "transport/sim", List.of("platform", "progress"),
            "transport/tck", List.of("platform", "progress", "auth"));
    /** It measures the engine's parts, and runs on the class path alone. */
    private static final String BENCHMARKS = "examples/benchmarks";

    private final Sources sources;

    EngineDoor(Sources sources) {
        this.sources = sources;
    }

    private Stream<Type> outside() {
        return sources.types().stream().filter(type -> !type.module().equals(MODULE));
    }

    private static boolean isOfEngine(String type) {
        return type.startsWith(ENGINE + ".");
    }

    /** Types outside of the engine, each with a type of the engine that it must not see. */
    List<String> breaches() {
        return outside()
                .filter(type -> !type.module().equals(BENCHMARKS))
                .flatMap(type -> type.needed().stream()
                        .filter(EngineDoor::isOfEngine)
                        .filter(needed -> !maySee(type.module(), Sources.packageOf(needed)))
                        .map(needed -> type + " -> " + needed))
                .toList();
    }

    private static boolean maySee(String module, String seen) {
        return DOOR.contains(seen)
                || seen.equals(EVENTS)
                || ALSO.getOrDefault(module, List.of()).stream().anyMatch(name -> seen.equals(ENGINE + "." + name));
    }

    /** The types of the door that are seen. */
    SortedSet<String> types() {
        SortedSet<String> types = new TreeSet<>();
        seen().keySet().stream()
                .filter(type -> DOOR.contains(Sources.packageOf(type)))
                .forEach(types::add);
        return types;
    }

    /** Each type of the engine that is seen, with the modules that see it; what measures the engine's parts is left out. */
    SortedMap<String, SortedSet<String>> seen() {
        SortedMap<String, SortedSet<String>> seen = new TreeMap<>();
        outside()
                .filter(type -> !type.module().equals(BENCHMARKS))
                .forEach(type -> type.needed().stream()
                        .filter(EngineDoor::isOfEngine)
                        .forEach(needed -> seen.computeIfAbsent(needed, each -> new TreeSet<>())
                                .add(type.module())));
        return seen;
    }
}
