package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Mpi;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/**
 * One rank's operations as random numbers have them, some of which are cancelled soon. Used by one thread, and after that by
 * the one that looks at how they have ended.
 */
final class RandomOperations {

    private static final int TAGS = 3;
    private static final int LONG_BYTES = 300_000;

    private final Communicator world;
    private final Random random;
    private final int eagerLimitBytes;
    private final List<Operation> operations = new ArrayList<>();

    /** A subscriber that cancels when it is told to. */
    private static final class Operation extends Recorder<Object> {

        private final String name;
        private boolean cancelled;

        Operation(String name) {
            this.name = name;
        }

        void giveUp() {
            cancelled = true;
            cancel();
        }

        boolean hasEnded() {
            return signals().stream().anyMatch(signal -> signal instanceof Throwable || signal.equals("complete"));
        }

        void assertEnded() {
            List<Object> ends = signals().stream()
                    .filter(signal -> signal instanceof Throwable || signal.equals("complete"))
                    .toList();
            assertThat(ends).as("%s, signals %s", name, signals()).hasSizeLessThanOrEqualTo(1);
            assertThat(cancelled || ends.size() == 1)
                    .as("%s has ended, signals %s", name, signals())
                    .isTrue();
        }
    }

    RandomOperations(Communicator world, int eagerLimitBytes, long seed) {
        this.world = world;
        this.eagerLimitBytes = eagerLimitBytes;
        this.random = new Random(seed);
    }

    /** Starts one, and now and then cancels one. */
    void step() {
        start();
        if (random.nextInt(5) == 0) {
            operations.get(random.nextInt(operations.size())).giveUp();
        }
    }

    private void start() {
        int peer = random.nextInt(world.size());
        int source = random.nextInt(3) == 0 ? Mpi.ANY_SOURCE : random.nextInt(world.size());
        int tag = random.nextInt(TAGS);
        int anyTag = random.nextInt(3) == 0 ? Mpi.ANY_TAG : tag;
        switch (random.nextInt(12)) {
            case 0, 1 -> run("isend", world.isend(data(), peer, tag));
            case 2 -> run("issend", world.issend(data(), peer, tag));
            case 3 -> run("irsend", world.irsend(data(), peer, tag));
            case 4 -> run("ibsend", world.ibsend(data(), peer, tag));
            case 5, 6 -> run("irecv", world.irecv(Buffers.of(new byte[length()]), source, anyTag));
            case 7 -> run("receive", world.receive(source, anyTag));
            case 8 -> run("probe", world.probe(source, anyTag));
            case 9 -> run("mprobe", world.mprobe(source, anyTag).doOnNext(RandomOperations::receive));
            case 10 -> run("sendStream", world.sendStream(Flux.range(0, 50), Codecs.intValue(), peer, tag));
            default ->
                run(
                        "receiveStream",
                        world.receiveStream(Codecs.intValue(), source, anyTag).take(random.nextInt(60)));
        }
    }

    private void run(String name, Publisher<?> publisher) {
        Operation operation = new Operation(world.rank() + ": " + name);
        operations.add(operation);
        Flux.from(publisher).cast(Object.class).subscribe(operation);
        operation.request(Long.MAX_VALUE);
    }

    /** A message that a probe has given is nobody else's, also if the probe is cancelled at this moment. */
    private static void receive(MatchedMessage found) {
        found.receive().onErrorComplete().subscribe();
    }

    private Buffer data() {
        return Buffers.of(new byte[length()]);
    }

    private int length() {
        return switch (random.nextInt(6)) {
            case 0 -> 0;
            case 1 -> eagerLimitBytes + 1;
            case 2 -> random.nextInt(LONG_BYTES);
            default -> random.nextInt(100);
        };
    }

    /** Cancels all that has not ended. */
    void cancelAll() {
        operations.stream().filter(operation -> !operation.hasEnded()).forEach(Operation::giveUp);
    }

    /** Each has ended with one signal, or was cancelled. */
    void assertEnded() {
        operations.forEach(Operation::assertEnded);
    }

    /** All have ended by themselves. */
    void awaitEnds() throws InterruptedException {
        for (Operation operation : operations) {
            if (!operation.cancelled) {
                operation.await();
            }
        }
    }
}
