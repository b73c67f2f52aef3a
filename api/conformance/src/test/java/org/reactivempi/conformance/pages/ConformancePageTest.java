package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The page of rules and the tests agree. */
class ConformancePageTest {

    private static final Page PAGE = Page.named("docs/conformance.md");
    private static final Pattern RULE = Pattern.compile("^\\| ([A-Z]+-\\d+) \\|");
    private static final Pattern REFERENCE = Pattern.compile("`(\\w+#\\w+)`");

    private final List<TestMethod> tests = TestMethod.below(PAGE.root());

    @Test
    @DisplayName("docs/conformance.md has every rule that a test opens with")
    void rules() {
        assertThat(all(test -> test.rules().stream())).isNotEmpty().isSubsetOf(onPage(RULE));
    }

    @Test
    @DisplayName("docs/conformance.md names tests that exist")
    void references() {
        assertThat(onPage(REFERENCE)).isNotEmpty().isSubsetOf(all(test -> Stream.of(test.reference())));
    }

    @Test
    @DisplayName("docs/conformance.md gives each rule a test that opens with it")
    void eachRuleHasATest() {
        for (String row : PAGE.lines()) {
            Set<String> named = groups(REFERENCE, row);
            for (String rule : groups(RULE, row)) {
                assertThat(tests)
                        .as(rule)
                        .anyMatch(test -> test.rules().contains(rule) && named.contains(test.reference()));
            }
        }
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
