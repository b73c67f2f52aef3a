package org.reactivempi.conformance;

import static org.reactivempi.conformance.Payloads.TIMEOUT;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import org.reactivempi.Buffers;
import org.reactivempi.Op;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Session;
import org.reactivempi.Settings;
import org.reactivempi.Window;
import org.reactivempi.WindowHints;
import org.reactivempi.core.session.CoreSession;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Measures what short operations of a window allocate on the progress thread of their origin, in a JVM of its own. */
final class WindowAllocationProgram {

    private static final int ROUNDS = 60;
    private static final int OPERATIONS = 5_000;
    private static final ThreadMXBean MEMORY = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private WindowAllocationProgram() {}

    /**
     * Prints the bytes of a persistent put, and of a fetchAndOp; each is measured again until it is below what its argument says.
     *
     * @param arguments the channel, whether memory may be in common, and the two limits
     */
    public static void main(String[] arguments) throws InterruptedException {
        List<CoreSession> sessions = PlainRanks.start(2, Settings.create().channel(arguments[0]));
        WindowHints hints = WindowHints.create().sharedMemory(Boolean.parseBoolean(arguments[1]));
        List<Window> ends = Flux.fromIterable(sessions)
                .flatMapSequential(
                        session -> session.world().windows().with(hints).allocate(64))
                .collectList()
                .block(TIMEOUT);
        Window origin = ends.get(0);
        long thread = PlainRanks.threadOf(sessions.get(0).world());
        origin.lockAll().block(TIMEOUT);
        PersistentRequest put = PersistentRequest.of(origin.put(Buffers.of(new long[1]), 1, 0));
        long ofPut = least(Long.parseLong(arguments[2]), thread, () -> {
            put.start();
            PlainRanks.take(put);
            return 1;
        });
        Mono<Long> fetch = origin.longs().fetchAndOp(1L, 1, 8, Op.SUM);
        long ofFetch = least(Long.parseLong(arguments[3]), thread, () -> {
            new InTurns(fetch).await();
            return InTurns.COUNT;
        });
        origin.unlockAll().block(TIMEOUT);
        Mono.when(ends.stream().map(Window::free).toList()).block(TIMEOUT);
        Mono.when(sessions.stream().map(Session::close).toList()).block(TIMEOUT);
        System.out.println(ofPut + " " + ofFetch);
    }

    /**
     * The fewest bytes of an operation.
     *
     * @param work does some operations, and says how many
     */
    private static long least(long below, long thread, LongSupplier work) {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && least >= below; round++) {
            long before = MEMORY.getThreadAllocatedBytes(thread);
            long done = 0;
            while (done < OPERATIONS) {
                done += work.getAsLong();
            }
            least = Math.min(least, (MEMORY.getThreadAllocatedBytes(thread) - before) / done);
        }
        return least;
    }

    /** Subscribes an operation again at each end of it: the least that a program can add to it. */
    private static final class InTurns implements CoreSubscriber<Long> {

        static final int COUNT = 1000;

        private final Mono<Long> operation;
        private final CountDownLatch done = new CountDownLatch(1);
        private int left = COUNT;

        InTurns(Mono<Long> operation) {
            this.operation = operation;
        }

        void await() {
            operation.subscribe(this);
            try {
                done.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            subscription.request(1);
        }

        @Override
        public void onNext(Long before) {}

        @Override
        public void onError(Throwable error) {
            throw new IllegalStateException(error);
        }

        @Override
        public void onComplete() {
            left--;
            if (left > 0) {
                operation.subscribe(this);
            } else {
                done.countDown();
            }
        }
    }
}
