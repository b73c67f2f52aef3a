package org.reactivempi.examples.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.fixtures.FreePorts;
import org.reactivempi.transport.launcher.Launcher;

/** Whole jobs, some of which are killed. */
@Tag("long")
class KilledClientsTest {

    private static final String ENDLESS = "1000000000";
    private static final int INTERRUPTED = 130;
    private static final int KILLED = 137;

    private final String place = FreePorts.address();
    private final List<Program> programs = new ArrayList<>();

    /** A loss over sockets is known sooner than by default. */
    private Map<String, String> environment() {
        return Map.of(
                "REACTIVEMPI_PORT_SECRET", "of this test alone: 8f14e45fceea167a",
                "REACTIVEMPI_NAME_SERVICE", place,
                "REACTIVEMPI_TCP_HOST", "127.0.0.1",
                "REACTIVEMPI_HEARTBEAT_INTERVAL", "200ms",
                "REACTIVEMPI_RECONNECT_TIMEOUT", "1s");
    }

    private Program start(Class<?> main, String... words) throws IOException {
        Program started = Program.start(environment(), main, List.of(words));
        programs.add(started);
        return started;
    }

    private Program names() throws IOException {
        Program names = start(Names.class, "--listen", place);
        names.await("names: kept at " + place);
        return names;
    }

    private Program job(Class<?> main, int ranks, String channel, String... arguments) throws IOException {
        String[] options = {
            "-n", Integer.toString(ranks), "--channel", channel, "--jvm-arg", "-XX:TieredStopAtLevel=1", main.getName()
        };
        return start(
                Launcher.class,
                Stream.of(options, arguments).flatMap(Stream::of).toArray(String[]::new));
    }

    private Program service(String channel, String... arguments) throws IOException {
        Program service = job(Service.class, 2, channel, arguments);
        service.await("2 ranks wait for clients, which find the port as primes");
        return service;
    }

    private void assertServed(int ranks, String channel) throws Exception {
        Program client = job(Client.class, ranks, channel, "--up-to", "100000");
        assertThat(client.end()).as("%s", client.lines()).isZero();
        assertThat(client.lines())
                .anySatisfy(line -> assertThat(line)
                        .startsWith("client: 9592 primes up to 100000, by 2 ranks for " + ranks + " ranks"));
    }

    /** A client in the middle of what it gets, and the ids of its processes. */
    private Program busyClient(int ranks, String channel, List<Long> processes) throws IOException {
        Program client = job(Client.class, ranks, channel, "--up-to", ENDLESS);
        for (int i = 0; i < ranks; i++) {
            String line = client.await(" gets the primes of ");
            processes.add(Long.parseLong(line.replaceAll(".*process (\\d+),.*", "$1")));
        }
        return client;
    }

    @AfterEach
    void end() {
        programs.forEach(Program::close);
    }

    @ParameterizedTest(name = "[{0}]")
    @ValueSource(strings = {"shm,tcp", "tcp"})
    @DisplayName(
            "a client that is killed, one rank or all of it, or interrupted, is told of, and the next one is served")
    void killed(String channel) throws Exception {
        Program names = names();
        Program service = service(channel, "--clients", "6");
        assertServed(3, channel);

        List<Long> processes = new ArrayList<>();
        Program client = busyClient(3, channel, processes);
        ProcessHandle.of(processes.get(1)).orElseThrow().destroyForcibly();
        service.await("client 2 is lost: ");
        assertThat(client.end()).as("%s", client.lines()).isEqualTo(KILLED);
        assertServed(1, channel);

        busyClient(3, channel, processes).kill();
        service.await("client 4 is lost: ");

        Program interrupted = busyClient(2, channel, processes);
        interrupted.interrupt();
        assertThat(interrupted.end()).as("%s", interrupted.lines()).isEqualTo(INTERRUPTED);
        service.await("client 5 is lost: ");
        assertServed(2, channel);

        assertThat(service.end()).as("%s", service.lines()).isZero();
        assertThat(service.lines())
                .contains("service: client 1 has been served", "service: client 3 has been served")
                .contains("service: client 6 has been served")
                .as("each is told of once, and nothing else is")
                .filteredOn(line -> line.startsWith("service: client"))
                .hasSize(2 * 6);
        assertThat(service.lines()).noneMatch(line -> line.contains("deadlock") || line.contains("stall"));
        assertThat(names.isAlive()).isTrue();
    }

    @Test
    @DisplayName("the ranks that are left of a client hear from the service that one of them is lost, and end")
    void goingOn() throws Exception {
        names();
        Program service = service("shm,tcp", "--clients", "2");
        List<Long> processes = new ArrayList<>();
        Program client = start(
                Launcher.class, "-n", "3", "--on-failure", "continue", Client.class.getName(), "--up-to", ENDLESS);
        for (int i = 0; i < 3; i++) {
            String line = client.await(" gets the primes of ");
            processes.add(Long.parseLong(line.replaceAll(".*process (\\d+),.*", "$1")));
        }
        ProcessHandle.of(processes.get(2)).orElseThrow().destroyForcibly();
        service.await("client 1 is lost: ");
        assertThat(client.end()).as("%s", client.lines()).isNotZero();
        assertServed(1, "shm,tcp");
        assertThat(service.end()).as("%s", service.lines()).isZero();
    }

    @Test
    @DisplayName(
            "a client waits for its service; a killed service is followed by the next one, and names that are gone come again")
    void startedAgain() throws Exception {
        Program names = names();
        Program early = job(Client.class, 1, "shm,tcp");
        early.await("client: no port is published as \"primes\"; asks again");
        Program first = service("shm,tcp");
        assertThat(early.end()).as("%s", early.lines()).isZero();
        first.kill();
        Program next = service("shm,tcp", "--clients", "2");
        assertServed(2, "shm,tcp");

        names.kill();
        assertThat(names.end()).isEqualTo(KILLED);
        names();
        assertServed(1, "shm,tcp");
        assertThat(next.end()).as("%s", next.lines()).isZero();
    }
}
