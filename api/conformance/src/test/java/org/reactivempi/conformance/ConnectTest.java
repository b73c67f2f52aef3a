package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.bytes;
import static org.reactivempi.conformance.Payloads.pattern;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Communicator;
import org.reactivempi.Settings;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The first messages of a world, when all ranks open their links to all others at the same moment. */
class ConnectTest {

    @ParameterizedTest(name = "[{0}]")
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName("ORD-1 all ranks send to all others at once as their first act: nothing is lost, order is kept")
    void everybodyConnectsAtOnce(String channel) {
        connectAtOnce(channel, 2, 40);
        connectAtOnce(channel, 6, 20);
        connectAtOnce(channel, 16, 2);
    }

    private static void connectAtOnce(String channel, int size, int worlds) {
        for (int i = 0; i < worlds; i++) {
            try (Ranks ranks = Ranks.start(size, Settings.create().channel(channel))) {
                Flux.range(0, size)
                        .flatMap(rank -> everything(ranks.world(rank)), size)
                        .then()
                        .block(TIMEOUT);
            }
        }
    }

    /** A short, a long and a short message to and from each rank, this one included. */
    private static Mono<Void> everything(Communicator world) {
        int[] lengths = {8, 100_000, 12};
        List<Mono<?>> all = new ArrayList<>();
        for (int peer = 0; peer < world.size(); peer++) {
            int other = (world.rank() + peer) % world.size();
            for (int length : lengths) {
                all.add(world.isend(bytes(length), other, TAG));
            }
            all.add(world.receive(other, TAG)
                    .repeat(lengths.length - 1)
                    .collectList()
                    .doOnNext(messages -> {
                        for (int i = 0; i < lengths.length; i++) {
                            assertThat(messages.get(i).toByteArray()).isEqualTo(pattern(0, lengths[i]));
                        }
                    }));
        }
        return Mono.when(all);
    }
}
