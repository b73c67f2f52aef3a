package org.reactivempi.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.reactivempi.Mpi;

/**
 * Calls a bean's method with each message, or each stream, that comes from a rank under a tag.
 *
 * <pre>{@code
 * @MpiListener(tag = 7)
 * void onMeasurement(Measurement value, Status status) { ... }      // each message, one after the other
 *
 * @MpiListener(source = 0, tag = 8)
 * Mono<Result> work(Task task) { ... }                              // the result goes back to the sender
 *
 * @MpiListener(source = 0, tag = 9)
 * Flux<Result> work(Flux<Task> tasks) { ... }                       // a stream for a stream, with back-pressure
 * }</pre>
 *
 * <p>The method takes a value, for which there is a codec, perhaps with its {@link org.reactivempi.Status}; or a {@link
 * org.reactivempi.Message}; or a {@code Flux} of values, which is a stream. It returns {@code void}; or a {@code Mono}, whose
 * value is sent back as a message; or a {@code Flux}, which is sent back as a stream. {@code Mono<Void>} sends nothing back.
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

    /** In place of {@link #replyTag}: the tag of the message that is answered. */
    int SAME_TAG = -2;

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
     * The tag of replies.
     *
     * @return a tag; by default, the tag of what is answered
     */
    int replyTag() default SAME_TAG;
}
