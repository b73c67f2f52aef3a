package org.reactivempi.examples.failures;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.VMStartEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.fixtures.FreePorts;

/** Ranks under a debugger, each on a port of its own, as docs/guide/launching.md says. */
@Tag("long")
class DebuggedTest {

    private static final String AGENT =
            "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:{rank+PORT}";

    /** What a JVM prints that waits for a debugger. */
    private static final String LISTENS = "Listening for transport";

    private static final long LIMIT_SECONDS = 300;

    /** A job of two ranks, whose rank 1 stands at a breakpoint, with all of its threads. */
    private static final class Stopped implements AutoCloseable {

        private final Process launcher;
        private final BufferedReader output;
        private final List<String> lines = new ArrayList<>();
        private final List<VirtualMachine> debugged = new ArrayList<>();

        Stopped(String channel, String... options) throws Exception {
            int port = FreePorts.nextTwo();
            List<String> words = new ArrayList<>(List.of(
                    "-n",
                    "2",
                    "--channel",
                    channel,
                    "--jvm-arg",
                    AGENT.replace("PORT", Integer.toString(port)),
                    "--jvm-arg",
                    "-Dreactivempi.heartbeat-interval=50ms"));
            words.addAll(List.of(options));
            words.add(Debugged.class.getName());
            launcher = new ProcessBuilder(Job.launcher(words))
                    .redirectErrorStream(true)
                    .start();
            output = launcher.inputReader(StandardCharsets.UTF_8);
            // Nothing else wakes a thread that reads, or that waits for a debugger's event.
            CompletableFuture.delayedExecutor(LIMIT_SECONDS, TimeUnit.SECONDS).execute(this::close);
            try {
                await(line -> line.startsWith(LISTENS));
                await(line -> line.startsWith(LISTENS));
                begin(attach(port));
                stopAtPlace(attach(port + 1));
            } catch (Exception | Error e) {
                close();
                throw e;
            }
        }

        private VirtualMachine attach(int port) throws IOException, IllegalConnectorArgumentsException {
            AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                    .filter(each -> each.name().equals("com.sun.jdi.SocketAttach"))
                    .findFirst()
                    .orElseThrow();
            Map<String, Connector.Argument> arguments = connector.defaultArguments();
            arguments.get("hostname").setValue("127.0.0.1");
            arguments.get("port").setValue(Integer.toString(port));
            VirtualMachine machine = connector.attach(arguments);
            debugged.add(machine);
            return machine;
        }

        /** Lets a JVM begin that has been started for a debugger. It says so when it stands: to resume it before has no effect. */
        private static void begin(VirtualMachine machine) throws InterruptedException {
            EventSet events = machine.eventQueue().remove();
            assertThat(events).hasAtLeastOneElementOfType(VMStartEvent.class);
            events.resume();
        }

        private static void stopAtPlace(VirtualMachine machine) throws InterruptedException {
            ClassPrepareRequest loaded = machine.eventRequestManager().createClassPrepareRequest();
            loaded.addClassFilter(Debugged.class.getName());
            loaded.enable();
            begin(machine);
            while (true) {
                EventSet events = machine.eventQueue().remove();
                for (Event event : events) {
                    if (event instanceof ClassPrepareEvent prepared) {
                        breakAtPlace(machine, prepared.referenceType());
                    } else if (event instanceof BreakpointEvent) {
                        return;
                    }
                }
                events.resume();
            }
        }

        private static void breakAtPlace(VirtualMachine machine, ReferenceType program) {
            EventRequest there = machine.eventRequestManager()
                    .createBreakpointRequest(
                            program.methodsByName(Debugged.PLACE).get(0).location());
            there.setSuspendPolicy(EventRequest.SUSPEND_ALL);
            there.enable();
        }

        /** Reads what the job prints, until it has printed this: what two threads print may come in either order. */
        void await(String line) throws IOException {
            if (!lines.contains(line)) {
                await(line::equals);
            }
        }

        private void await(Predicate<String> isAwaited) throws IOException {
            for (String next = output.readLine(); next != null; next = output.readLine()) {
                lines.add(next);
                if (isAwaited.test(next)) {
                    return;
                }
            }
            throw new AssertionError("the job has ended: " + lines);
        }

        /** Lets rank 1 go on, to the end of the job. */
        int goOn() throws IOException, InterruptedException {
            debugged.get(1).resume();
            output.lines().forEach(lines::add);
            return launcher.waitFor();
        }

        @Override
        public void close() {
            launcher.descendants().forEach(ProcessHandle::destroyForcibly);
            launcher.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm"})
    @DisplayName(
            "LIF-4 a rank that stands at a breakpoint is waited for, where a rank of a job without debugging that stopped later is given up; it goes on, and the job ends well")
    void breakpoint(String channel) throws Exception {
        try (Stopped job = new Stopped(channel)) {
            job.await("rank 1 has sent 1");
            if (channel.equals("tcp")) {
                // Its silence has been noticed.
                job.await("rank 1 is SUSPECT");
            }
            try (Stopped other = new Stopped(channel, "--env", "REACTIVEMPI_DEBUGGING=false")) {
                other.await("rank 1 is FAILED");
            }

            int code = job.goOn();

            assertThat(job.lines).contains("rank 1 has sent 2").doesNotContain("rank 1 is FAILED");
            assertThat(code).as("%s", job.lines).isZero();
        }
    }
}
