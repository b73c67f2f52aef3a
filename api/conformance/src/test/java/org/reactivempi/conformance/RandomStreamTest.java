package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Codecs;
import org.reactivempi.Mpi;
import org.reactivempi.StreamException;
import org.reactivempi.conformance.data.Noise;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** RX-11: many streams at the same time, each with a random life; a failure names the seed and the stream. */
class RandomStreamTest {

    private static final int STREAMS = 60;
    private static final int SEEDS = 5;

    @OnEveryChannel(ranks = 3, timeoutSeconds = 60)
    @DisplayName(
            "RX-11 streams with random lengths, demands, threads, errors and cancellations on both sides give what they must")
    void randomLives(Ranks ranks) throws Exception {
        for (long seed = 0; seed < SEEDS; seed++) {
            List<Life> lives = new ArrayList<>();
            for (int number = 0; number < STREAMS; number++) {
                lives.add(new Life(ranks, seed, number));
            }
            Random order = new Random(seed);
            for (Life life : lives) {
                if (order.nextBoolean()) {
                    life.send();
                    life.receive();
                } else {
                    life.receive();
                    life.send();
                }
            }
            for (Life life : lives) {
                life.check();
            }
            meet(ranks);
            assertThat(exchange(ranks.world(0), ranks.world(1), 5)).isEqualTo(5);
        }
    }

    /** How a stream ends. */
    private enum Fate {
        COMPLETES,
        FAILS,
        RECEIVER_CANCELS,
        SENDER_CANCELS
    }

    /** One stream, whose values are numbered; its tag is its own. */
    private static final class Life implements CoreSubscriber<byte[]> {

        private final Ranks ranks;
        private final String name;
        private final Random random;
        private final Fate fate;
        private final int from;
        private final int to;
        private final int tag;
        private final int length;
        private final int turn;
        private final int prefetch;
        private final int step;
        private final long seed;
        private final Scheduler publisher;
        private final AtomicInteger left = new AtomicInteger();
        private final AtomicLong requested = new AtomicLong();
        private final AtomicLong mostLeft = new AtomicLong();
        private final CountDownLatch receiverEnd = new CountDownLatch(1);
        private final Recorder<Void> sender = new Recorder<>();
        private volatile Subscription receiver;
        private volatile String wrong = "";
        private volatile Throwable error;
        private volatile boolean completed;
        private volatile int received;

        Life(Ranks ranks, long seed, int number) {
            this.ranks = ranks;
            this.random = new Random(seed * 1000 + number);
            this.seed = seed * 1000 + number;
            this.fate = Fate.values()[random.nextInt(4)];
            this.from = random.nextInt(ranks.size());
            this.to = random.nextInt(ranks.size());
            this.tag = number;
            this.length = random.nextInt(random.nextInt(3) == 0 ? 5 : 500);
            this.turn = random.nextInt(length + 1);
            this.prefetch = random.nextInt(3) == 0 ? 0 : random.nextInt(80);
            this.step = random.nextInt(4) == 0 ? Integer.MAX_VALUE : 1 + random.nextInt(40);
            this.publisher = random.nextBoolean() ? Schedulers.immediate() : Schedulers.parallel();
            this.name = "stream " + number + " of seed " + seed + ": " + fate + " at " + turn + " of " + length
                    + ", from " + from + " to " + to + ", prefetch " + prefetch + ", step " + step;
        }

        void send() {
            Flux<byte[]> values = Flux.range(0, length).map(this::value);
            if (fate == Fate.FAILS) {
                values = values.take(turn).concatWith(Flux.error(new IllegalStateException("fails at " + turn)));
            }
            values = values.publishOn(publisher).doOnNext(value -> {
                int gone = left.incrementAndGet();
                if (gone > requested.get() + prefetch && step != Integer.MAX_VALUE) {
                    wrong += gone + " have left where " + requested + " were requested; ";
                }
            });
            if (fate == Fate.SENDER_CANCELS) {
                values = values.doOnNext(value -> {
                    if (left.get() == turn) {
                        sender.cancel();
                    }
                });
            }
            ranks.world(from).sendStream(values, Codecs.bytes(), to, tag).subscribe(sender);
            sender.request(1);
            if (fate == Fate.SENDER_CANCELS && turn == 0) {
                // Before, while or after the receiver takes it; one that has nothing to take is cancelled as well.
                sender.cancel();
            }
        }

        void receive() {
            ranks.world(to)
                    .receiveStream(Codecs.bytes(), random.nextBoolean() ? from : Mpi.ANY_SOURCE, tag, prefetch)
                    .subscribe(this);
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            receiver = subscription;
            more();
        }

        private void more() {
            requested.addAndGet(step);
            receiver.request(step == Integer.MAX_VALUE ? Long.MAX_VALUE : step);
        }

        @Override
        public void onNext(byte[] value) {
            if (!Arrays.equals(value, value(received))) {
                wrong += "value " + received + " is another one; ";
            }
            received++;
            if (fate == Fate.RECEIVER_CANCELS && received == Math.max(1, turn)) {
                Schedulers.parallel().schedule(() -> {
                    receiver.cancel();
                    receiverEnd.countDown();
                });
            } else if (received == requested.get()) {
                if (publisher == Schedulers.immediate()) {
                    more();
                } else {
                    Schedulers.parallel().schedule(this::more);
                }
            }
        }

        @Override
        public void onError(Throwable error) {
            this.error = error;
            receiverEnd.countDown();
        }

        @Override
        public void onComplete() {
            completed = true;
            receiverEnd.countDown();
        }

        /** The value with this number: of many lengths, and never the same twice. */
        private byte[] value(int number) {
            Random content = new Random(seed * 7919 + number);
            return Noise.bytes(content, content.nextInt(50) == 0 ? content.nextInt(100_000) : content.nextInt(60));
        }

        void check() throws InterruptedException {
            boolean takenBack = fate == Fate.SENDER_CANCELS && turn == 0;
            if (takenBack) {
                // Nobody may have sent anything to wait for.
                receiver.cancel();
            } else {
                assertThat(receiverEnd.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                        .as("%s ends, after %d", name, received)
                        .isTrue();
            }
            assertThat(wrong).as(name).isEmpty();
            switch (fate) {
                case COMPLETES -> {
                    assertThat(received).as(name).isEqualTo(length);
                    assertThat(completed).as(name).isTrue();
                    assertThat(sender.await()).as(name).containsExactly("complete");
                }
                case FAILS -> {
                    assertThat(received).as(name).isEqualTo(turn);
                    assertThat(error)
                            .as(name)
                            .isInstanceOf(StreamException.class)
                            .hasMessage("fails at " + turn);
                    assertThat(sender.await()).as(name).singleElement().isInstanceOf(IllegalStateException.class);
                }
                case RECEIVER_CANCELS -> {
                    assertThat(received).as(name).isGreaterThanOrEqualTo(Math.min(length, turn));
                    assertThat(sender.await()).as(name).containsExactly("complete");
                }
                case SENDER_CANCELS -> {
                    assertThat(received).as(name).isLessThanOrEqualTo(length);
                    assertThat(takenBack || completed || error instanceof StreamException)
                            .as("%s: %s", name, error)
                            .isTrue();
                }
            }
        }
    }
}
