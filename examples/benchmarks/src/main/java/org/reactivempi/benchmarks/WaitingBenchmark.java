package org.reactivempi.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import org.reactivestreams.Publisher;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;

/**
 * What one message costs that a wait over 64 receives takes: the receives are started, then the wait, then as many messages of 8
 * bytes are sent. {@link Waits#NONE} subscribes the receives themselves, and shows what the messages cost without requests.
 */
public class WaitingBenchmark extends Nanoseconds {

    private static final int WINDOW = 64;
    private static final int ROUNDS = 50;

    /** How the receives are waited for. */
    public enum Waits {
        /** Not by requests at all. */
        NONE(null),
        /** By a stream of all. */
        COMPLETIONS(Requests::completions),
        /** By a wait for some, again and again. */
        SOME(Requests::waitSome),
        /** By a wait for all. */
        ALL(Requests::waitAll),
        /** By a wait for any, made anew for each completion. */
        ANY(requests -> Requests.waitAny(requests).repeat());

        private final @Nullable Function<List<Request>, Publisher<?>> wait;

        Waits(@Nullable Function<List<Request>, Publisher<?>> wait) {
            this.wait = wait;
        }
    }

    /** How the receives are waited for. */
    @Param
    public Waits waits = Waits.NONE;

    private World world;
    private Communicator zero;
    private Communicator one;

    /** Starts two ranks. */
    @Setup
    public void start() {
        world = World.start(2);
        zero = world.rank(0);
        one = world.rank(1);
    }

    /** Ends the ranks. */
    @TearDown
    public void end() {
        world.close();
    }

    /**
     * Messages of a rank to itself, on one thread.
     *
     * @throws InterruptedException if JMH gives up
     */
    @Benchmark
    @OperationsPerInvocation(ROUNDS * WINDOW)
    public void toOneself() throws InterruptedException {
        Round round = new Round(receives(zero, 0), waits.wait);
        Mono<Status> send = zero.isend(Buffers.longs(new long[1]), 0, 0);
        round.whenWaiting = () -> sendAll(send);
        round.run(zero);
    }

    /**
     * Messages from another rank, over the local channel.
     *
     * @throws InterruptedException if JMH gives up
     */
    @Benchmark
    @OperationsPerInvocation(ROUNDS * WINDOW)
    public void betweenRanks() throws InterruptedException {
        Round round = new Round(receives(one, 0), waits.wait);
        Mono<Status> send = zero.isend(Buffers.longs(new long[1]), 1, 0);
        round.whenWaiting = () -> zero.scheduler().schedule(() -> sendAll(send));
        round.run(one);
    }

    private static List<Mono<Status>> receives(Communicator at, int source) {
        return IntStream.range(0, WINDOW)
                .mapToObj(i -> at.irecv(Buffers.of(new long[1]), source, 0))
                .toList();
    }

    private static void sendAll(Mono<Status> send) {
        for (int i = 0; i < WINDOW; i++) {
            send.subscribe(new Taker());
        }
    }

    /** Rounds of receives that are started, waited for, and met by messages. */
    private static final class Round extends Rounds {

        private final List<Mono<Status>> receives;
        private final @Nullable Function<List<Request>, Publisher<?>> wait;
        private Runnable whenWaiting = () -> {};
        private int rounds = ROUNDS;
        private int running;

        Round(List<Mono<Status>> receives, @Nullable Function<List<Request>, Publisher<?>> wait) {
            this.receives = receives;
            this.wait = wait;
        }

        void run(Communicator at) throws InterruptedException {
            startOn(at.scheduler());
            await();
        }

        @Override
        void next() {
            if (rounds == 0) {
                end();
                return;
            }
            rounds--;
            if (wait == null) {
                running = WINDOW;
                receives.forEach(receive -> receive.subscribe(this));
            } else {
                running = 1;
                List<Request> requests = new ArrayList<>(WINDOW);
                for (Mono<Status> receive : receives) {
                    requests.add(Request.start(receive));
                }
                wait.apply(requests).subscribe(new Taken(this));
            }
            whenWaiting.run();
        }

        @Override
        public void onComplete() {
            running--;
            if (running == 0) {
                next();
            }
        }
    }

    /** Takes what a wait gives, until all receives have been taken, and ends the round then. */
    private static final class Taken extends BaseSubscriber<Object> {

        private final Round round;
        private int taken;

        Taken(Round round) {
            this.round = round;
        }

        @Override
        protected void hookOnNext(Object value) {
            taken += value instanceof List<?> several ? several.size() : 1;
            if (taken == WINDOW) {
                cancel();
                round.onComplete();
            }
        }

        @Override
        protected void hookOnError(Throwable error) {
            round.onError(error);
        }
    }
}
