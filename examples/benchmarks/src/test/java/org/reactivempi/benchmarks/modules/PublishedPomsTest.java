package org.reactivempi.benchmarks.modules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What users get of the poms: the BOM names all that is published, and no pom has more than its module needs. */
class PublishedPomsTest {

    private static final String BOM = "reactive-mpi-bom";
    private static final Pattern RELEASE = Pattern.compile("<maven.compiler.release>(\\d+)<");

    /** Each module that has code for users. */
    private static Stream<Path> modules() {
        return Modules.with("pom.xml")
                .filter(module -> !source(module).contains("<maven.deploy.skip>true"))
                .filter(module -> !artifact(module).equals(BOM));
    }

    /** The modules that this JDK can build. */
    private static Stream<Path> built() {
        return modules()
                .filter(module -> RELEASE.matcher(source(module))
                        .results()
                        .allMatch(release -> Integer.parseInt(release.group(1))
                                <= Runtime.version().feature()));
    }

    @Test
    @DisplayName("the BOM names each module that is published, and no other")
    void bom() {
        List<String> named = Pattern.compile("<artifactId>(reactive-mpi[a-z-]*|rmpirun)</artifactId>\\s*<version>\\$")
                .matcher(source(Modules.ROOT.resolve("api/bom")))
                .results()
                .map(result -> result.group(1))
                .toList();

        assertThat(named)
                .containsExactlyInAnyOrderElementsOf(
                        modules().map(PublishedPomsTest::artifact).toList());
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"netty.version", "reactor-test.version", "picocli.version"})
    @DisplayName("the BOM's versions are those that the library is tested with")
    void versions(String property) {
        assertThat(first("<" + property + ">(.*?)<", source(Modules.ROOT.resolve("api/bom"))))
                .isEqualTo(first("<" + property + ">(.*?)<", source(Modules.ROOT)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("built")
    @DisplayName(
            "a published pom stands for itself: no parent, no versions of what the module doesn't need, and who has made it")
    void published(Path module) throws IOException {
        String pom = Files.readString(module.resolve("target/published-pom.xml"));

        assertThat(pom)
                .doesNotContain("<parent>", "<dependencyManagement>", "<properties>", "<build>", "<scope>test</scope>")
                .contains("<description>", "<url>", "<license>", "<developer>", "<scm");
        assertThat(source(module)).contains("<description>");
    }

    private static String artifact(Path module) {
        return first("</parent>\\s*<artifactId>(.*?)<", source(module));
    }

    private static String first(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }

    private static String source(Path module) {
        return Modules.read(module.resolve("pom.xml"));
    }
}
