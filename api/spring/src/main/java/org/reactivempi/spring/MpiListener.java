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
 * @MpiListener(source = 0, tag = 9)
 * Flux<Result> work(Flux<Task> tasks) { ... }                       // a stream for a stream, with back-pressure
 * }</pre>
 *
 * <p>The method takes a value, for which there is a codec, perhaps with its {@link org.reactivempi.Status}; or a {@link
 * org.reactivempi.Message}; or a {@code Flux} of values, which is a stream. It returns {@code void}; or a {@code Mono}; or a {@code
 * Flux}, which is sent back as a stream, under the same tag.
 *
 * <p>A listener with a tag takes messages, and {@linkplain org.reactivempi.Questions#ask questions} as well. The value of its {@code
 * Mono} is the answer to a question; its error arrives at the asker by type and message. A rank that has sent a message, and has not asked,
 * gets nothing back, unless there is a {@link #replyTag}. One with any tag takes no questions.
 *
 * <p>A method that returns {@code void} may block: it is called on a thread for that ({@code Schedulers.boundedElastic()}). One
 * that returns a {@code Mono} or a {@code Flux} is called on the progress thread, and must not.
 *
 * <p>The next message is taken when the one before has been dealt with, so a listener that is slow holds its senders back. An
 * error goes to the {@link ListenerErrorHandler}, and the listener goes on.
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
     * Whose messages.
     *
     * @return a rank of the communicator, or {@link Mpi#ANY_SOURCE}, the default
     */
    int source() default Mpi.ANY_SOURCE;

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
     * How many messages are dealt with at once. With more than one, they may overtake each other.
     *
     * @return 1 to 1024, or 0, the default: what {@code reactivempi.listener.concurrency} says, which is 1 unless set
     */
    int concurrency() default 0;

    /**
     * The tag of replies to messages that are no questions: the value of the method's {@code Mono} is then sent to the message's
     * source as a message of its own. Its receiver can't tell which message it answers: for that, ask.
     *
     * @return a tag; by default, messages get no reply, and streams one under the same tag
     */
    int replyTag() default SAME_TAG;
}
