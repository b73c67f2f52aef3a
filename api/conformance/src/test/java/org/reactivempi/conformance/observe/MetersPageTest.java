package org.reactivempi.conformance.observe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.conformance.pages.Made;
import org.reactivempi.transport.observe.meters.MpiMeter;

class MetersPageTest {

    private static final Path PAGE = Path.of("../../docs/guide/meters.md");
    private static final String START = "<!-- Made from the code by MetersPageTest. -->\n";
    private static final String END = "<!-- Up to here. -->\n";

    @Test
    @DisplayName("docs/guide/meters.md has each meter's name, kind, unit, tags and description, as the code has them")
    void table() throws IOException {
        Made.checkPart(PAGE, START, made(), END, MetersPageTest.class);
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
