package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.onThreads;
import static org.reactivempi.conformance.Traffic.value;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Threads that block move their rank's messages meanwhile, beside its progress thread and its subscribers. */
class BlockingThreadsTest {

    @OnEveryChannel
    @DisplayName(
            "PRG-1 a rank whose thread computes between blocking calls serves its peers and subscribers all the same")
    void computesBetweenCalls(Ranks ranks) throws Exception {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        exchange(zero, one, 1);
        for (int round = 0; round < 20; round++) {
            Mono<Message> received = zero.receive(1, TAG + 1).cache();
            received.subscribe();
            // The last call of this thread into rank 0: it was in the loop just now, and won't come back.
            zero.isend(ints(round), 1, TAG).block(TIMEOUT);
            Mono<Message> answered = one.receive(0, TAG)
                    .delayUntil(message -> one.isend(ints(value(message)), 0, TAG + 1))
                    .subscribeOn(Schedulers.boundedElastic())
                    .cache();
            answered.subscribe();
            assertThat(received.map(Traffic::value).toFuture().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo(round);
        }
    }

    @OnEveryChannel
    @DisplayName("RX-6 a signal must not block, on whichever thread it comes")
    void signalsMustNotBlock(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        Queue<Boolean> mayBlock = new ConcurrentLinkedQueue<>();
        for (int round = 0; round < 100; round++) {
            one.receive(0, TAG).subscribe(message -> mayBlock.add(!Schedulers.isInNonBlockingThread()));
            zero.isend(ints(round), 1, TAG).block(TIMEOUT);
            // Drives rank 1, on this thread.
            zero.isend(ints(round), 1, TAG + 1).subscribe();
            one.receive(0, TAG + 1).block(TIMEOUT);
        }
        assertThat(mayBlock).hasSize(100).containsOnly(false);
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName(
            "ORD-1 PRB-6 threads that block, subscribe and give up at random, on both ranks: each message arrives once, in order")
    void random(Ranks ranks) {
        long seed = new Random().nextLong();
        int pairs = 3;
        int messages = 150;
        onThreads(2 * pairs, number -> {
            Random random = new Random(seed + number);
            int tag = TAG + number / 2;
            if (number % 2 == 0) {
                send(ranks.world(0), tag, messages, random);
            } else {
                receive(ranks.world(1), tag, messages, random, seed);
            }
        });
    }

    private static void send(Communicator zero, int tag, int messages, Random random) {
        for (int i = 0; i < messages; i++) {
            Mono<?> send = random.nextBoolean() ? zero.isend(ints(i), 1, tag) : zero.issend(ints(i), 1, tag);
            if (random.nextInt(4) == 0) {
                send.subscribe();
            } else {
                send.block(TIMEOUT);
            }
        }
    }

    private static void receive(Communicator one, int tag, int messages, Random random, long seed) {
        List<Integer> arrived = new ArrayList<>();
        while (arrived.size() < messages) {
            Mono<Message> receive = one.receive(0, tag);
            switch (random.nextInt(3)) {
                case 0 -> arrived.add(value(receive.block(TIMEOUT)));
                case 1 -> arrived.add(value(receive.map(message -> message).block(TIMEOUT)));
                default ->
                    receive.timeout(Duration.ofNanos(1 + random.nextInt(200_000)), Mono.empty(), one.scheduler())
                            .subscribeOn(one.scheduler())
                            .blockOptional(TIMEOUT)
                            .ifPresent(message -> arrived.add(value(message)));
            }
        }
        for (int i = 0; i < messages; i++) {
            assertThat(arrived.get(i)).as("seed %d", seed).isEqualTo(i);
        }
    }
}
