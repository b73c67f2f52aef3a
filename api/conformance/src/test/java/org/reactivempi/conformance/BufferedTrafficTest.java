package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Status;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** Random traffic of all ranks through small buffers. */
class BufferedTrafficTest {

    private static final int MESSAGES = 1500;
    private static final int BUFFER_BYTES = 6000;
    private static final int LONGEST_BYTES = 3000;
    private static final int HEADER_BYTES = 16;

    private final AtomicInteger overflows = new AtomicInteger();

    @OnEveryChannel(ranks = 3, settings = "eager-limit-bytes=200", timeoutSeconds = 40)
    @DisplayName("BUF-3, ORD-1 random traffic through small buffers, sent again after overflows: all in order, intact")
    void smallBuffers(Ranks ranks) {
        exchange(ranks, 1);
        assertThat(overflows.get()).isPositive();
        assertEmpty(ranks);
    }

    @OnEveryChannel(ranks = 3, settings = "eager-credit-bytes=131072", timeoutSeconds = 40)
    @DisplayName("BUF-3, ORD-1 the same where most messages go eagerly, while there is credit")
    void eagerMessages(Ranks ranks) {
        exchange(ranks, 2);
        assertEmpty(ranks);
    }

    private void exchange(Ranks ranks, long seed) {
        List<Mono<Void>> all = new ArrayList<>();
        for (int rank = 0; rank < ranks.size(); rank++) {
            Communicator world = ranks.world(rank);
            world.buffers().attach(BUFFER_BYTES).block(TIMEOUT);
            all.add(sendAll(world, new Random(seed * 31 + rank)));
            all.add(receiveAll(world));
        }
        Mono.when(all).block();
    }

    /** Each rank gets the same number from each other one, and from itself. */
    private Mono<Void> sendAll(Communicator world, Random random) {
        return Flux.range(0, MESSAGES)
                .concatMap(i -> send(world, message(i / world.size(), random), i % world.size(), random))
                .then();
    }

    private Mono<Status> send(Communicator world, Buffer data, int destination, Random random) {
        int tag = random.nextInt(3);
        if (random.nextInt(4) == 0) {
            return world.isend(data, destination, tag);
        }
        return world.ibsend(data, destination, tag)
                .retryWhen(Retry.indefinitely()
                        .filter(BufferedTrafficTest::isOverflow)
                        .doBeforeRetryAsync(overflow -> {
                            overflows.incrementAndGet();
                            return world.buffers().flush();
                        }));
    }

    private static boolean isOverflow(Throwable error) {
        return error instanceof MpiException failure && failure.errorClass() == ErrorClass.BUFFER;
    }

    private static Mono<Void> receiveAll(Communicator world) {
        int[] next = new int[world.size()];
        return world.receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG)
                .doOnNext(message -> check(message, next))
                .repeat(MESSAGES - 1)
                .then();
    }

    private static Buffer message(int number, Random random) {
        byte[] bytes = new byte[HEADER_BYTES + random.nextInt(random.nextBoolean() ? 100 : LONGEST_BYTES)];
        random.nextBytes(bytes);
        ByteBuffer.wrap(bytes).putInt(0, number).putLong(4, checksum(bytes));
        return Buffers.of(bytes);
    }

    private static void check(Message message, int[] next) {
        byte[] bytes = message.toByteArray();
        ByteBuffer header = ByteBuffer.wrap(bytes);
        assertThat(header.getInt(0)).isEqualTo(next[message.status().source()]++);
        assertThat(header.getLong(4)).isEqualTo(checksum(bytes));
    }

    private static long checksum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES);
        return sum.getValue();
    }

    /** All space has come back. */
    private static void assertEmpty(Ranks ranks) {
        for (int rank = 0; rank < ranks.size(); rank++) {
            Communicator world = ranks.world(rank);
            world.buffers().flush().block(TIMEOUT);
            int whole = BUFFER_BYTES - Mpi.BSEND_OVERHEAD_BYTES;
            world.ibsend(Payloads.bytes(whole), rank, 0).block(TIMEOUT);
            assertThat(world.receive(rank, 0).block(TIMEOUT).toByteArray()).isEqualTo(Payloads.pattern(0, whole));
            assertThat(world.buffers().detach().block(TIMEOUT)).isEqualTo(BUFFER_BYTES);
        }
    }
}
