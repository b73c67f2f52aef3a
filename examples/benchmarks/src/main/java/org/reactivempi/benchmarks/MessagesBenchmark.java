package org.reactivempi.benchmarks;

import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Status;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * What a message of 8 bytes costs, sent and received, to oneself and between two ranks of this JVM. With {@code -prof gc}
 * also the bytes of heap, of all threads. The numbers between ranks are those of two threads that hand over to each other.
 */
public class MessagesBenchmark extends Nanoseconds {

    private static final int ROUNDS = 1000;
    private static final int TAG = 0;
    private static final int BUFFER_BYTES = 4096;

    private World world;
    private Communicator zero;
    private Communicator one;
    private Mono<Status> sendToOneself;
    private Mono<Status> receiveFromOneself;
    private Mono<Status> bufferedToOneself;
    private Mono<Status> persistentSend;
    private Mono<Status> persistentReceive;

    /** Starts two ranks, and makes the operations. */
    @Setup
    public void start() {
        world = World.start(2);
        zero = world.rank(0);
        one = world.rank(1);
        sendToOneself = zero.isend(Buffers.longs(new long[1]), 0, TAG);
        receiveFromOneself = zero.irecv(Buffers.of(new long[1]), 0, TAG);
        bufferedToOneself = zero.ibsend(Buffers.longs(new long[1]), 0, TAG);
        zero.buffers().attach(BUFFER_BYTES).block();
        persistentSend = started(zero.sendInit(Buffers.longs(new long[1]), 0, TAG));
        persistentReceive = started(zero.recvInit(Buffers.of(new long[1]), 0, TAG));
    }

    private static Mono<Status> started(PersistentRequest request) {
        Mono<Status> completion = request.completion();
        return new Mono<>() {
            @Override
            public void subscribe(CoreSubscriber<? super Status> subscriber) {
                request.start();
                completion.subscribe(subscriber);
            }
        };
    }

    /** Ends the ranks. */
    @TearDown
    public void end() {
        world.close();
    }

    /**
     * A message to oneself: {@code isend}, then {@code irecv}.
     *
     * @throws InterruptedException if JMH gives up
     */
    @Benchmark
    @OperationsPerInvocation(ROUNDS)
    public void toOneself() throws InterruptedException {
        Chain.start(zero.scheduler(), ROUNDS, List.of(sendToOneself, receiveFromOneself))
                .await();
    }

    /**
     * A message to oneself: {@code ibsend}, then {@code irecv}.
     *
     * @throws InterruptedException if JMH gives up
     */
    @Benchmark
    @OperationsPerInvocation(ROUNDS)
    public void bufferedToOneself() throws InterruptedException {
        Chain.start(zero.scheduler(), ROUNDS, List.of(bufferedToOneself, receiveFromOneself))
                .await();
    }

    /**
     * A message to oneself: persistent requests, each started and waited for.
     *
     * @throws InterruptedException if JMH gives up
     */
    @Benchmark
    @OperationsPerInvocation(ROUNDS)
    public void persistentToOneself() throws InterruptedException {
        Chain.start(zero.scheduler(), ROUNDS, List.of(persistentSend, persistentReceive))
                .await();
    }

    /**
     * A round trip between two ranks: two messages.
     *
     * @throws InterruptedException if JMH gives up
     */
    @Benchmark
    @OperationsPerInvocation(ROUNDS)
    public void roundTrip() throws InterruptedException {
        Chain pong = Chain.start(one.scheduler(), ROUNDS, List.of(receive(one, 0), send(one, 0)));
        Chain.start(zero.scheduler(), ROUNDS, List.of(send(zero, 1), receive(zero, 1)))
                .await();
        pong.await();
    }

    private static Mono<Status> send(Communicator from, int to) {
        return from.isend(Buffers.longs(new long[1]), to, TAG);
    }

    private static Mono<Status> receive(Communicator at, int from) {
        return at.irecv(Buffers.of(new long[1]), from, TAG);
    }
}
