package org.reactivempi.examples.quotes;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import org.reactivempi.AnswerException;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Tags;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Each rank asks the next one for prices, and answers the one before. A question that has timed out is given up: its handler's work is
 * cancelled, and the question after it gets its own answer.
 */
public final class Quotes {

    static final Duration PATIENCE = Duration.ofMillis(250);

    private static final int QUOTES = Tags.of("quotes");
    private static final Duration LATE = Duration.ofSeconds(20);

    private Quotes() {}

    /**
     * Runs this as a rank of the job that launched it, or alone.
     *
     * @param args symbols, and {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                args,
                world -> Arguments.read(world, args, new QuotesOptions())
                        .flatMap(options -> quotes(world, options.symbols, PATIENCE, System.out)));
    }

    /** Answers until all ranks have asked all. */
    static Mono<Void> quotes(Communicator world, List<String> symbols, Duration patience, PrintStream out) {
        Mono<Void> asked = Flux.fromIterable(symbols)
                .concatMap(symbol -> ask(world, symbol, patience))
                .doOnNext(out::println)
                .then(world.barrier());
        return world.answer(Codecs.string(), Codecs.doubleValue(), QUOTES, Quotes::price)
                .takeUntilOther(asked)
                .then();
    }

    private static Mono<String> ask(Communicator world, String symbol, Duration patience) {
        int next = (world.rank() + 1) % world.size();
        return world.ask(symbol, Codecs.string(), Codecs.doubleValue(), next, QUOTES)
                .map(price -> String.format(Locale.ROOT, "%.2f", price))
                .timeout(patience)
                .onErrorResume(
                        TimeoutException.class, late -> Mono.just("no answer within " + patience.toMillis() + " ms"))
                .onErrorResume(AnswerException.class, refused -> Mono.just(String.valueOf(refused.getMessage())))
                .map(answer -> "rank " + world.rank() + " asked rank " + next + ": " + symbol + ": " + answer);
    }

    private static Mono<Double> price(String symbol) {
        return switch (symbol) {
            case "SLOW" -> Mono.just(1.0).delayElement(LATE);
            case "NONE" -> Mono.error(new IllegalArgumentException("there is no price of " + symbol));
            default -> Mono.just(Math.floorMod(symbol.hashCode(), 10_000) / 100.0);
        };
    }
}
