package org.reactivempi.conformance.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A trace, read back and checked against the rules of its format: on each track begins and ends nest, arrows start and end
 * inside of something and come in pairs, each receive that got a message has the arrow of its send, times of counters grow.
 */
public final class TraceFile {

    private final List<JsonNode> events = new ArrayList<>();
    private final Map<String, JsonNode> open = new HashMap<>();
    private final Map<Long, JsonNode> sends = new HashMap<>();
    private final Set<String> received = new HashSet<>();
    private final Map<String, Double> counters = new HashMap<>();
    private final Set<String> stalls = new HashSet<>();
    private final Set<Integer> ranks = new HashSet<>();
    private int receives;

    private TraceFile(Path file) {
        JsonNode trace = JsonMapper.shared().readTree(file.toFile());
        trace.get("traceEvents").forEach(events::add);
        events.forEach(event -> ranks.add(event.get("pid").asInt() - 1));
    }

    /** Of ranks whose time stood, so that the order of events is not to be seen in it. */
    static TraceFile timeless(Path file) {
        return new TraceFile(file);
    }

    /** Throws where it breaks a rule. */
    public static TraceFile check(Path file) {
        TraceFile trace = new TraceFile(file);
        trace.timed().sorted(TraceFile::byTime).forEach(trace::check);
        assertThat(trace.open).as("what has begun and not ended").isEmpty();
        assertThat(trace.stalls).isEmpty();
        return trace;
    }

    private static int byTime(JsonNode one, JsonNode other) {
        return Double.compare(time(one), time(other));
    }

    private static double time(JsonNode event) {
        return event.get("ts").asDouble();
    }

    private Stream<JsonNode> timed() {
        return events.stream().filter(event -> !phase(event).equals("M"));
    }

    private static String phase(JsonNode event) {
        return event.get("ph").asString();
    }

    private static String track(JsonNode event) {
        return event.get("pid").asInt() + "/" + event.get("tid").asLong();
    }

    private void check(JsonNode event) {
        assertThat(time(event)).as("%s", event).isNotNegative();
        switch (phase(event)) {
            case "B" ->
                assertThat(open.put(track(event), event)).as("%s", event).isNull();
            case "E" -> checkEnd(event);
            case "s" -> {
                assertThat(open).as("%s", event).containsKey(track(event));
                assertThat(sends.put(event.get("id").asLong(), event)).isNull();
            }
            case "f" -> {
                assertThat(open).as("%s", event).containsKey(track(event));
                assertThat(sends).as("%s", event).containsKey(event.get("id").asLong());
                received.add(track(event));
            }
            case "C" -> {
                Double before =
                        counters.put(event.get("pid") + event.get("name").asString(), time(event));
                assertThat(before == null || before <= time(event)).isTrue();
            }
            case "b" -> assertThat(stalls.add(event.get("id").asString())).isTrue();
            case "e" -> assertThat(stalls.remove(event.get("id").asString())).isTrue();
            case "i" -> assertThat(event.get("name").asString()).isNotEmpty();
            default -> throw new AssertionError("an event of kind " + phase(event));
        }
    }

    private void checkEnd(JsonNode event) {
        JsonNode begin = open.remove(track(event));
        assertThat(begin).as("begin of %s", event).isNotNull();
        boolean got = event.at("/args/from").isNumber();
        boolean knowsSender = got && ranks.contains(event.at("/args/from").asInt());
        assertThat(received.remove(track(event))).as("arrow to %s", event).isEqualTo(knowsSender);
        receives += got ? 1 : 0;
    }

    /** How many messages were received. */
    public int receives() {
        return receives;
    }

    /** The names of the operations, connections and all else that has one, of one rank. */
    List<String> names(int rank) {
        return timed().filter(event -> event.get("pid").asInt() == rank + 1 && event.has("name"))
                .map(event -> event.get("name").asString())
                .toList();
    }

    /** What is said of all that has a name, of one rank. */
    List<JsonNode> arguments(int rank, String name) {
        return timed().filter(event -> event.get("pid").asInt() == rank + 1
                        && event.has("name")
                        && event.get("name").asString().equals(name))
                .map(event -> event.get("args"))
                .toList();
    }

    /** What the process of a rank is called. */
    public List<String> processes() {
        return events.stream()
                .filter(event ->
                        phase(event).equals("M") && event.get("name").asString().equals("process_name"))
                .map(event -> event.at("/args/name").asString())
                .sorted()
                .toList();
    }
}
