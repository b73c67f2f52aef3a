package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The Gradle builds of the pages, next to the Maven builds of the same pages, which other tests run. No Gradle runs here: the only one
 * that a package manager has is older than the platforms which these builds import.
 */
@Tag("once")
class GradleOnPagesTest {

    private static final Pattern DEPENDENCY = Pattern.compile(
            "(?m)^\\s*(implementation|testImplementation|testRuntimeOnly|mavenBom)\\b(?: platform)?[ (]*'([^:']+):([^:']+)(?::([^']+))?'");
    private static final Pattern MAVEN_DEPENDENCY =
            Pattern.compile("<dependency>(?: <!--.*?-->)?(.*?)</dependency>", Pattern.DOTALL);
    private static final Pattern SPRING_PLUGIN = Pattern.compile("id 'org.springframework.boot' version '(.*?)'");
    private static final Pattern PROPERTY = Pattern.compile("ext\\['(.*?)'] = '(.*?)'");
    /** Gradle needs it in addition to JUnit, and Maven brings its own. */
    private static final String LAUNCHER = "junit-platform-launcher";

    private record Artifact(String group, String name, String version, boolean isTest) {}

    private static Stream<Page> pages() {
        return Page.all().stream().filter(page -> page.text().contains("```groovy\nplugins"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    @DisplayName("a Gradle build has the dependencies of its page's Maven build, in the same versions and scopes")
    void dependencies(Page page) {
        String gradle = block(page, "groovy\nplugins");
        List<Artifact> named = DEPENDENCY
                .matcher(gradle)
                .results()
                .map(GradleOnPagesTest::gradle)
                .filter(artifact -> !artifact.name().equals(LAUNCHER))
                .toList();

        assertThat(named)
                .hasSizeGreaterThan(3)
                .containsExactlyInAnyOrderElementsOf(maven(block(page, "xml\n<project")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    @DisplayName("what a Gradle build names of this project is in the BOM, and the BOM has its version")
    void ours(Page page) throws IOException {
        String bom = Files.readString(page.root().resolve("api/bom/pom.xml"));
        List<Artifact> ours = DEPENDENCY
                .matcher(block(page, "groovy\nplugins"))
                .results()
                .map(GradleOnPagesTest::gradle)
                .filter(artifact -> artifact.group().equals("org.reactivempi"))
                .toList();

        assertThat(ours)
                .isNotEmpty()
                .allSatisfy(artifact -> assertThat(bom).contains("<artifactId>" + artifact.name() + "</artifactId>"))
                .allSatisfy(artifact -> assertThat(artifact.version()).isIn("", element(bom, "version")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    @DisplayName("its other versions are those of the Maven build, too")
    void versions(Page page) {
        String gradle = block(page, "groovy\nplugins");
        String maven = block(page, "xml\n<project");

        SPRING_PLUGIN
                .matcher(gradle)
                .results()
                .forEach(plugin -> assertThat(maven)
                        .contains("<artifactId>spring-boot-starter-parent</artifactId>\n    <version>" + plugin.group(1)
                                + "<"));
        PROPERTY.matcher(gradle)
                .results()
                .forEach(property ->
                        assertThat(element(maven, property.group(1))).isEqualTo(property.group(2)));
        Map<String, String> tests = DEPENDENCY
                .matcher(gradle)
                .results()
                .map(GradleOnPagesTest::gradle)
                .filter(Artifact::isTest)
                .collect(Collectors.toMap(Artifact::name, Artifact::version));
        if (tests.containsKey(LAUNCHER)) {
            assertThat(tests).containsEntry(LAUNCHER, tests.get("junit-jupiter"));
        }
    }

    private static Artifact gradle(MatchResult found) {
        String version = found.group(4) == null ? "" : found.group(4);
        return new Artifact(
                found.group(2), found.group(3), version, found.group(1).startsWith("test"));
    }

    private static List<Artifact> maven(String pom) {
        List<Artifact> artifacts = new ArrayList<>();
        MAVEN_DEPENDENCY
                .matcher(pom)
                .results()
                .map(found -> found.group(1))
                .forEach(dependency -> artifacts.add(new Artifact(
                        element(dependency, "groupId"),
                        element(dependency, "artifactId"),
                        element(dependency, "version"),
                        element(dependency, "scope").equals("test"))));
        return artifacts;
    }

    private static String element(String xml, String name) {
        Matcher matcher = Pattern.compile("<" + Pattern.quote(name) + ">(.*?)<").matcher(xml);
        return matcher.find() ? matcher.group(1) : "";
    }

    /** What stands between the fences of the block that begins so. */
    private static String block(Page page, String beginning) {
        String text = page.text();
        int start = text.indexOf("```" + beginning);
        assertThat(start).as(beginning).isPositive();
        return text.substring(start + "```".length(), text.indexOf("\n```", start));
    }
}
