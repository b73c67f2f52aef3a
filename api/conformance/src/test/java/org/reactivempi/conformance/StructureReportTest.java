package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Says how large the parts of the code are, in {@code target/structure.txt}: a summary of some fifteen lines, and all of it. A
 * report: nothing here fails because a number has grown.
 */
class StructureReportTest {

    private static final Path ROOT = Path.of("../..");
    private static final Path REPORT = Path.of("target/structure.txt");
    private static final String CHANNEL = "tcp";
    private static final String BENCHMARKS = "examples/benchmarks";
    private static final List<String> CENTRE = List.of("transport/engine", "api/core", "api/mpi");
    private static final List<String> CLOCKLESS = List.of("transport/engine", "api/core");
    private static final int MANY_PARAMETERS = 6;
    private static final int LARGE_CIRCLE = 5;
    /** The compiler passes name and ordinal to the constructor of an enum. */
    private static final int ENUM_PARAMETERS = 2;

    private final Collection<JavaClass> ours;
    private final Sources sources;
    private final List<String> summary = new ArrayList<>();
    private final List<String> details = new ArrayList<>();

    StructureReportTest() throws IOException {
        ours = OurClasses.in(ROOT);
        sources = Sources.in(ROOT).with(ours);
    }

    @Tag("long")
    @Test
    @DisplayName("files, lines, constructors, circles, and the classes on a message's way are counted")
    void report() throws Exception {
        sizes();
        constructors();
        circles();
        door();
        clocks();
        names();
        way();
        // Kept from the console by the build, as all that tests print.
        summary.forEach(System.out::println);
        List<String> report = new ArrayList<>(summary);
        report.addAll(details);
        Files.write(REPORT, report);
        assertThat(REPORT).isNotEmptyFile();
    }

    private void sizes() throws IOException {
        SortedMap<String, List<Integer>> modules = new TreeMap<>();
        SortedMap<String, List<Integer>> made = new TreeMap<>();
        for (Path module : Sources.modules(ROOT)) {
            String name = ROOT.relativize(module).toString();
            add(modules, name, lengths(Sources.writtenIn(module)));
            add(made, name, lengths(Sources.madeIn(ROOT, module)));
        }
        List<Integer> centre = CENTRE.stream()
                .flatMap(module -> modules.get(module).stream())
                .sorted()
                .toList();
        summary.add(row("main code by hand", "files", "lines", "median"));
        CENTRE.forEach(module -> summary.add(row(module, modules.get(module))));
        summary.add(row("these three", centre));
        summary.add(row("all modules", all(modules, name -> true)));
        summary.add(row("without the benchmarks", all(modules, name -> !name.equals(BENCHMARKS))));
        summary.add(row("main code that is made", all(made, name -> true)));
        details.add("");
        details.add(row("by hand, in each module", "files", "lines", "median"));
        modules.forEach((module, lengths) -> details.add(row(module, lengths)));
        details.add("");
        details.add(row("made by the build besides", "files", "lines", "median"));
        made.forEach((module, lengths) -> details.add(row(module, lengths)));
    }

    private static void add(SortedMap<String, List<Integer>> modules, String name, List<Integer> lengths) {
        if (!lengths.isEmpty()) {
            modules.put(name, lengths);
        }
    }

    private static List<Integer> all(SortedMap<String, List<Integer>> modules, Predicate<String> wanted) {
        return modules.entrySet().stream()
                .filter(module -> wanted.test(module.getKey()))
                .flatMap(module -> module.getValue().stream())
                .sorted()
                .toList();
    }

    /** Lines of each file, the shortest first. */
    private static List<Integer> lengths(List<Path> files) throws IOException {
        List<Integer> lengths = new ArrayList<>();
        for (Path file : files) {
            lengths.add(Files.readAllLines(file).size());
        }
        lengths.sort(null);
        return lengths;
    }

    private static String row(String name, List<Integer> lengths) {
        int lines = lengths.stream().mapToInt(Integer::intValue).sum();
        int median = lengths.isEmpty() ? 0 : lengths.get(lengths.size() / 2);
        return row(name, lengths.size(), lines, median);
    }

    private static String row(String name, Object files, Object lines, Object median) {
        return String.format("%-26s %6s %7s %7s", name, files, lines, median);
    }

