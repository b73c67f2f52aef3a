package org.reactivempi.spring.client;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An interface whose methods ask a rank, or send to it. Spring Boot makes a bean of each that it finds below the application's package;
 * {@link MpiClients#create} makes one of any.
 *
 * <pre>{@code
 * @MpiClient(rank = 1)
 * interface Quotes {
 *
 *     @MpiAsk("quotes")
 *     Mono<Quote> quote(String symbol);
 *
 *     @MpiAsk("${prices.tag}")
 *     Mono<Price> price(@MpiRank int rank, String symbol);
 *
 *     @MpiAsk("ticks")
 *     Flux<Tick> ticks(String symbol);
 *
 *     @MpiSend("closings")
 *     Mono<Void> close(String symbol);
 * }
 * }</pre>
 *
 * <p>A method has one value as its parameter, and perhaps a rank. One that {@linkplain MpiAsk asks} returns the {@code Mono} of the
 * answer, or the answer itself, for which it blocks; or a {@code Flux}, which is a stream of answers, and then its value may be a {@code Flux}
 * too. One that {@linkplain MpiSend sends} returns {@code Mono<Void>}, or blocks until the value is sent; a {@code Flux} is sent as a stream.
 *
 * @since 0.1
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface MpiClient {

    /** In place of {@link #rank}: each method says which. */
    int NO_RANK = -1;

    /**
     * Which rank.
     *
     * @return a rank of the communicator; by default, methods have a parameter with {@link MpiRank}
     */
    int rank() default NO_RANK;

    /**
     * Which rank, as text, in place of {@link #rank}.
     *
     * @return a rank's number; placeholders such as <code>${quotes.rank}</code> are replaced
     */
    String to() default "";

    /**
     * Where it is asked.
     *
     * @return the name of a bean that is a {@link org.reactivempi.Communicator}; the world by default
     */
    String communicator() default "";
}
