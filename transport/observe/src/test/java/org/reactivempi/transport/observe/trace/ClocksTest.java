package org.reactivempi.transport.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hosts with a rank each, whose clocks stand otherwise and run otherwise, and messages that take their time. */
class ClocksTest {

    private static final long FASTEST_NANOS = 30_000;
    private static final long MILLION = 1_000_000;

    @TempDir
    Path directory;

    /** A host's clock: what it shows at a true time. */
    private record Clock(long offset, double drift) {
        long at(long truth) {
            return offset + truth + Math.round(drift * truth);
        }
    }

    private record Message(int from, int to, long sent, long arrived) {}

    private static final List<Clock> CLOCKS =
            List.of(new Clock(5_000_000_000L, 0), new Clock(-7_000_000_000_000L, 50e-6), new Clock(3_000_000L, -50e-6));

    /** Messages of all hosts to all in a row, most of them slower than the fastest. */
    private static List<Message> traffic(int hosts, int rounds, long intervalNanos) {
        Random random = new Random(hosts + rounds);
        List<Message> messages = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            for (int from = 0; from < hosts; from++) {
                for (int to = 0; to < hosts; to++) {
                    long sent = MILLION + round * intervalNanos + (from * hosts + to) * (intervalNanos / 20);
                    if (from != to) {
                        long flight = FASTEST_NANOS + (long) (-20_000 * Math.log(1 - random.nextDouble()));
                        messages.add(new Message(from, to, sent, sent + flight));
                    }
                }
            }
        }
        return messages;
    }

    private Clocks clocks(int hosts, List<Message> messages) throws IOException {
        List<PartReader> parts = new ArrayList<>();
        for (int rank = 0; rank < hosts; rank++) {
            parts.add(new PartReader(part(rank, hosts, messages)));
        }
        return new Clocks(new Overview(parts));
    }

    private Path part(int rank, int hosts, List<Message> messages) throws IOException {
        Path file = directory.resolve("trace." + rank + ".part");
        Ring ring = new Ring(1 << 17);
        Clock clock = CLOCKS.get(rank);
        PartWriter writer = PartWriter.start(
                file,
                ring,
                new PartHeader(rank, hosts, 100 + rank, 1 + rank, 12_345L * rank, clock.at(0), "host" + rank));
        long[] sent = new long[hosts];
        long[] arrived = new long[hosts];
        for (Message message : messages) {
            if (message.from() == rank) {
                long number = sent[message.to()]++;
                put(ring, Entry.Kind.SENT, clock.at(message.sent()), message.to(), number);
            } else if (message.to() == rank) {
                long number = arrived[message.from()]++;
                put(ring, Entry.Kind.ARRIVED, clock.at(message.arrived()), message.from(), number);
            }
        }
        assertThat(writer.close()).isTrue();
        return file;
    }

    private static void put(Ring ring, Entry.Kind kind, long nanos, int peer, long number) {
        ring.put(Entry.head(kind, 0, 0), nanos, 0, peer, 8, number, number);
    }

    private static long error(Clocks clocks, int rank, long truth) {
        long common = clocks.common(rank, CLOCKS.get(rank).at(truth));
        return Math.abs(common - CLOCKS.get(0).at(truth));
    }

    @ParameterizedTest
    @CsvSource({"2,2000,50", "3,2000,50", "2,100,10", "3,100,1000", "2,20000,10"})
    @DisplayName(
            "clocks that drift apart by 50 and 100 ppm are together to less than the fastest messages took, all the time")
    void drift(int hosts, int rounds, long intervalMillis) throws IOException {
        List<Message> messages = traffic(hosts, rounds, intervalMillis * MILLION);
        Clocks clocks = clocks(hosts, messages);

        long end = rounds * intervalMillis * MILLION;
        for (int rank = 1; rank < hosts; rank++) {
            for (int i = 0; i <= 20; i++) {
                assertThat(error(clocks, rank, end / 20 * i)).isLessThan(FASTEST_NANOS);
            }
        }
        assertPossible(clocks, messages);
    }

    private static void assertPossible(Clocks clocks, List<Message> messages) {
        for (Message message : messages) {
            long sent = clocks.common(message.from(), CLOCKS.get(message.from()).at(message.sent()));
            long arrived = clocks.common(message.to(), CLOCKS.get(message.to()).at(message.arrived()));
            assertThat(arrived).isGreaterThanOrEqualTo(sent);
        }
    }

    @Test
    @DisplayName("few messages, or a short trace, give an offset without a drift")
    void few() throws IOException {
        assertConstant(clocks(2, traffic(2, 10, 500 * MILLION)));
        assertConstant(clocks(2, traffic(2, 100, 100_000)));
    }

    private static void assertConstant(Clocks clocks) {
        long second = 1_000_000_000L;
        assertThat(clocks.common(1, second) - clocks.common(1, 0)).isEqualTo(second);
    }

    @Test
    @DisplayName("a host that has met another one only through a third is brought in by that one")
    void chain() throws IOException {
        List<Message> messages = traffic(3, 2000, 50 * MILLION).stream()
                .filter(message -> message.from() + message.to() != 2)
                .toList();
        Clocks clocks = clocks(3, messages);

        for (int i = 0; i <= 20; i++) {
            assertThat(error(clocks, 2, 5_000 * MILLION * i)).isLessThan(2 * FASTEST_NANOS);
        }
        assertPossible(clocks, messages);
    }

    @Test
    @DisplayName("of a hundred thousand messages each way those of all the time are kept, by both ends the same")
    void sampled() {
        MessageTimes sends = new MessageTimes();
        MessageTimes arrivals = new MessageTimes();
        for (long i = 0; i < 100_000; i++) {
            sends.note(i, i);
            if (i < 3000) {
                arrivals.note(i, -i);
            }
        }
        List<Long> seen = new ArrayList<>();
        sends.forEachWith(arrivals, (sent, arrived) -> {
            assertThat(arrived).isEqualTo(-sent);
            seen.add(sent);
        });
        assertThat(seen).hasSizeGreaterThan(80).contains(0L).isSorted();
    }
}
