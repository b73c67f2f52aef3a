package org.reactivempi.conformance.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.observe.meters.MpiMeter;

class MetersPageTest {

    private static final Path PAGE = Path.of("../../docs/guide/meters.md");
    private static final String START = "<!-- Made from the code by MetersPageTest. -->\n";
    private static final String END = "<!-- Up to here. -->\n";

    @Test
    @DisplayName("docs/guide/meters.md has each meter's name, kind, unit, tags and description, as the code has them")
    void table() throws IOException {
        String page = Files.readString(PAGE);
        String expected =
                page.substring(0, page.indexOf(START) + START.length()) + made() + page.substring(page.indexOf(END));
        if (Boolean.getBoolean("pages.write")) {
            Files.writeString(PAGE, expected);
        }
        assertThat(Files.readString(PAGE))
                .describedAs("out of date; write it by: mvn -pl api/conformance -am test -Dtest=MetersPageTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dpages.write=true")
                .isEqualTo(expected);
    }

    private static String made() {
        return "| meter | kind | unit | tags | what it says | MPICH, Open MPI |\n| --- | --- | --- | --- | --- | --- |\n"
                + Arrays.stream(MpiMeter.values()).map(MetersPageTest::row).collect(Collectors.joining());
    }

    private static String row(MpiMeter meter) {
        String tags = meter.tags().stream().map(tag -> "`" + tag + "`").collect(Collectors.joining(", "));
        String peers = Arrays.stream(meter.peers().split(", ", -1))
                .filter(name -> !name.isEmpty())
                .map(name -> "`" + name + "`")
                .collect(Collectors.joining(", "));
        return "| `%s` | %s | %s | %s | %s | %s |\n"
                .formatted(meter.meterName(), meter.type(), meter.unit(), tags, meter.description(), peers);
    }
}
