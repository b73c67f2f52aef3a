package org.reactivempi.conformance.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.port.Jobs.CHANNELS;
import static org.reactivempi.conformance.port.Jobs.assertAllTalk;
import static org.reactivempi.conformance.port.Jobs.assertWorks;
import static org.reactivempi.conformance.port.Jobs.disconnect;
import static org.reactivempi.conformance.port.Jobs.job;
import static org.reactivempi.conformance.port.Jobs.met;
import static org.reactivempi.conformance.port.Jobs.number;
import static org.reactivempi.conformance.port.Jobs.port;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Communicator;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Port;
import org.reactivempi.conformance.Family;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** One job after the other that comes and goes: what a service has afterwards. */
@Isolated("it counts the threads and descriptors of this JVM")
class ManyClientsTest {

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final int FIRST = 10;
    private static final int MORE = 150;
    private static final int SERVICE = 2;

    /** What this JVM has. */
    private record Stock(int threads, long descriptors) {

        static Stock now() {
            return new Stock(Thread.getAllStackTraces().size(), open());
        }

        private static long open() {
            if (!Files.isDirectory(DESCRIPTORS)) {
                return 0;
            }
            try (Stream<Path> all = Files.list(DESCRIPTORS)) {
                return all.count();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Links of all ranks of the service. */
    private static int links(Ranks service) {
        int count = 0;
        for (int rank = 0; rank < service.size(); rank++) {
            count += ((CoreSession) service.session(rank))
                    .links()
                    .blockOptional(TIMEOUT)
                    .orElseThrow()
                    .size();
        }
        return count;
    }

    /** A job comes and goes; the highest number of a communicator that the service has made for it. */
    private static int serve(Ranks service, Port port, String channel, int round) {
        try (Ranks client = job(channel, 1 + round % 2)) {
            List<Intercommunicator> ends = met(worlds(service), 1, port, worlds(client), 0);
            assertAllTalk(ends, round);
            List<Communicator> merged = Family.onAll(ends, end -> end.merge(ends.indexOf(end) < SERVICE));
            int most = Math.max(number(ends.get(0)), number(merged.get(0)));
            if (round % 3 == 0) {
                disconnect(ends);
                Family.onAll(merged, Communicator::disconnect);
            } else {
                Family.free(merged);
                disconnect(ends);
            }
            return most;
        }
    }

    /** Links to jobs that have gone end some packets later. */
    private static void awaitLinks(Ranks service, int most) {
        Mono.fromSupplier(() -> links(service))
                .repeat()
                .filter(count -> count <= most)
                .next()
                .block(TIMEOUT);
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource(CHANNELS)
    @DisplayName(
            "DPM-15 after many jobs have come and gone a service has no more links, numbers, threads and descriptors")
    void many(String channel) {
        try (Ranks service = job(channel, SERVICE)) {
            Port port = port(service, 1);
            assertWorks(service);
            int ofJob = links(service);
            int mostFirst = 0;
            for (int i = 0; i < FIRST; i++) {
                mostFirst = Math.max(mostFirst, serve(service, port, channel, i));
            }
            awaitLinks(service, ofJob);
            Stock before = Stock.now();
            int mostLater = 0;
            for (int i = 0; i < MORE; i++) {
                mostLater = Math.max(mostLater, serve(service, port, channel, FIRST + i));
            }
            awaitLinks(service, ofJob);
            Stock after = Stock.now();
            assertThat(links(service)).isEqualTo(ofJob);
            assertThat(mostLater).isLessThanOrEqualTo(mostFirst);
            // The JVM's own come and go: far fewer than one for each client.
            assertThat(after.threads).isLessThan(before.threads + MORE / 10);
            assertThat(after.descriptors).isLessThan(before.descriptors + MORE / 10);
            assertWorks(service);
            port.close().block(TIMEOUT);
        }
    }
}
