package org.reactivempi.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.core.settings.AddressText;
import org.reactivempi.core.settings.JobSettings;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.Exchange;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import org.reactivempi.transport.bootstrap.JobListener;
import org.reactivempi.transport.engine.port.PeerDirectory.Address;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** What ranks publish has a longest length, and what they compare of it does not grow with the job. */
class AddressesTest {

    private static final List<Address> ALL = List.of(
            new Address("shm", "here"),
            new Address("tcp", "one"),
            new Address("tcp", "two"),
            new Address("tcp", "three"),
            new Address("rsocket", "x"),
            new Address("rsocket", "y"));

    private static final int RANKS = 5;
    private static final List<String> SETTINGS = List.of("", "algorithms=a", "algorithms=b");

    @ParameterizedTest
    @CsvSource({
        "100, shm@here;tcp@one;tcp@two;tcp@three;rsocket@x;rsocket@y",
        "54, shm@here;tcp@one;tcp@two;tcp@three;rsocket@x;rsocket@y",
        "53, shm@here;tcp@one;tcp@two;tcp@three;rsocket@x",
        "43, shm@here;tcp@one;tcp@two;rsocket@x",
        "33, shm@here;tcp@one;rsocket@x",
        "0, shm@here;tcp@one;rsocket@x"
    })
    @DisplayName("of several addresses, as many are published as there is room for: the first of each channel always")
    void room(int room, String expected) {
        assertThat(AddressText.of(ALL, room)).isEqualTo(expected);
    }

    @Test
    @DisplayName(
            "COL-38 whichever settings the ranks have, some rank finds that they differ, and none reads more than two entries")
    void differences() {
        for (int number = 0; number < Math.pow(SETTINGS.size(), RANKS); number++) {
            List<JobSettings> settings = settings(number);
            boolean differ = settings.stream().distinct().count() > 1;
            Published published = new Published();
            List<String> found = published.start(settings);
            assertThat(found.isEmpty()).as("%s, found %s", settings, found).isEqualTo(!differ);
            assertThat(published.reads).as("reads of %s", settings).allMatch(reads -> reads <= 2);
        }
    }

    @Test
    @DisplayName("COL-38 ranks without settings read no entry")
    void defaults() {
        Published published = new Published();
        assertThat(published.start(settings(0))).isEmpty();
        assertThat(published.reads).allMatch(reads -> reads == 0);
    }

    /** The digits of a number say what the ranks have. */
    private static List<JobSettings> settings(int number) {
        List<JobSettings> settings = new ArrayList<>();
        for (int rank = 0, rest = number; rank < RANKS; rank++, rest /= SETTINGS.size()) {
            settings.add(new JobSettings(SETTINGS.get(rest % SETTINGS.size())));
        }
        return settings;
    }

    /** What the ranks of a job have published, and how often each of them has read any. */
    private static final class Published {

        private final Map<String, String> entries = new HashMap<>();
        private final Sinks.Empty<Void> barrier = Sinks.empty();
        private final int[] counts = new int[RANKS];
        private List<Integer> reads = List.of();

        /** Has all ranks compare their settings; what they have found. */
        List<String> start(List<JobSettings> settings) {
            List<String> found = new ArrayList<>();
            InJvmWorld world = InJvmWorld.of(RANKS, Map.of());
            for (int rank = 0; rank < RANKS; rank++) {
                Bootstrap own = world.bootstrap(rank);
                Bootstrap counted = new Bootstrap(own.place(), Optional.of(new OfRank(rank)), own.life());
                Addresses.publish(counted, ALL, settings.get(rank), false)
                        .subscribe(none -> {}, error -> found.add(error.getMessage()));
            }
            barrier.tryEmitEmpty();
            reads = Arrays.stream(counts).boxed().toList();
            return found;
        }

        /** A rank's way to it. */
        private final class OfRank implements Exchange {

            private final int rank;

            OfRank(int rank) {
                this.rank = rank;
            }

            @Override
            public Mono<Void> put(String key, String value) {
                return Mono.fromRunnable(() -> entries.put(key, value));
            }

            @Override
            public Mono<Void> barrier() {
                return barrier.asMono();
            }

            @Override
            public Mono<String> get(String key) {
                return Mono.fromSupplier(() -> {
                    counts[rank]++;
                    return entries.get(key);
                });
            }

            @Override
            public Mono<String> secret(String own) {
                return Mono.empty();
            }

            @Override
            public void listen(JobListener listener) {}

            @Override
            public void leave() {}
        }
    }
}
