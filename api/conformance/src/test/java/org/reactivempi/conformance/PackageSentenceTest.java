package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.conformance.Sources.PackageInfo;

/** The sentence of a package-info is compared with the code in both directions, and corrected on request. */
@Tag("once")
class PackageSentenceTest {

    /** Those of the same module by the alphabet, then the others. */
    private static final String RIGHT =
            "Called by {@code below.deep}, {@code one} and {@code api/the-two}; knows {@code rest}.";

    @TempDir
    private Path root;

    @BeforeEach
    void plant() throws IOException {
        write("api/one", "org/one/Top.java", "package org.one; class Top { org.one.mid.Mid mid; }");
        write("api/one", "org/one/mid/Mid.java", """
                package org.one.mid;
                public class Mid { public static final int A = org.one.rest.Rest.B; }""");
        write(
                "api/one",
                "org/one/rest/Rest.java",
                "package org.one.rest; public class Rest { public static final int B = 1; }");
        write(
                "api/one",
                "org/one/below/deep/Deep.java",
                "package org.one.below.deep; class Deep { int a = org.one.mid.Mid.A; }");
        write("api/one", "org/one/far/deep/Far.java", "package org.one.far.deep; class Far {}");
        write("api/the-two", "org/two/Two.java", "package org.two; class Two extends org.one.mid.Mid {}");
        write("examples/x", "org/x/Example.java", "package org.x; class Example extends org.one.mid.Mid {}");
    }

    @Test
    @DisplayName("callers and what is known are those of the code, by constants too, and without examples")
    void right() throws IOException {
        PackageInfo info = info("Called by nobody.");
        assertThat(PackageSentence.saidIn(info)).isEmpty();
        assertThat(new PackageSentence(Sources.in(root)).rightFor(info)).isEqualTo(RIGHT);
    }

    @Test
    @DisplayName("a sentence is found across lines; one that says too few, or too many, is another")
    void said() throws IOException {
        assertThat(PackageSentence.saidIn(info(RIGHT.replace("{@code api", "\n * {@code api"))))
                .containsExactly(RIGHT);
        assertThat(PackageSentence.saidIn(info("Called by {@code one}; knows {@code rest}.")))
                .containsExactly("Called by {@code one}; knows {@code rest}.");
        assertThat(PackageSentence.saidIn(
                        info("Called by no other package; knows {@code rest}, {@code b} and {@code c}.")))
                .containsExactly("Called by no other package; knows {@code rest}, {@code b} and {@code c}.");
    }

    @Test
    @DisplayName("a wrong sentence is corrected, in lines of a length, and all around it stays")
    void corrected() throws IOException {
        PackageInfo info = info("Before it. Called by no\n * other package; knows {@code no}. "
                + "And on. ".repeat(20).strip());
        new PackageSentence(Sources.in(root)).write(info);
        PackageInfo now = Sources.in(root).packageInfos().get(0);
        assertThat(PackageSentence.saidIn(now)).containsExactly(RIGHT);
        assertThat(now.text().lines()).allMatch(line -> line.length() <= 130);
        assertThat(now.text().replaceAll("\\s+(\\* )?", " "))
                .isEqualTo(info.text()
                        .replaceAll("\\s+(\\* )?", " ")
                        .replace("Called by no other package; knows {@code no}.", RIGHT));
        assertThat(Stream.of("/**\n * Mid.\n *\n * <pre>\n *  a   b\n * </pre>\n", "\n *\n * <p>Last.\n */\n"))
                .allMatch(now.text()::contains);
    }

    private PackageInfo info(String sentence) throws IOException {
        write(
                "api/one",
                "org/one/mid/package-info.java",
                "/**\n * Mid.\n *\n * <pre>\n *  a   b\n * </pre>\n * " + sentence
                        + "\n *\n * <p>Last.\n */\npackage org.one.mid;\n");
        return Sources.in(root).packageInfos().get(0);
    }

    private void write(String module, String name, String text) throws IOException {
        Path file = root.resolve(module).resolve("src/main/java").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
