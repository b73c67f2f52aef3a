package org.reactivempi.conformance.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.port.Jobs.CHANNELS;
import static org.reactivempi.conformance.port.Jobs.SECRET;
import static org.reactivempi.conformance.port.Jobs.assertAllTalk;
import static org.reactivempi.conformance.port.Jobs.connected;
import static org.reactivempi.conformance.port.Jobs.disconnect;
import static org.reactivempi.conformance.port.Jobs.failure;
import static org.reactivempi.conformance.port.Jobs.job;
import static org.reactivempi.conformance.port.Jobs.met;
import static org.reactivempi.conformance.port.Jobs.port;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.Port;
import org.reactivempi.Session;
import org.reactivempi.conformance.Family;
import org.reactivempi.testkit.Ranks;

/** What the name of a port does, and what other texts do. */
class PortNamesTest {

    /** For jobs of one rank, which has nobody to connect to but ports. */
    private static final Duration SHORT = Duration.ofMillis(300);

    private static final int WINDOW = 4;

    /** All ranks of the group fail. */
    private static void assertNoPort(Ranks client, String name, String... words) {
        List<Communicator> worlds = Family.worlds(client);
        List<Throwable> failures = IntStream.range(0, client.size())
                .mapToObj(rank ->
                        worlds.get(rank).connect(rank == 0 ? name : null, 0).toFuture())
                .toList()
                .stream()
                .map(Jobs::failure)
                .toList();
        failures.forEach(each -> assertIs(each, ErrorClass.PORT));
        assertIs(failures.get(0), ErrorClass.PORT, words);
        assertThat(failures.subList(1, failures.size()))
                .allSatisfy(other -> assertThat(other).hasMessageContaining("root"));
        Jobs.assertWorks(client);
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-1 the name of a port is short, printable, always the same, and tells nothing of the secret")
    void name(String channel) {
        try (Ranks service = job(channel, 2)) {
            Port port = port(service, 1);
            Port other = port(service, 1);
            assertThat(port.name()).isEqualTo(port.name()).isNotEqualTo(other.name());
            assertThat(port.name().length()).isBetween(1, Mpi.MAX_PORT_NAME);
            assertThat(port.name()).matches("[!-~]+").startsWith("rmpi1:");
            assertThat(port.toString()).contains(port.name());

            byte[] bytes = SECRET.getBytes(StandardCharsets.UTF_8);
            String lower = port.name().toLowerCase(Locale.ROOT);
            IntStream.range(0, bytes.length - WINDOW)
                    .forEach(at -> assertThat(lower)
                            .doesNotContain(SECRET.substring(at, at + WINDOW).toLowerCase(Locale.ROOT))
                            .doesNotContain(HexFormat.of().formatHex(bytes, at, at + WINDOW)));
            assertThat(port.name())
                    .doesNotContain(Base64.getEncoder().encodeToString(bytes).substring(0, 2 * WINDOW));
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-1 a name works for one group after the other until the port is closed, and other ports work on")
    void closed(String channel) {
        try (Ranks service = job(channel, 1);
                Ranks client = job(channel, 2)) {
            Port port = port(service, 0);
            Port other = port(service, 0);
            for (int round = 0; round < 3; round++) {
                List<Intercommunicator> ends = met(Family.worlds(service), 0, port, Family.worlds(client), 0);
                assertAllTalk(ends, round);
                disconnect(ends);
            }
            List<Intercommunicator> kept = met(Family.worlds(service), 0, port, Family.worlds(client), 0);
            port.close().block(TIMEOUT);
            port.close().block(TIMEOUT);
            assertNoPort(client, port.name(), "closed");
            assertIs(failure(service.world(0).accept(port, 0).toFuture()), ErrorClass.PORT, "closed");
            assertAllTalk(kept, 4);
            disconnect(kept);

            List<Intercommunicator> ends = met(Family.worlds(service), 0, other, Family.worlds(client), 0);
            assertAllTalk(ends, 5);
            disconnect(ends);
            other.close().block(TIMEOUT);
            assertNoPort(client, other.name());
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-1 closing a port refuses those that wait there, and ends the call that accepts")
    void closedWhileWaiting(String channel) {
        try (Ranks service = job(channel, 2);
                Ranks client = job(channel, 1)) {
            Port port = port(service, 1);
            List<Intercommunicator> ends = met(Family.worlds(service), 1, port, Family.worlds(client), 0);
            CompletableFuture<Intercommunicator> waiting =
                    client.world(0).connect(port.name(), 0).toFuture();
            // The port has heard of it before: links keep order.
            assertAllTalk(ends, 1);
            port.close().block(TIMEOUT);
            assertIs(failure(waiting), ErrorClass.PORT, "closed");

            Port next = port(service, 1);
            CompletableFuture<Intercommunicator> root =
                    service.world(1).accept(next, 1).toFuture();
            CompletableFuture<Intercommunicator> other =
                    service.world(0).accept(null, 1).toFuture();
            next.close().block(TIMEOUT);
            assertIs(failure(root), ErrorClass.PORT, "closed");
            assertIs(failure(other), ErrorClass.PORT, "root");
            disconnect(ends);
            Jobs.assertWorks(service);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-1 a port of the own job works by its name, and fails alike when it is closed")
    void ownJob(String channel) {
        try (Ranks job = job(channel, 3)) {
            Port port = port(job, 2);
            List<Communicator> halves = Family.onAll(Family.worlds(job), end -> end.split(end.rank() / 2, 0));
            List<Intercommunicator> ends = met(halves.subList(2, 3), 0, port, halves.subList(0, 2), 1);
            assertThat(ends).extracting(Intercommunicator::remoteSize).containsExactly(2, 1, 1);
            assertAllTalk(ends, 1);
            disconnect(ends);
            port.close().block(TIMEOUT);
            assertIs(failure(connected(halves.subList(0, 2), port.name(), 1)), ErrorClass.PORT);
            Family.free(halves);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-1 names that no port has, of other versions, or of nothing at all, are no ports")
    void noNames(String channel) {
        try (Ranks service = job(channel, 1);
                Ranks client = job(channel, 2);
                Ranks alone = Ranks.start(1, Jobs.settings(channel).connectTimeout(SHORT))) {
            Port port = port(service, 0);
            String name = port.name();
            assertNoPort(client, name.replaceFirst("rmpi1:\\d+:", "rmpi1:999999:"), "closed");
            assertNoPort(client, name.replaceFirst("rmpi1:", "rmpi2:"), "rmpi2", "rmpi1");
            assertNoPort(client, name.replaceFirst("rmpi1:(\\d+):\\d+:", "rmpi1:$1:77:"));
            assertNoPort(client, name.replaceFirst("(rmpi1:\\d+:\\d+):[0-9a-f]{16}", "$1:0123456789abcdef"));
            Stream.of(
                            "",
                            "x",
                            "rmpi1",
                            "rmpi1:",
                            "rmpi1:1:0:",
                            "rmpi1:1:0:0123456789abcdef:",
                            "rmpi1:1:0:0123456789abcdef:tcp",
                            "rmpi1:1:0:0123456789abcdef:tcp@",
                            "rmpi1:1:0:0123456789abcdef:tcp@nothing",
                            "rmpi1:1:0:0123456789abcdef:tcp@127.0.0.1:99999",
                            "rmpi1:1:0:0123456789abcdef:shm@",
                            "rmpi1:1:0:0123456789abcdef:smoke@signals",
                            "rmpi1:-1:0:0123456789abcdef:tcp@127.0.0.1:1",
                            "rmpi1:9999999999:0:0123456789abcdef:tcp@127.0.0.1:1",
                            "rmpi99999999999:1",
                            name + "\n",
                            " " + name,
                            name + "ü",
                            name.substring(0, name.indexOf('@')),
                            "a".repeat(Mpi.MAX_PORT_NAME + 1),
                            "a".repeat(Mpi.MAX_PORT_NAME))
                    .forEach(wrong -> assertNoPort(alone, wrong));
            List<Intercommunicator> ends = met(Family.worlds(service), 0, port, Family.worlds(client), 0);
            assertAllTalk(ends, 1);
            disconnect(ends);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-1 the port of a process that is gone can't be reached")
    void gone(String channel) {
        try (Ranks client = Ranks.start(1, Jobs.settings(channel).connectTimeout(SHORT))) {
            String name;
            String ofKilled;
            try (Ranks service = job(channel, 2)) {
                name = port(service, 0).name();
                ofKilled = port(service, 1).name();
                service.abort(1, "killed by the test").block(TIMEOUT);
                assertNoPort(client, ofKilled);
            }
            assertNoPort(client, name);
            assertNoPort(client, ofKilled);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-1 neither can it by a program that was started alone, which waits for ranks of its own job only")
    void goneForOneAlone(String channel) {
        Session client =
                Session.start(Jobs.settings(channel).connectTimeout(SHORT)).block(TIMEOUT);
        try {
            String name;
            try (Ranks service = job(channel, 1)) {
                name = port(service, 0).name();
            }
            assertIs(failure(client.world().connect(name, 0).toFuture()), ErrorClass.PORT);
        } finally {
            client.close().block(TIMEOUT);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-1 only the root's own port is accepted at")
    void othersPorts(String channel) {
        try (Ranks service = job(channel, 2)) {
            Port port = port(service, 0);
            for (Port wrong : new Port[] {port, null}) {
                CompletableFuture<Intercommunicator> zero =
                        service.world(0).accept(port, 1).toFuture();
                CompletableFuture<Intercommunicator> one =
                        service.world(1).accept(wrong, 1).toFuture();
                assertIs(failure(one), ErrorClass.PORT, "no port of this rank");
                assertIs(failure(zero), ErrorClass.PORT, "root");
            }
            Jobs.assertWorks(service);
        }
    }
}
