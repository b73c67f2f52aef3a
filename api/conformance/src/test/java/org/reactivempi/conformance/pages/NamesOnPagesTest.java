package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables that lead from MPI's names to those here name what exists, and every chapter of MPI. */
@Tag("once")
class NamesOnPagesTest {

    private static final String BY_CHAPTER = "docs/guide/mpi-and-reactor.md";

    private static final Pattern ROW = Pattern.compile("\\|.*\\bMPIX?_.*\\|(.+)\\|");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern NAME = Pattern.compile("\\b([a-z]\\w+)\\(|^([a-z]\\w+)$");
    private static final Pattern MEMBER = Pattern.compile("\\b([A-Z]\\w+\\.[A-Za-z]\\w*)");

    /** Of Java and Reactor. */
    private static final Set<String> OTHERS = Set.of(
            "block",
            "subscribe",
            "when",
            "onError",
            "onErrorResume",
            "catch",
            "nanoTime",
            "getMessage",
            "getLocalHost",
            "getHostName",
            "allocateDirect");

    private static final Set<String> OTHER_TYPES = Set.of("InetAddress", "System", "ByteBuffer", "Point", "Math");

    @ParameterizedTest
    @ValueSource(strings = {BY_CHAPTER, "docs/guide/coming-from-c.md"})
    @DisplayName("what stands beside MPI's names exists")
    void names(String page) {
        List<String> names = code(page).flatMap(NamesOnPagesTest::namesIn).toList();

        assertThat(names.stream().filter(name -> !OTHERS.contains(name)))
                .hasSizeGreaterThan(50)
                .isSubsetOf(members());
    }

    @ParameterizedTest
    @ValueSource(strings = {BY_CHAPTER, "docs/guide/coming-from-c.md"})
    @DisplayName("members that are named with their types exist")
    void members(String page) {
        assertThat(code(page)
                        .flatMap(code -> MEMBER.matcher(code).results().map(MatchResult::group))
                        .filter(member -> !OTHER_TYPES.contains(member.substring(0, member.indexOf('.')))))
                .hasSizeGreaterThan(10)
                .allMatch(CallRow::exists);
    }

    @Test
    @DisplayName("the table of names has each chapter from 3 to 14")
    void chapters() {
        String text = Page.named(BY_CHAPTER).text();
        String tables = text.substring(text.indexOf("## From MPI's names to those here"));

        assertThat(IntStream.rangeClosed(3, 14))
                .allSatisfy(chapter -> assertThat(tables)
                        .containsPattern(
                                Pattern.compile("^###.* " + chapter + " |Chapter " + chapter, Pattern.MULTILINE)));
    }

    /** In the last column. */
    private static Stream<String> code(String page) {
        return Page.named(page).lines().stream()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .flatMap(row -> CODE.matcher(row.group(1)).results())
                .map(code -> code.group(1));
    }

    private static Stream<String> namesIn(String code) {
        return NAME.matcher(code).results().map(name -> name.group(1) == null ? name.group(2) : name.group(1));
    }

    private static Set<String> members() {
        Path sources = Page.named("README.md").root().resolve("api/mpi/src/main/java/org/reactivempi");
        try (Stream<Path> files = Files.list(sources)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".java") && !name.equals("package-info.java"))
                    .map(name -> name.replace(".java", ""))
                    .flatMap(NamesOnPagesTest::methods)
                    .map(Method::getName)
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Also of the types inside. */
    private static Stream<Method> methods(String type) {
        try {
            Class<?> found = Class.forName("org.reactivempi." + type, false, Page.class.getClassLoader());
            return Stream.concat(Stream.of(found), Arrays.stream(found.getClasses()))
                    .filter(each -> Modifier.isPublic(each.getModifiers()))
                    .flatMap(each -> Arrays.stream(each.getMethods()));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
