package org.reactivempi.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.reactivempi.Mpi;

/**
 * Calls a bean's method with each message, each question, or each stream, that comes from a rank under a tag.
 *
 * <pre>{@code
 * @MpiListener(tag = 7)
 * void onMeasurement(Measurement value, Status status) { ... }      // each message, one after the other
 *
 * @MpiListener(source = 0, tag = 8)
 * Mono<Result> work(Task task) { ... }                              // the result answers a question, and only a question
 *
 * @MpiListener("${prices.tag}")
 * Mono<Quote> quote(String symbol) { ... }                          // the tag from the application's properties
 *
 * @MpiListener("ticks")
 * Flux<Tick> ticks(String symbol) { ... }                           // a stream for each who asks, cancelled when that goes
 *
 * @MpiListener(source = 0, tag = 9)
 * Flux<Result> work(Flux<Task> tasks) { ... }                       // a stream for a stream, with back-pressure
 * }</pre>
 *
 * <p>The method takes a value, for which there is a codec, perhaps with its {@link org.reactivempi.Status}; or a {@link
 * org.reactivempi.Message}; or a {@code Flux} of values, which is a stream. It returns {@code void}; or a {@code Mono}; or a {@code
 * Flux}.
 *
 * <p>A listener with a tag takes messages or streams, and questions as well: what it returns is the answer. A {@code Mono} answers
 * {@link org.reactivempi.Questions#ask ask}; a {@code Flux} answers {@code askStream}, each asker with a stream of its own; a {@code Flux} for a
 * {@code Flux} answers {@code askStreams}. Its error arrives at the asker by type and message. A rank that has sent a message, and has not
 * asked, gets nothing back, unless there is a {@link #replyTag}; without one, a method that returns a {@code Flux} for a value takes no
 * messages, but questions alone. One with any tag takes no questions.
 *
 * <p>A method that returns {@code void} may block: it is called on a thread for that ({@code Schedulers.boundedElastic()}, or a
 * virtual one where {@code spring.threads.virtual.enabled} says so). One
 * that returns a {@code Mono} or a {@code Flux} is called on the progress thread, or for further {@linkplain #attempts attempts} on a thread of
 * {@code Schedulers.parallel()}, and must not.
 *
 * <p>The next message is taken when the one before has been dealt with, so a listener that is slow holds its senders back. An
 * error goes to the {@link ListenerErrorHandler}, with its message to the {@link DeadLetterHandler} where there is one, and the listener goes on.
 *
 * @since 0.1
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface MpiListener {

    /** In place of {@link #replyTag}: none for messages; for streams, the tag of what is answered. */
    int SAME_TAG = -2;

    /**
     * The tag as text, in place of {@link #tag}.
     *
     * @return a number, or a name for {@link org.reactivempi.Tags#of}; placeholders such as <code>${prices.tag}</code> are replaced
     */
    String value() default "";

    /**
     * By which {@link MpiListeners} finds it, to pause it.
     *
     * @return an id that no other listener has; by default {@code CLASS.METHOD}, with {@code #2} and so on where there are several
     */
    String id() default "";

    /**
     * Whose messages.
     *
     * @return a rank of the communicator, or {@link Mpi#ANY_SOURCE}, the default
     */
    int source() default Mpi.ANY_SOURCE;

    /**
     * Whose messages, as text, in place of {@link #source}.
     *
     * @return a rank's number; placeholders such as <code>${prices.rank}</code> are replaced
     */
    String from() default "";

    /**
     * Which messages.
     *
     * @return a tag, or {@link Mpi#ANY_TAG}, the default
     */
    int tag() default Mpi.ANY_TAG;

    /**
     * How values are read, and replies written.
     *
     * @return the name of a bean that is a {@link org.reactivempi.Codec}; by default, one is found by type: see {@link
     *     org.reactivempi.spring.codec.MpiCodecs}
     */
    String codec() default "";

    /**
     * Where the messages come.
     *
     * @return the name of a bean that is a {@link org.reactivempi.Communicator}; the world by default
     */
    String communicator() default "";

    /**
     * How many messages are dealt with at once. With more than one, they may overtake each other. For a {@code Flux} that answers,
     * how many streams are given at once; further askers wait.
     *
     * @return 1 to 1024, or 0, the default: what {@code reactivempi.listener.concurrency} says, which is 1 unless set, and {@value
     *     org.reactivempi.Questions#CONCURRENCY} streams
     */
    int concurrency() default 0;

    /**
     * How often a message or a question is given to the method until it succeeds; streams, and what its codec cannot
     * read, are given once. What has failed for good goes to
     * the {@linkplain #deadLetters dead-letter handler}, or, without one, to the {@link ListenerErrorHandler}.
     *
     * @return 1, the default, to 100
     */
    int attempts() default 1;

    /**
     * How long the listener waits before it tries again; twice as long each further time, and half of it more or less by chance. Others are
     * dealt with meanwhile, as far as {@link #concurrency} allows.
     *
     * @return a duration such as {@code 100ms}, or {@code 5s}; 100 ms by default
     */
    String backOff() default "100ms";

    /**
     * Who gets what has failed for good.
     *
     * @return the name of a bean that is a {@link DeadLetterHandler}; by default the only bean of that type, if there is one
     */
    String deadLetters() default "";

    /**
     * The tag of replies to messages that are no questions: the value of the method's {@code Mono} is then sent to the message's
     * source as a message of its own. Its receiver can't tell which message it answers: for that, ask.
     *
     * @return a tag; by default, messages get no reply, and streams one under the same tag
     */
    int replyTag() default SAME_TAG;
}
