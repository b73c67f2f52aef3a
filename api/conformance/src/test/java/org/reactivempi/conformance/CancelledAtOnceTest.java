package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Delivery;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** COL-25: a subscriber that requests and cancels before its rank's progress thread has begun anything. */
class CancelledAtOnceTest {

    private static final int BAD = 1;

    private static final List<Function<Communicator, Publisher<?>>> OPERATIONS = List.of(
            Communicator::barrier,
            world -> world.bcast(Buffers.of(new int[10_000]), BAD),
            world -> world.allreduce(Buffers.ints(1), Buffers.of(new int[1]), Op.SUM),
            world -> world.failures().agree(1));

    private static final List<Function<Communicator, Publisher<?>>> COMMUNICATORS =
            List.of(Communicator::dup, world -> world.split(0, -world.rank()));

    private static final List<Function<Communicator, Publisher<?>>> STREAMS = List.of(
            world -> world.bcastStream(Flux.range(0, 9), Codecs.intValue(), BAD),
            world -> world.bcastStream(Flux.range(0, 9), Codecs.intValue(), 0),
            world -> world.gatherStream(Flux.range(0, 9), Codecs.intValue(), BAD),
            world -> world.gatherStream(Flux.range(0, 9), Codecs.intValue(), 0),
            world -> world.scatterStream(Flux.range(0, 9), Codecs.intValue(), BAD, Delivery.AT_LEAST_ONCE),
            world -> world.scatterStream(Flux.range(0, 9), Codecs.intValue(), 0, Delivery.AT_LEAST_ONCE),
            world -> world.reduceStream(Flux.range(0, 9), Codecs.intValue(), Op.SUM, 2),
            world -> world.allreduceStream(Flux.range(0, 9), Codecs.intValue(), Op.SUM),
            world -> world.scanStream(Flux.range(0, 9), Codecs.intValue(), Op.SUM));

    /** Keeps the progress thread of a rank busy until its end. */
    private static final class Busy {

        private final CountDownLatch end = new CountDownLatch(1);

        Busy(Communicator world) throws InterruptedException {
            CountDownLatch inside = new CountDownLatch(1);
            world.isend(Buffers.ints(1), Mpi.PROC_NULL, 0).subscribe(status -> {
                inside.countDown();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            assertThat(inside.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }

        void end() {
            end.countDown();
        }
    }

    private static void requestedAndCancelled(Publisher<?> operation) {
        operation.subscribe(new BaseSubscriber<Object>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                subscription.request(1);
                subscription.cancel();
            }
        });
    }

    private static Recorder<Object> requested(Publisher<?> operation) {
        Recorder<Object> recorder = new Recorder<>();
        Flux.from(operation).cast(Object.class).subscribe(recorder);
        recorder.request(100);
        return recorder;
    }

    private static void assertOthersEnd(Ranks ranks, List<Function<Communicator, Publisher<?>>> operations)
            throws Exception {
        for (Function<Communicator, Publisher<?>> operation : operations) {
            assertOthersEnd(ranks, operation);
        }
    }

    private static void assertOthersEnd(Ranks ranks, Function<Communicator, Publisher<?>> operation) throws Exception {
        List<Recorder<Object>> others = new ArrayList<>();
        Busy busy = new Busy(ranks.world(BAD));
        try {
            for (Communicator world : worlds(ranks)) {
                if (world.rank() == BAD) {
                    requestedAndCancelled(operation.apply(world));
                } else {
                    others.add(requested(operation.apply(world)));
                }
            }
        } finally {
            busy.end();
        }
        for (Recorder<Object> each : others) {
            assertThat(each.await()).endsWith("complete");
        }
        assertWorks(ranks);
    }

    private static void assertWorks(Ranks ranks) {
        assertThat(onAll(worlds(ranks), end -> {
                    int[] sum = new int[1];
                    return end.allreduce(Buffers.ints(1), Buffers.of(sum), Op.SUM)
                            .then(Mono.fromSupplier(() -> sum[0]));
                }))
                .containsOnly(ranks.size());
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("COL-25 a rank that requests a collective operation and cancels it at once does its part")
    void operations(Ranks ranks) throws Exception {
        assertOthersEnd(ranks, OPERATIONS);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("COL-25 a rank that requests a dup or a split and cancels it at once does its part")
    void communicators(Ranks ranks) throws Exception {
        assertOthersEnd(ranks, COMMUNICATORS);
    }

    @OnEveryChannel(ranks = 3, settings = "check-collectives=off")
    @DisplayName("COL-25 so does one whose ranks don't compare first what they do")
    void uncheckedCommunicators(Ranks ranks) throws Exception {
        assertOthersEnd(ranks, COMMUNICATORS);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("COL-25 a rank that cancels a dup or a split while it waits for the others does its part")
    void communicatorsUnderWay(Ranks ranks) throws Exception {
        assertOthersEndAfterStart(ranks);
    }

    @OnEveryChannel(ranks = 3, settings = "check-collectives=off")
    @DisplayName("COL-25 so does one that has begun to tell the others its part")
    void uncheckedCommunicatorsUnderWay(Ranks ranks) throws Exception {
        assertOthersEndAfterStart(ranks);
    }

    /** The bad rank waits in vain until it has given up, and says that it goes on. */
    private static void assertOthersEndAfterStart(Ranks ranks) throws Exception {
        for (Function<Communicator, Publisher<?>> made : COMMUNICATORS) {
            Recorder<Object> given = requested(made.apply(ranks.world(BAD)));
            assertThat(ranks.pending(BAD).block(TIMEOUT)).hasSize(1);
            given.cancel();
            assertThat(ranks.pending(BAD).block(TIMEOUT))
                    .singleElement()
                    .asString()
                    .contains("which nobody waits for here any more");
            List<Recorder<Object>> others = new ArrayList<>();
            for (Communicator world : worlds(ranks)) {
                if (world.rank() != BAD) {
                    others.add(requested(made.apply(world)));
                }
            }
            for (Recorder<Object> each : others) {
                assertThat(each.await()).hasSize(2).endsWith("complete");
            }
            awaitIdle(ranks);
            assertThat(given.signals()).isEmpty();
        }
        assertWorks(ranks);
    }

    /** Its part may end after those of the others. */
    private static void awaitIdle(Ranks ranks) {
        ranks.pending(BAD).repeat().takeUntil(List::isEmpty).then().block(TIMEOUT);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("COL-25 a rank that frees a communicator and cancels that at once does its part")
    void freed(Ranks ranks) throws Exception {
        List<Communicator> ends = Family.dup(worlds(ranks));
        assertOthersEnd(ranks, world -> ends.get(world.rank()).free());
        awaitIdle(ranks);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("COL-25, COL-31 a rank that requests a collective stream and cancels it at once does its part")
    void streams(Ranks ranks) throws Exception {
        assertOthersEnd(ranks, STREAMS);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("COL-25 a subscriber that cancels a collective stream before it requests has no part in it")
    void cancelledBefore(Ranks ranks) throws Exception {
        for (Function<Communicator, Publisher<?>> stream : STREAMS) {
            Publisher<?> own = stream.apply(ranks.world(BAD));
            Busy busy = new Busy(ranks.world(BAD));
            try {
                own.subscribe(new BaseSubscriber<Object>() {
                    @Override
                    protected void hookOnSubscribe(Subscription subscription) {
                        subscription.cancel();
                        subscription.request(1);
                    }
                });
            } finally {
                busy.end();
            }
        }
        assertThat(ranks.pending(BAD).block(TIMEOUT)).isEmpty();
    }
}
