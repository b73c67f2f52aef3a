package org.reactivempi.conformance.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Buffers.bytes;
import static org.reactivempi.conformance.observe.ObservedJob.traffic;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.Buffers;
import org.reactivempi.Settings;

class FlightTest {

    @TempDir
    Path directory;

    @Test
    @DisplayName("where a recording runs, the flight recorder has operations, messages and connections")
    void events() throws IOException {
        Path file = directory.resolve("flight.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("org.reactivempi.MessageSent");
            recording.enable("org.reactivempi.MessageArrived");
            recording.enable("org.reactivempi.Operation").withThreshold(Duration.ZERO);
            recording.start();
            ObservedJob.run(2, Settings.create().channel("tcp").with("jfr", "auto"), world -> traffic(world));
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("org.reactivempi."))
                .toList();
        assertThat(events)
                .anyMatch(event ->
                        is(event, "Operation") && event.getString("kind").equals("issend"))
                .anyMatch(event -> is(event, "MessageSent")
                        && event.getString("protocol").equals("RENDEZVOUS")
                        && event.getLong("lengthBytes") == ObservedJob.LONG)
                .anyMatch(event -> is(event, "MessageArrived") && event.getInt("rank") == 1)
                .anyMatch(event ->
                        is(event, "Connection") && event.getString("channel").equals("tcp"));
    }

    private static boolean is(RecordedEvent event, String name) {
        return event.getEventType().getName().equals("org.reactivempi." + name);
    }

    @Test
    @DisplayName("with jfr off nothing is recorded")
    void off() throws IOException {
        Path file = directory.resolve("flight.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("org.reactivempi.Connection");
            recording.start();
            ObservedJob.run(
                    2,
                    Settings.create().with("jfr", "off"),
                    world -> world.rank() == 0
                            ? world.isend(bytes(new byte[1]), 1, 0).then()
                            : world.irecv(Buffers.of(new byte[1]), 0, 0).then());
            recording.dump(file);
        }
        assertThat(RecordingFile.readAllEvents(file)).noneMatch(event -> is(event, "Connection"));
    }
}
