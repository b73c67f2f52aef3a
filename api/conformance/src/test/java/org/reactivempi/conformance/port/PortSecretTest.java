package org.reactivempi.conformance.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.port.Jobs.CHANNELS;
import static org.reactivempi.conformance.port.Jobs.SECRET;
import static org.reactivempi.conformance.port.Jobs.assertAllTalk;
import static org.reactivempi.conformance.port.Jobs.assertWorks;
import static org.reactivempi.conformance.port.Jobs.connected;
import static org.reactivempi.conformance.port.Jobs.disconnect;
import static org.reactivempi.conformance.port.Jobs.failure;
import static org.reactivempi.conformance.port.Jobs.job;
import static org.reactivempi.conformance.port.Jobs.met;
import static org.reactivempi.conformance.port.Jobs.port;
import static org.reactivempi.conformance.port.Jobs.rejected;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.ErrorClass;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Port;
import org.reactivempi.Settings;
import org.reactivempi.conformance.Family;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.testkit.Ranks;
import org.reactivempi.transport.engine.event.Rejection;

/** Who is let in at a port. */
class PortSecretTest {

    private static final Pattern TCP = Pattern.compile("tcp@\\[?([^;\\]]*)]?:(\\d+)");

    private static Ranks client(String channel, String secret) {
        Settings settings = Jobs.onLoopback(channel);
        return Ranks.start(2, secret == null ? settings : settings.portSecret(secret));
    }

    private static void assertRefused(Ranks client, Port port) {
        CompletableFuture<Intercommunicator> root =
                client.world(0).connect(port.name(), 0).toFuture();
        CompletableFuture<Intercommunicator> other =
                client.world(1).connect(null, 0).toFuture();
        assertIs(failure(root), ErrorClass.PORT, "port-secret");
        assertIs(failure(other), ErrorClass.PORT, "root");
        assertThat(failure(root)).message().doesNotContain(SECRET);
        assertWorks(client);
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-4 a job with another secret is refused and counted, and the next one with the right secret is let in")
    void wrongSecret(String channel) {
        try (Ranks service = job(channel, 2);
                Ranks stranger = client(channel, "another secret than the one of the service, as long as that");
                Ranks friend = job(channel, 1)) {
            Port port = port(service, 1);
            Recorder<Intercommunicator> accepting =
                    Family.started(service.world(1).accept(port, 1));
            Recorder<Intercommunicator> accepting0 =
                    Family.started(service.world(0).accept(null, 1));
            long before = rejected(service, 1, Rejection.values());
            assertRefused(stranger, port);
            assertThat(rejected(service, 1, Rejection.PROOF)).isPositive();
            assertThat(rejected(service, 1, Rejection.values())).isGreaterThan(before);
            assertThat(accepting.signals()).isEmpty();

            List<Intercommunicator> far = Jobs.get(connected(Family.worlds(friend), port.name(), 0));
            List<Intercommunicator> ends = List.of(value(accepting0), value(accepting), far.get(0));
            assertAllTalk(ends, 1);
            assertRefused(stranger, port);
            assertAllTalk(ends, 2);
            disconnect(ends);
            assertWorks(service);
        }
    }

    private static Intercommunicator value(Recorder<Intercommunicator> recorder) {
        try {
            return (Intercommunicator) recorder.await().get(0);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-4 without a secret nobody connects to another job, and nothing is sent")
    void clientWithoutSecret(String channel) {
        try (Ranks service = job(channel, 1);
                Ranks stranger = client(channel, null)) {
            Port port = port(service, 0);
            assertRefused(stranger, port);
            assertThat(rejected(service, 0, Rejection.values())).isZero();
            assertWorks(service);
        }
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName("DPM-4 a port of a job without a secret lets no other job in, and works inside of its own job")
    void serviceWithoutSecret(String channel) {
        try (Ranks service = Ranks.start(2, Jobs.onLoopback(channel));
                Ranks stranger = client(channel, SECRET);
                Ranks alike = client(channel, null)) {
            Port port = port(service, 0);
            assertRefused(stranger, port);
            assertThat(rejected(service, 0, Rejection.PROOF)).isPositive();
            assertRefused(alike, port);
            var selves = Family.onAll(Family.worlds(service), end -> end.split(end.rank(), 0));
            List<Intercommunicator> ends = met(selves.subList(0, 1), 0, port, selves.subList(1, 2), 0);
            assertAllTalk(ends, 1);
            disconnect(ends);
            Family.free(selves);
        }
    }

    @Test
    @DisplayName("DPM-4 bytes that prove nothing do no harm to a port, and are counted")
    void garbage() throws IOException {
        try (Ranks service = job("tcp", 1);
                Ranks client = job("tcp", 2)) {
            Port port = port(service, 0);
            Matcher address = TCP.matcher(port.name());
            assertThat(address.find()).as(port.name()).isTrue();
            Random random = new Random(37);
            int count = 12;
            for (int i = 0; i < count; i++) {
                byte[] bytes = new byte[1 + random.nextInt(3000)];
                random.nextBytes(bytes);
                // A first byte that is never the one that connections begin with.
                bytes[0] = 0x7f;
                try (Socket socket = new Socket(address.group(1), Integer.parseInt(address.group(2)))) {
                    socket.getOutputStream().write(bytes);
                    socket.getOutputStream().flush();
                    socket.shutdownOutput();
                    // It is closed, perhaps with an answer before.
                    while (socket.getInputStream().read() >= 0) {
                        continue;
                    }
                } catch (IOException reset) {
                    // Or so.
                }
            }
            List<Intercommunicator> ends = met(Family.worlds(service), 0, port, Family.worlds(client), 0);
            assertAllTalk(ends, 1);
            assertThat(rejected(service, 0, Rejection.values())).isPositive();
            disconnect(ends);
            port.close().block(TIMEOUT);
        }
    }
}
