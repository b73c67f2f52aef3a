package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a new channel joins the TCK, on the page for contributors. */
@Tag("once")
class NewChannelTest {

    private static final Page PAGE = Page.named("CONTRIBUTING.md");
    private static final String EXAMPLE =
            "transport/local/src/test/java/org/reactivempi/transport/local/LocalChannelTest.java";

    @Test
    @DisplayName(
            "CONTRIBUTING.md shows how a channel joins the TCK as one does, in a class that the build compiles and runs")
    void example() throws IOException {
        String source = Files.readString(PAGE.root().resolve(EXAMPLE));
        String shown = source.substring(source.indexOf("import "));

        assertThat(String.join("\n", PAGE.lines())).contains("```java\n" + shown + "```");
    }
}
