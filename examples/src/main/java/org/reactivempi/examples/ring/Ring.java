package org.reactivempi.examples.ring;

import org.reactivempi.Buffer;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Status;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Mono;

/**
 * A token goes round: each rank takes it from the one before, adds 1, and passes it on.
 *
 * <pre>
 *  0 ---> 1 ---> 2 ---> 3
 *  ^                    |
 *  +--------------------+
 * </pre>
 */
public final class Ring {

    private static final int TAG = 0;

    private final Communicator world;
    private final int next;
    private final int previous;
    private final long[] token = new long[1];
    // A rank that is alone sends and receives at the same time, which one array cannot serve.
    private final long[] arrived = new long[1];

    private Ring(Communicator world) {
        this.world = world;
        this.next = (world.rank() + 1) % world.size();
        this.previous = (world.rank() + world.size() - 1) % world.size();
    }

    /**
     * Runs this as a rank of the job that launched it, or alone.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                args,
                world -> Arguments.read(world, args, new RingOptions())
                        .flatMap(options -> new Ring(world).run(options.laps)));
    }

    private Mono<Void> run(int laps) {
        return world.barrier().then(world.rank() == 0 ? measure(laps) : takePart(laps));
    }

    /** Operations are cold: each repetition receives and sends anew. */
    private Mono<Void> takePart(int laps) {
        return receive().then(send()).repeat(laps - 1).then();
    }

    private Mono<Void> measure(int laps) {
        LapTimes times = new LapTimes(laps);
        Mono<Void> lap = Mono.fromRunnable(times::start)
                .then(Mono.when(send(), receive()))
                .doOnSuccess(ignored -> times.stop());
        return lap.repeat(laps - 1).then(Mono.fromRunnable(() -> System.out.print(report(laps, times))));
    }

    private Mono<Status> send() {
        return world.isend(Buffer.longs(token), next, TAG);
    }

    private Mono<Status> receive() {
        return world.irecv(Buffer.longs(arrived), previous, TAG).doOnNext(status -> token[0] = arrived[0] + 1);
    }

    private String report(int laps, LapTimes times) {
        return String.format("%d ranks, %d laps; the token has made %d steps%n", world.size(), laps, token[0])
                + times.report(world.size());
    }
}
