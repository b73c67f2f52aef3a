package org.reactivempi.transport.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.transport.engine.event.OperationKind;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MergerTest {

    private static final long FLIGHT = 30_000;
    private static final long AHEAD = 7_000_000_000L;
    private static final int MESSAGES = 5;

    @TempDir
    Path directory;

    private PartHeader header(int rank, long clock, long nanos, long epochNanos) {
        return new PartHeader(rank, 2, 100 + rank, clock, epochNanos, nanos, "host-" + clock);
    }

    /** A part in which a rank sends messages, and gets some, at these times of its own clock. */
    private Path part(PartHeader header, long[] sends, long[] arrivals) throws IOException {
        Path file = directory.resolve("trace." + header.rank() + ".part");
        Ring ring = new Ring(1024);
        PartWriter writer = PartWriter.start(file, ring, header);
        int peer = 1 - header.rank();
        for (int i = 0; i < sends.length; i++) {
            ring.put(head(Entry.Kind.BEGIN, OperationKind.ISEND.ordinal()), sends[i], 0, peer, 8, 0, 0);
            ring.put(head(Entry.Kind.SENT, 0), sends[i] + 1, 0, peer, 8, i, 0);
            ring.put(head(Entry.Kind.END, 0), sends[i] + 2, 0, OperationKind.ISEND.ordinal(), 8, 0, -1);
        }
        for (int i = 0; i < arrivals.length; i++) {
            ring.put(head(Entry.Kind.BEGIN, OperationKind.IRECV.ordinal()), arrivals[i] - 5, 0, peer, 0, 0, 0);
            ring.put(head(Entry.Kind.ARRIVED, 0), arrivals[i] + 1, 0, peer, 8, i, i);
            ring.put(head(Entry.Kind.END, 0), arrivals[i] + 2, 0, OperationKind.IRECV.ordinal(), 8, 0, i);
        }
        assertThat(writer.close()).isTrue();
        return file;
    }

    private static long head(Entry.Kind kind, int flags) {
        return Entry.head(kind, flags, 0);
    }

    private static long[] times(long from, long step) {
        long[] times = new long[MESSAGES];
        for (int i = 0; i < times.length; i++) {
            times[i] = from + i * step;
        }
        return times;
    }

    private List<JsonNode> merged(Path... parts) throws IOException {
        Path file = directory.resolve("trace");
        Merger.merge(List.of(parts), file);
        List<JsonNode> events = new ArrayList<>();
        JsonMapper.shared().readTree(file.toFile()).get("traceEvents").forEach(events::add);
        return events;
    }

    private static List<Double> times(List<JsonNode> events, int rank, String phase) {
        return events.stream()
                .filter(event -> event.get("pid").asInt() == rank + 1)
                .filter(event -> event.get("ph").asString().equals(phase))
                .map(event -> event.get("ts").asDouble())
                .toList();
    }

    @Test
    @DisplayName("clocks of two hosts are brought together by the messages between them, whatever the times of day are")
    void twoHosts() throws IOException {
        long[] sends0 = times(1_000_000, 1_000_000);
        long[] sends1 = times(1_500_000 + AHEAD, 1_000_000);
        long[] arrivals1 = times(sends0[0] + FLIGHT + AHEAD, 1_000_000);
        long[] arrivals0 = times(sends1[0] + FLIGHT - AHEAD, 1_000_000);
        List<JsonNode> events = merged(
                part(header(0, 1, 0, 0), sends0, arrivals0), part(header(1, 2, AHEAD, 123_456_789), sends1, arrivals1));

        for (int i = 0; i < MESSAGES; i++) {
            double sent = times(events, 0, "s").get(i);
            double received = times(events, 1, "f").get(i);
            assertThat(received - sent).isBetween(FLIGHT / 1000.0 - 0.01, FLIGHT / 1000.0 + 0.01);
        }
    }

    @Test
    @DisplayName("both ends of an arrow stand on moments, or Perfetto turns around those to receives that had waited")
    void ends() throws IOException {
        long[] sends = times(1_000_000, 1_000_000);
        long[] arrivals = times(sends[0] + FLIGHT, 1_000_000);
        List<JsonNode> events =
                merged(part(header(0, 1, 0, 0), sends, new long[0]), part(header(1, 1, 0, 0), new long[0], arrivals));

        assertThat(times(events, 0, "i")).containsAll(times(events, 0, "s"));
        assertThat(times(events, 1, "i")).containsAll(times(events, 1, "f"));
        assertThat(times(events, 1, "f")).hasSize(MESSAGES);
    }

    @Test
    @DisplayName("where messages went one way only, the times of day decide, but none comes before it was sent")
    void oneWay() throws IOException {
        long[] sends = times(1_000_000, 1_000_000);
        long[] arrivals = times(sends[0] + FLIGHT + AHEAD, 1_000_000);
        long[] none = {};
        long wrong = 1_000_000_000L;
        List<JsonNode> events =
                merged(part(header(0, 1, 0, 0), sends, none), part(header(1, 2, AHEAD, -wrong), none, arrivals));
        for (int i = 0; i < MESSAGES; i++) {
            assertThat(times(events, 1, "f").get(i))
                    .isGreaterThanOrEqualTo(times(events, 0, "s").get(i));
        }
    }

    @Test
    @DisplayName("the part of a rank that was killed is there as far as it goes; what it had begun is marked")
    void killed() throws IOException {
        long[] sends = times(1_000_000, 1_000_000);
        long[] arrivals = times(sends[0] + FLIGHT, 1_000_000);
        Path cut = part(header(0, 1, 0, 0), sends, new long[0]);
        try (FileChannel file = FileChannel.open(cut, StandardOpenOption.WRITE)) {
            // One whole message, the next one's begin and its send, and half of an entry.
            file.truncate(PartHeader.BYTES + 5L * Entry.BYTES + 20);
        }
        List<JsonNode> events = merged(cut, part(header(1, 1, 0, 0), new long[0], arrivals));

        assertThat(times(events, 0, "B")).hasSameSizeAs(times(events, 0, "E"));
        assertThat(times(events, 0, "s")).hasSize(2);
        // The other messages have come, too, but nobody knows when they were sent.
        assertThat(times(events, 1, "f")).hasSize(2);
        assertThat(times(events, 1, "B")).hasSize(MESSAGES);
        assertThat(find(events, event -> event.at("/args/outcome").asString("").startsWith("not ended")))
                .isEqualTo(1);
        assertThat(find(events, event -> event.at("/args/name").asString("").contains("cut off")))
                .isEqualTo(2);
    }

    private static long find(List<JsonNode> events, Predicate<JsonNode> condition) {
        return StreamSupport.stream(events.spliterator(), false)
                .filter(condition)
                .count();
    }

    @Test
    @DisplayName("what is no part of a trace is named")
    void garbage() throws IOException {
        Path file = Files.writeString(directory.resolve("trace.0.part"), "something else");
        assertThatThrownBy(() -> merged(file)).isInstanceOf(IOException.class).hasMessageContaining("trace.0.part");
    }

    @Test
    @DisplayName("a full disk is told in the system's words alone")
    void fullDisk() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full));
        Path part = part(header(0, 1, 0, 0), times(1000, 1000), new long[0]);
        assertThatThrownBy(() -> Merger.merge(List.of(part), full))
                .isInstanceOf(IOException.class)
                .hasMessage("No space left on device");
        assertThat(Files.isRegularFile(full)).isFalse();
    }
}
