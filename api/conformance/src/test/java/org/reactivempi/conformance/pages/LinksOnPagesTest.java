package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Links between pages, pictures and sources lead somewhere, and those to headings lead to headings, as GitHub names them. */
@Tag("once")
class LinksOnPagesTest {

    private static final Pattern BLOCK = Pattern.compile("^```.*?^```", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#{1,6} (.+)$", Pattern.MULTILINE);
    private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");

    private static Stream<Page> pages() {
        return Stream.concat(Page.all().stream(), Stream.of(Page.named("CONTRIBUTING.md"), Page.named("CHANGELOG.md")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    @DisplayName("links lead somewhere")
    void links(Page page) {
        assertThat(linksOn(page).filter(link -> !leadsSomewhere(page, link))).isEmpty();
    }

    @Test
    @DisplayName("docs/README.md leads to all pages, but to the decisions by their list")
    void index() {
        Page index = Page.named("docs/README.md");
        List<Path> linked =
                linksOn(index).map(link -> index.path().resolveSibling(link)).toList();

        assertThat(Page.all().stream().map(Page::path).filter(LinksOnPagesTest::isForTheIndex))
                .isNotEmpty()
                .allSatisfy(page -> assertThat(linked).contains(page));
    }

    @Test
    @DisplayName("docs/adr/README.md lists all decisions")
    void decisions() {
        Page list = Page.named("docs/adr/README.md");

        assertThat(Page.all().stream().map(Page::path).filter(page -> page.startsWith("docs/adr")))
                .isNotEmpty()
                .allSatisfy(page -> assertThat(page.equals(list.path())
                                || linksOn(list).anyMatch(page.getFileName().toString()::equals))
                        .describedAs(page.toString())
                        .isTrue());
    }

    private static boolean isForTheIndex(Path page) {
        return page.startsWith("docs/guide") || page.getNameCount() == 2 && !page.endsWith("README.md");
    }

    private static Stream<String> linksOn(Page page) {
        String prose = CODE.matcher(BLOCK.matcher(page.text()).replaceAll("")).replaceAll("");
        return LINK.matcher(prose)
                .results()
                .map(link -> link.group(1))
                .filter(link -> !ELSEWHERE.matcher(link).matches());
    }

    private static boolean leadsSomewhere(Page page, String link) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty()
                ? page.path()
                : page.path().resolveSibling(parts[0]).normalize();
        return Files.exists(page.root().resolve(target))
                && (parts.length == 1 || anchors(new Page(page.root(), target)).contains(parts[1]));
    }

    private static Set<String> anchors(Page page) {
        List<String> headings = HEADING.matcher(BLOCK.matcher(page.text()).replaceAll(""))
                .results()
                .map(heading -> heading.group(1))
                .toList();
        return headings.stream().map(LinksOnPagesTest::anchor).collect(Collectors.toSet());
    }

    /** Of text alone, in lower case, with hyphens for spaces. */
    private static String anchor(String heading) {
        String text = heading.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").toLowerCase(Locale.ROOT);
        return text.replaceAll("[^\\p{L}\\p{N}_ -]", "").strip().replace(' ', '-');
    }
}
