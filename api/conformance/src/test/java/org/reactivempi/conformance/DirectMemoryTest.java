package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Status;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Messages from and into direct memory, which a channel may read and write without a copy. */
class DirectMemoryTest {

    private static final int MESSAGES = 60;
    private static final int LONGEST = 3_000_000;

    @OnEveryChannel
    @DisplayName(
            "TYP-1 messages of all lengths between direct and heap memory arrive whole and in order, both ways at once")
    void allLengths(Ranks ranks) {
        Exchange there = new Exchange(new Random(18));
        Exchange back = new Exchange(new Random(19));
        Mono.when(there.run(ranks.world(0), 0, ranks.world(1), 1), back.run(ranks.world(1), 1, ranks.world(0), 0))
                .block(TIMEOUT);
        there.verify();
        back.verify();
    }

    /** Messages from one rank to the other, all under way at once. */
    private static final class Exchange {

        private final List<ByteBuffer> sent = new ArrayList<>();
        private final List<ByteBuffer> rooms = new ArrayList<>();

        Exchange(Random random) {
            for (int i = 0; i < MESSAGES; i++) {
                byte[] content = new byte[random.nextInt(random.nextBoolean() ? 100 : LONGEST)];
                random.nextBytes(content);
                sent.add(memory(random, content.length).put(content).flip());
                rooms.add(memory(random, content.length + random.nextInt(2) * 100));
            }
        }

        private static ByteBuffer memory(Random random, int length) {
            return random.nextInt(3) > 0 ? ByteBuffer.allocateDirect(length) : ByteBuffer.allocate(length);
        }

        Mono<Void> run(Communicator from, int source, Communicator to, int destination) {
            List<Mono<Status>> all = new ArrayList<>();
            rooms.forEach(room -> all.add(to.irecv(Buffers.of(room), source, TAG)));
            sent.forEach(data -> all.add(from.isend(Buffers.of(data), destination, TAG)));
            return Flux.fromIterable(all).flatMap(each -> each, all.size()).then();
        }

        void verify() {
            for (int i = 0; i < MESSAGES; i++) {
                ByteBuffer data = sent.get(i).duplicate();
                assertThat(rooms.get(i).duplicate().clear().limit(data.remaining()))
                        .isEqualTo(data);
            }
        }
    }
}
