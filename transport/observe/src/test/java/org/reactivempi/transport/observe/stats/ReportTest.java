package org.reactivempi.transport.observe.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.observe.count.PeerCounts.Number;
import org.reactivempi.transport.observe.parts.Parts;

class ReportTest {

    @TempDir
    Path directory;

    private static final int CONTEXT = ContextId.of(2, ContextId.Purpose.MESSAGES);

    private static final RankStats ONE = new RankStats(
            1,
            3,
            Map.of(
                    0, peer(1, 2048, 1000, 64_000, 950, 900, 3, 12_300_000, 0, 12, 0),
                    2, peer(0, 0, 7, 70, 7, 7, 0, 0, 2, 0, 0)),
            2,
            List.of(
                    new Wait(1_203_000_000L, OperationKind.IRECV, -1, 7, CONTEXT, 64, ""),
                    new Wait(1_000_000_000L, OperationKind.GET, 2, -1, CONTEXT, 4096, "window \"my table\""),
                    new Wait(900_000_000L, OperationKind.FENCE, -1, -1, CONTEXT, 0, "window 3 of world")),
            Map.of(0, new RankStats.Late(3, 1_500_000), 2, new RankStats.Late(40, 2_000_000_000L)));

    /** In the order of {@link Number}. */
    private static Map<Number, Long> peer(long... numbers) {
        return RankStats.peer(number -> numbers[number.ordinal()]);
    }

    @Test
    @DisplayName("matrix, waits and hints; of ranks that wrote nothing, what others have seen")
    void words() throws IOException {
        Path part = directory.resolve("part");
        Path report = directory.resolve("report");
        StatsText.write(ONE, Parts.create(part));
        JobStats.merge(List.of(part), report);
        assertThat(Files.readAllLines(report))
                .containsExactly(
                        "messages sent, and their bytes:",
                        "  from \\ to          0          1          2",
                        "          0          -       1000          -",
                        "                         62.5 KiB",
                        "          1          1          -          -",
                        "               2.0 KiB",
                        "          2          -          7          -",
                        "                         70 bytes",
                        "slowest waits:",
                        "  rank 1: 1.203 s in irecv(source any, tag 7, communicator 2), 64 bytes",
                        "  rank 1: 1.000 s in get(target 2, window \"my table\"), 4.0 KiB",
                        "  rank 1: 900.000 ms in fence(window 3 of world)",
                        "collective operations waited longest for:",
                        "  rank 2: 2.000 s in 40 operations of all ranks",
                        "  rank 0: 1.500 ms in 3 operations of all ranks",
                        "hints:",
                        "  rank 1: 900 eager messages from rank 0 (of 1000 in all) were unexpected: post receives earlier",
                        "  rank 1: rank 0 took no more eager messages 3 times, 12.300 ms in all: receive faster there, or"
                                + " raise its eager-credit-bytes",
                        "  rank 1: the connection with rank 2 broke 2 times: look at the network between them",
                        "  rank 1: 12 answers of rank 0 came when nobody waited for them any more: answer faster there, or"
                                + " give questions more time",
                        "  rank 1: refused 2 connections: somebody else knows its address",
                        "of rank 0, 2 only what others have seen: it did not come to its end");
    }

    @Test
    @DisplayName("a part that is something else is named")
    void garbage() throws IOException {
        Path file = Files.writeString(directory.resolve("part"), "hello\n");
        assertThat(catchException(() -> StatsText.read(file))).hasMessage(file + " is no statistics of a rank");
    }
}