    private void constructors() {
        List<String> large = ours.stream()
                .filter(StructureReportTest::isInCentre)
                .filter(type -> !type.isRecord() && !type.isAnonymousClass() && !type.isLocalClass())
                .flatMap(type -> type.getConstructors().stream())
                .filter(constructor -> !constructor.getModifiers().contains(JavaModifier.SYNTHETIC))
                .filter(constructor -> parameters(constructor) > MANY_PARAMETERS)
                .map(constructor -> String.format(
                        "%4d  %s",
                        parameters(constructor), constructor.getOwner().getName()))
                .sorted()
                .toList();
        summary.add("constructors of more than " + MANY_PARAMETERS + " parameters, in these three: " + large.size());
        details.add("");
        details.add("constructors of more than " + MANY_PARAMETERS + " parameters, records left out");
        details.addAll(large);
    }

    private static int parameters(JavaConstructor constructor) {
        JavaClass owner = constructor.getOwner();
        int all = constructor.getRawParameterTypes().size();
        if (owner.isEnum()) {
            return all - ENUM_PARAMETERS;
        }
        return owner.isInnerClass() && !owner.getModifiers().contains(JavaModifier.STATIC) ? all - 1 : all;
    }

    private static boolean isInCentre(JavaClass type) {
        String source = type.getSource().map(Object::toString).orElse("");
        return CENTRE.stream().anyMatch(module -> source.contains("/" + module + "/target/"));
    }

    private void circles() {
        SortedMap<String, SortedSet<String>> circles = Circles.largest(sources);
        List<String> large = circles.entrySet().stream()
                .filter(circle -> circle.getValue().size() > LARGE_CIRCLE)
                .map(circle -> circle.getValue().size() + " " + circle.getKey())
                .toList();
        summary.add("packages with a circle of more than " + LARGE_CIRCLE + " classes: " + large.size());
        large.forEach(circle -> summary.add("  " + circle));
        details.add("");
        details.add("the largest circle of classes in each package");
        circles.forEach((name, circle) -> details.add(String.format("%4d  %s %s", circle.size(), name, circle)));
    }

    private void door() {
        EngineDoor door = new EngineDoor(sources);
        summary.add("engine types seen from above, by its door: " + door.types().size()
                + "; others seen, of other packages: "
                + (door.seen().size() - door.types().size()));
        details.add("");
        details.add("engine types seen from outside of the engine, and by which modules");
        door.seen().forEach((type, modules) -> details.add("  " + type + " " + modules));
    }

    private void clocks() {
        with(FromJvm.CLOCK, "files of engine and core that read the clock: ");
        with(FromJvm.TIMER, "files of engine and core with timers of another time than the rank's: ");
    }

    private void with(FromJvm kind, String title) {
        List<String> files = sources.types().stream()
                .filter(type -> CLOCKLESS.contains(type.module()))
                .filter(type -> type.uses().stream().anyMatch(kind::covers))
                .map(Object::toString)
                .toList();
        summary.add(title + files.size());
        files.forEach(type -> summary.add("  " + type));
    }

    private void names() {
        SortedMap<String, List<String>> types = ours.stream()
                .filter(type ->
                        !type.getName().contains("$") && !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(
                        JavaClass::getSimpleName,
                        TreeMap::new,
                        Collectors.mapping(JavaClass::getName, Collectors.toList())));
        types.values().removeIf(same -> same.size() == 1);
        summary.add("names that stand for several top-level types: " + types.size());
        details.add("");
        details.add("names that stand for several top-level types");
        types.forEach((name, same) -> details.add("  " + same));
    }

    private void way() throws Exception {
        MessageWay way = MessageWay.over(CHANNEL);
        summary.add("classes on the way of 8 bytes over " + CHANNEL + ": "
                + way.down().size() + " down, " + way.up().size() + " up");
        details.add("");
        details.add("classes of ours whose methods run, nested ones counted as their outer class,");
        details.add("down: from subscribing isend to the end of Link.flush");
        way.down().forEach(type -> details.add("  " + type));
        details.add("up: from the link's bytes to the subscriber's onNext");
        way.up().forEach(type -> details.add("  " + type));
    }
}
