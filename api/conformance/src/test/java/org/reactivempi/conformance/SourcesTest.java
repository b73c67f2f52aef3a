package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the rules of {@link ArchitectureTest} see: each breaks here, in code that was written for that. */
@Tag("once")
class SourcesTest {

    @TempDir
    private Path root;

    @Test
    @DisplayName("a constant of another class is an arrow, however it is named, though no class file says so")
    void constants() throws IOException {
        plant("api/high", "org/high/High.java", """
                package org.high;
                public final class High {
                    public static final int MOST = 3;
                    public static final class Inner { public static final String NAME = "x"; }
                }""");
        plant("transport/low", "org/low/Named.java", """
                package org.low;
                import org.high.High;
                final class Named { int most() { return High.MOST; } }""");
        plant("transport/low", "org/low/Imported.java", """
                package org.low;
                import static org.high.High.MOST;
                final class Imported { int most() { return MOST; } }""");
        plant("transport/low", "org/low/Whole.java", """
                package org.low;
                @SuppressWarnings(org.high.High.Inner.NAME)
                final class Whole {}""");
        Sources sources = Sources.in(root);
        for (String user : List.of("Named", "Imported", "Whole")) {
            assertThat(sources.type("org.low." + user).needed()).as(user).containsExactly("org.high.High");
            assertThat(sources.type("org.low." + user).module()).isEqualTo("transport/low");
        }
    }

    @Test
    @DisplayName(
            "an object that nothing names is an arrow; an import for a comment is none, nor what a sealed type permits")
    void unnamed() throws IOException {
        plant("api/one", "org/one/Shape.java", """
                package org.one;
                import org.two.Report;
                /** Not a {@link Report}. */
                sealed interface Shape permits Round {}""");
        plant("api/one", "org/one/Round.java", """
                package org.one;
                record Round(int radius) implements Shape {
                    static int length(Middle middle) { return middle.report().length(); }
                }""");
        plant("api/one", "org/one/Middle.java", """
                package org.one;
                interface Middle { org.two.Report report(); }""");
        plant("api/two", "org/two/Report.java", """
                package org.two;
                public interface Report { int length(); }""");
        Sources sources = Sources.in(root);
        assertThat(sources.type("org.one.Shape").needed()).isEmpty();
        assertThat(sources.type("org.one.Round").needed())
                .containsExactly("org.one.Middle", "org.one.Shape", "org.two.Report");
    }

    @Test
    @DisplayName("what a file of Kotlin imports is an arrow")
    void kotlin() throws IOException {
        plant("api/one", "org/one/Ours.java", "package org.one; public final class Ours {}");
        Path file = root.resolve("api/other/src/main/kotlin/org/other/Calls.kt");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "package org.other\n\nimport kotlin.time.Duration\nimport org.one.Ours\n");
        assertThat(Sources.in(root).type("org.other.Calls").needed()).containsExactly("org.one.Ours");
    }

    @Test
    @DisplayName("static fields that can be set are found, also those of nested classes, and no others")
    void settable() throws IOException {
        plant("api/one", "org/one/State.java", """
                package org.one;
                final class State {
                    static final int[] FIXED = {1};
                    private static volatile int count;
                    int own;
                    interface Names { int FIRST = 1; }
                    static final class Inner { static String last; }
                }""");
        assertThat(Sources.in(root).settable()).containsExactly("org.one.State.Inner.last", "org.one.State.count");
    }

    @Test
    @DisplayName("circles of classes and of packages are found, also by constants")
    void circles() throws IOException {
        plant("api/one", "org/one/First.java", """
                package org.one;
                public final class First { public static final int A = Second.B; }""");
        plant("api/one", "org/one/Second.java", """
                package org.one;
                final class Second { static final int B = 1; Third third; }""");
        plant("api/one", "org/one/Third.java", """
                package org.one;
                final class Third { int c() { return First.A; } org.one.below.Fourth fourth; }""");
        plant("api/one", "org/one/below/Fourth.java", """
                package org.one.below;
                public final class Fourth { int d() { return org.one.First.A; } }""");
        Sources sources = Sources.in(root);
        assertThat(Circles.largest(sources)).containsExactly(Map.entry("org.one", sorted("First", "Second", "Third")));
        assertThat(Circles.ofPackages(sources)).containsExactly(sorted("org.one", "org.one.below"));
    }

    @Test
    @DisplayName("what the build makes of a source for several types is read as well, as its module's")
    void made() throws IOException {
        plant("api/one", "org/one/IntLoops.java", """
                package org.one;
                final class IntLoops {}""");
        Path made = root.resolve("api/one/target/generated-sources/primitives/org/one/LongLoops.java");
        Files.createDirectories(made.getParent());
        Files.writeString(made, """
                package org.one;
                final class LongLoops { IntLoops other; static int calls; }""");
        Sources sources = Sources.in(root);
        assertThat(sources.type("org.one.LongLoops").needed()).containsExactly("org.one.IntLoops");
        assertThat(sources.type("org.one.LongLoops").module()).isEqualTo("api/one");
        assertThat(sources.settable()).containsExactly("org.one.LongLoops.calls");
    }

    @Test
    @DisplayName("what a module will make that is built later is read from here, as that module's")
    void madeFirst() throws IOException {
        plant("api/one", "org/one/Table.java", """
                package org.one;
                final class Table {}""");
        Path made = root.resolve("api/conformance/target/made/api/one/src/main/java/org/one/Calls.java");
        Files.createDirectories(made.getParent());
        Files.writeString(made, """
                package org.one;
                final class Calls { Table table; }""");
        Sources sources = Sources.in(root);
        assertThat(sources.type("org.one.Calls").needed()).containsExactly("org.one.Table");
        assertThat(sources.type("org.one.Calls").module()).isEqualTo("api/one");
    }

    private static SortedSet<String> sorted(String... names) {
        return new TreeSet<>(List.of(names));
    }

    private void plant(String module, String name, String text) throws IOException {
        Path file = root.resolve(module).resolve("src/main/java").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
