package org.reactivempi.transport.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.platform.Platform;
import org.reactivempi.transport.engine.progress.Completable;
import org.reactivempi.transport.engine.progress.CompletionQueue;
import org.reactivempi.transport.observe.parts.OwnPart;
import org.reactivempi.transport.observe.parts.Parts;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TracingTest {

    @TempDir
    Path directory;

    private static final class Operation extends Completable {

        @Override
        protected void signal() {}
    }

    @Test
    @DisplayName("events that come faster than they can be written are left out and counted; what has begun still ends")
    void tooFast() throws IOException {
        for (int seed = 0; seed < 5; seed++) {
            Path file = directory.resolve("trace" + seed);
            Platform platform = Platform.system();
            Events events = new Events(
                    List.of(Tracing.start(
                            OwnPart.beside(new Parts(file, 1), 0, false), 1, 64, platform.ticker(), platform.clock())),
                    platform.ticker());
            run(events, new Random(seed));
            events.closed();
            check(JsonMapper.shared().readTree(file.toFile()).get("traceEvents"));
        }
    }

    private static void run(Events events, Random random) {
        CompletionQueue signals = new CompletionQueue(Runnable::run);
        signals.use(events);
        Deque<Operation> open = new ArrayDeque<>();
        for (int i = 0; i < 20_000; i++) {
            if (open.isEmpty() || open.size() < 40 && random.nextBoolean()) {
                Operation operation = new Operation();
                open.add(operation);
                events.started(operation, OperationKind.ISEND, false, 0, 0, 1, 8);
                events.sent(operation, Protocol.OWN, 0, 0, 1, 8);
            } else {
                Operation operation = random.nextBoolean() ? open.remove() : open.removeLast();
                signals.step(() -> signals.due(operation));
            }
        }
        while (!open.isEmpty()) {
            Operation operation = open.remove();
            signals.step(() -> signals.due(operation));
        }
    }

    private static void check(JsonNode trace) {
        Map<Long, String> last = new HashMap<>();
        for (JsonNode event : trace) {
            String phase = event.get("ph").asString();
            if (phase.equals("B") || phase.equals("E")) {
                String before = last.put(event.get("tid").asLong(), phase);
                assertThat(before == null ? "E" : before).isNotEqualTo(phase);
                assertThat(event.at("/args/outcome").asString("")).doesNotStartWith("not");
            }
        }
        assertThat(last.values()).isNotEmpty().containsOnly("E");
    }
}
