package org.reactivempi.examples.service;

import java.io.PrintStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.ExitException;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A client of {@link Service}, which is another job: each of its ranks asks each rank of the service for the primes of some numbers, and checks
 * what it gets.
 *
 * <pre>
 *  client      asks rank 0 of the service for     and rank 1 for
 *  rank 0      1 to 500                           501 to 1000
 *  rank 1      1001 to 1500                       1501 to 2000
 * </pre>
 */
public final class Client {

    private static final int ROOT = 0;
    private static final int FAILED = 1;
    private static final double NANOS_PER_SECOND = 1e9;

    /** So many pieces of an answer are computed ahead. */
    private static final int PREFETCH = 4;

    private final Communicator world;
    private final ClientOptions options;
    private final PrintStream out;

    Client(Communicator world, ClientOptions options, PrintStream out) {
        this.world = world;
        this.options = options;
        this.out = out;
    }

    /**
     * Runs this as a rank of the job that launched it, or alone.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                args,
                world -> Arguments.read(world, args, new ClientOptions())
                        .flatMap(options -> new Client(world, options, System.out).run()));
    }

    /** Where it fails, the process ends, and the service hears of that: nobody waits for a {@code disconnect} of all ranks then. */
    Mono<Void> run() {
        return connect().flatMap(service -> {
            long start = System.nanoTime();
            return ask(service)
                    .doOnNext(found -> tell(service, found, start))
                    .then(service.barrier())
                    .then(service.disconnect());
        });
    }

    private Mono<Intercommunicator> connect() {
        return world.rank() == ROOT ? port().flatMap(name -> world.connect(name, ROOT)) : world.connect(null, ROOT);
    }

    private Mono<String> port() {
        @Nullable String port = options.where.port;
        return port == null ? named(options.where.name) : Mono.just(port);
    }

    /** A service may be started after its clients. */
    private Mono<String> named(String name) {
        return world.session()
                .ports()
                .lookup(name)
                .retryWhen(Again.whenever(
                        ErrorClass.NAME,
                        options.tries,
                        unknown -> out.println("client: " + unknown.getMessage() + "; asks again")))
                .onErrorMap(
                        Client::isUnknown,
                        unknown -> new ExitException(
                                FAILED,
                                "client: " + unknown.getMessage()
                                        + "; is the service there, with the same setting name-service?"));
    }

    private static boolean isUnknown(Throwable error) {
        return error instanceof MpiException failed && failed.errorClass() == ErrorClass.NAME;
    }

    /** All primes that the service finds. */
    private Mono<Long> ask(Intercommunicator service) {
        int ranks = service.remoteSize();
        Numbers own = new Numbers(1, options.upTo).part(world.rank(), world.size());
        return Flux.range(0, ranks)
                .flatMap(rank -> ask(service, rank, own.part(rank, ranks)), ranks)
                .switchOnFirst((first, counts) -> {
                    if (first.hasValue()) {
                        tellOfBegin(own);
                    }
                    return counts;
                })
                .reduce(0L, Long::sum)
                .flatMap(found -> world.allreduce(found, Op.SUM));
    }

    /** How many primes a rank of the service finds, for each piece of the numbers. */
    private static Flux<Long> ask(Intercommunicator service, int rank, Numbers numbers) {
        return Flux.defer(() -> {
            Check check = new Check(rank, numbers);
            return service.askStream(numbers.question(), Codecs.ints(), Codecs.ints(), rank, Numbers.TAG, PREFETCH)
                    .map(check::piece)
                    .map(Integer::longValue)
                    .concatWith(Mono.fromRunnable(check::end));
        });
    }

    private void tellOfBegin(Numbers own) {
        out.println("client: rank " + world.rank() + ", process "
                + ProcessHandle.current().pid() + ", gets the primes of " + own);
    }

    private void tell(Intercommunicator service, long found, long start) {
        if (world.rank() == ROOT) {
            out.printf(
                    Locale.ROOT,
                    "client: %d primes up to %d, by %d ranks for %d ranks, all of them checked, in %.2f s%n",
                    found,
                    options.upTo,
                    service.remoteSize(),
                    world.size(),
                    (System.nanoTime() - start) / NANOS_PER_SECOND);
        }
    }
}
