package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactivempi.conformance.simulated.conversations.Conversation;

/**
 * The table of the rules that conversations stand for says what they say. Its last column, why others do not run like that, is written by
 * hand; the one before is made: with {@code -Dpages.write=true} it is written into the page, else compared with what stands there.
 */
@Tag("once")
class ScheduledRulesPageTest {

    private static final Page PAGE = Page.named("docs/reliability.md");
    private static final Page RULES = Page.named("docs/conformance.md");

    private static final Pattern RULE = Pattern.compile("\\b([A-Z]{2,4})-(\\d+)\\b");
    private static final Pattern RULE_OF_PAGE = Pattern.compile("^\\| ([A-Z]+-\\d+) \\|");

    /** The family and what it is about, the numbers of rules, and what the others need. */
    private static final Pattern ROW = Pattern.compile("(\\| ([A-Z]{2,4}): [^|]+ \\| )([^|]*?) \\| (?:([^|]+) )?\\|");

    private static final String NONE = "none";
    private static final String ALL = "all";

    private static final Set<String> OF_PAGE = RULES.lines().stream()
            .map(RULE_OF_PAGE::matcher)
            .filter(Matcher::find)
            .map(row -> row.group(1))
            .collect(Collectors.toSet());

    private static final Set<String> OF_CONVERSATIONS = Conversation.all().stream()
            .flatMap(each -> RULE.matcher(each.rules()).results())
            .map(rule -> rule.group())
            .collect(Collectors.toSet());

    @Test
    @DisplayName("conversations are about rules that docs/conformance.md has")
    void rules() {
        assertThat(OF_CONVERSATIONS).isNotEmpty().isSubsetOf(OF_PAGE);
    }

    @Test
    @DisplayName("docs/reliability.md says of each family of rules which of them conversations stand for")
    void made() throws IOException {
        String made = PAGE.lines().stream()
                .map(ScheduledRulesPageTest::made)
                .map(line -> line + "\n")
                .collect(Collectors.joining());
        Made.check(PAGE.root().resolve(PAGE.path()), made, ScheduledRulesPageTest.class);
    }

    /** A line as it has to be. */
    private static String made(String line) {
        Matcher row = ROW.matcher(line);
        return row.matches()
                ? row.group(1) + numbers(row.group(2)) + " | " + (row.group(4) == null ? "" : row.group(4) + " ") + "|"
                : line;
    }

    private static String numbers(String family) {
        Set<Integer> numbers = numbers(family, OF_CONVERSATIONS);
        if (numbers.isEmpty()) {
            return NONE;
        }
        return numbers.equals(numbers(family, OF_PAGE))
                ? ALL
                : numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static Set<Integer> numbers(String family, Set<String> rules) {
        return rules.stream()
                .map(RULE::matcher)
                .filter(Matcher::matches)
                .filter(rule -> rule.group(1).equals(family))
                .map(rule -> Integer.valueOf(rule.group(2)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    @DisplayName(
            "docs/reliability.md has each family of rules once, and says why rules of it do not run under schedules")
    void families() {
        List<Matcher> rows =
                PAGE.lines().stream().map(ROW::matcher).filter(Matcher::matches).toList();
        assertThat(rows.stream().map(row -> row.group(2)))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(OF_PAGE.stream()
                        .map(rule -> rule.substring(0, rule.indexOf('-')))
                        .collect(Collectors.toSet()));
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.group(4) == null)
                        .as("%s has reasons where rules of it are missing", row.group(2))
                        .isEqualTo(ALL.equals(numbers(row.group(2)))));
    }
}
