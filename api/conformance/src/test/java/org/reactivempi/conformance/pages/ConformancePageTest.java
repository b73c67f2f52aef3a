package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The page of rules and the tests agree. Its sentences are written by hand, and the tests of each rule are made from the code:
 * with {@code -Dpages.write=true} they are written into the page, else compared with what stands there.
 */
@Tag("once")
class ConformancePageTest {

    private static final Page PAGE = Page.named("docs/conformance.md");
    private static final Pattern RULE = Pattern.compile("^\\| ([A-Z]+-\\d+) \\|");
    /** The rule and what it says, and the cell of its tests. */
    private static final Pattern ROW = Pattern.compile("(\\| ([A-Z]+-\\d+) \\| .* \\| )([^|]*) \\|");

    private static final String NO_TEST = "none yet";

    private final List<TestMethod> tests = TestMethod.below(PAGE.root());

    @Test
    @DisplayName("docs/conformance.md has every rule that a test opens with")
    void rules() {
        assertThat(all(test -> test.rules().stream())).isNotEmpty().isSubsetOf(onPage(RULE));
    }

    @Test
    @DisplayName("docs/conformance.md gives each rule all tests that open with it, or says that there is none")
    void testsOfEachRule() throws IOException {
        String made = PAGE.lines().stream().map(line -> made(line) + "\n").collect(Collectors.joining());
        Made.check(PAGE.root().resolve(PAGE.path()), made, ConformancePageTest.class);
    }

    /** A line as it has to be. */
    private String made(String line) {
        Matcher row = ROW.matcher(line);
        return row.matches() ? row.group(1) + testsOf(row.group(2)) + " |" : line;
    }

    private String testsOf(String rule) {
        String all = tests.stream()
                .filter(test -> test.rules().contains(rule))
                .map(test -> "`" + test.reference() + "`")
                .distinct()
                .collect(Collectors.joining("<br>"));
        return all.isEmpty() ? NO_TEST : all;
    }

    @Test
    @DisplayName("docs/conformance.md has nothing but such rows for rules")
    void rows() {
        assertThat(PAGE.lines().stream().filter(line -> RULE.matcher(line).find()))
                .isNotEmpty()
                .allMatch(line -> ROW.matcher(line).matches());
    }

    @Test
    @DisplayName("tests open with their rules in one form alone, so that each is found")
    void form() {
        assertThat(tests)
                .allSatisfy(test -> assertThat(test.isWellFormed())
                        .as(
                                "%s: \"%s\" should open as in \"ORD-1, ORD-2 a message ...\"",
                                test.reference(), test.rest())
                        .isTrue());
    }

    @Test
    @DisplayName("docs/conformance.md has each rule once; those of a family stand together, and in order")
    void order() {
        List<String> rules = PAGE.lines().stream()
                .flatMap(line -> groups(RULE, line).stream())
                .toList();
        List<String> families =
                rules.stream().map(ConformancePageTest::family).distinct().toList();

        assertThat(rules)
                .doesNotHaveDuplicates()
                .isSortedAccordingTo(Comparator.comparingInt((String rule) -> families.indexOf(family(rule)))
                        .thenComparingInt(ConformancePageTest::number));
    }

    private static String family(String rule) {
        return rule.substring(0, rule.indexOf('-'));
    }

    private static int number(String rule) {
        return Integer.parseInt(rule.substring(rule.indexOf('-') + 1));
    }

    private Set<String> all(Function<TestMethod, Stream<String>> part) {
        return tests.stream().flatMap(part).collect(Collectors.toSet());
    }

    private static Set<String> onPage(Pattern pattern) {
        return PAGE.lines().stream()
                .flatMap(line -> groups(pattern, line).stream())
                .collect(Collectors.toSet());
    }

    private static Set<String> groups(Pattern pattern, String line) {
        return pattern.matcher(line).results().map(match -> match.group(1)).collect(Collectors.toSet());
    }
}
