package org.reactivempi.examples.service;

import java.io.PrintStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.Port;
import org.reactivempi.Ports;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.RevokedException;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A service at a port: each of its ranks looks for primes, for all clients that come, several at a time. A client that is killed ends its own
 * serving, and nothing else.
 *
 * <pre>
 *  rank 0   open, publish   accepts --a-----b-----------c--
 *  rank 1                   accepts --a-----b-----------c--
 *                                     |     |           answers ~~~~~ barrier, disconnect
 *                                     |     answers ~~~ lost, disconnect
 *                                     answers ~~~~~~~~~~~~~~ barrier, disconnect
 * </pre>
 */
public final class Service {

    private static final int ROOT = 0;
    private static final int CLIENTS_AT_A_TIME = 64;

    /** A service that was killed keeps its name for some seconds, until it is known to be lost; this may be the next one. */
    private static final int PUBLISHING_TRIES = 30;

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

    private final Communicator world;
    private final ServiceOptions options;
    private final PrintStream out;

    Service(Communicator world, ServiceOptions options, PrintStream out) {
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
                world -> Arguments.read(world, args, new ServiceOptions())
                        .flatMap(options -> new Service(world, options, System.out).run()));
    }

    Mono<Void> run() {
        return world.rank() == ROOT
                ? Mono.usingWhen(world.session().ports().open(), this::lead, Port::close)
                : serve(null);
    }

    private Mono<Void> lead(Port port) {
        say("the port is " + port.name());
        return world.session()
                .ports()
                .publish(options.name, port)
                .retryWhen(Again.whenever(
                        ErrorClass.SERVICE, PUBLISHING_TRIES, error -> say(error.getMessage() + "; tries again")))
                .doOnSuccess(
                        done -> say(world.size() + " ranks wait for clients, which find the port as " + options.name))
                .then(Mono.firstWithSignal(serve(port), keepName(port)));
    }

    /** The keeper of the names may end, and another one begin, which knows none. */
    private Mono<Void> keepName(Port port) {
        Ports ports = world.session().ports();
        return Flux.interval(BETWEEN_LOOKS)
                .onBackpressureDrop()
                .concatMap(tick -> ports.lookup(options.name)
                        .then()
                        .onErrorResume(gone -> ports.publish(options.name, port))
                        .onErrorComplete())
                .then();
    }

    /** All ranks take the same clients; so all of them end after the same one. */
    Mono<Void> serve(@Nullable Port port) {
        return world.accepts(port, ROOT)
                .take(options.clients())
                .index((index, client) -> serve(index + 1, client))
                .flatMap(served -> served, CLIENTS_AT_A_TIME)
                .then();
    }

    /**
     * The client's ranks come to the barrier when they have all that they want; one that is lost fails it. The first rank that hears of that
     * revokes the communicator, so that all others do as well, whatever they wait for.
     */
    private Mono<Void> serve(long number, Intercommunicator client) {
        say("client " + number + " comes, with " + client.remoteSize() + " ranks");
        Mono<Void> answers = client.answerStream(Codecs.ints(), Codecs.ints(), Numbers.TAG, Service::primes)
                .then();
        return Mono.firstWithSignal(answers, client.barrier())
                .doOnSuccess(done -> say("client " + number + " has been served"))
                .doOnError(lost -> say("client " + number + " is lost: " + inWords(lost)))
                .onErrorResume(lost -> client.failures().revoke())
                .onErrorComplete()
                .then(client.disconnect());
    }

    private static String inWords(Throwable lost) {
        if (lost instanceof RevokedException) {
            return "another rank has heard so";
        }
        return lost instanceof ProcessFailedException process && process.rankInCommunicator() != Mpi.UNDEFINED
                ? "its rank " + process.rankInCommunicator() + " has failed"
                : String.valueOf(lost.getMessage());
    }

    /** Computed no faster than the client reads, on a thread that may take its time. */
    private static Flux<int[]> primes(int[] question) {
        Numbers numbers = Numbers.of(question);
        return Flux.range(0, numbers.pieces())
                .map(piece -> numbers.piece(piece).primes())
                .subscribeOn(Schedulers.boundedElastic());
    }

    private void say(String what) {
        if (world.rank() == ROOT) {
            out.println("service: " + what);
        }
    }
}
