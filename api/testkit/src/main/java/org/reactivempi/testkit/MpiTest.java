package org.reactivempi.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A JUnit test with several ranks in this JVM.
 *
 * <p>A method with a parameter of type {@link Ranks} runs once and plays all ranks. A method with a parameter of type
 * {@link org.reactivempi.Communicator} runs once per rank, all at the same time, each on a thread of its own and with its own
 * world communicator; such a method may block, and the first rank that throws fails the test, is named in the
 * failure, and ends the others.
 *
 * <pre>{@code
 * @MpiTest(ranks = 4)
 * void everyRankHearsFromItsNeighbour(Communicator world) {
 *     int next = (world.rank() + 1) % world.size();
 *     Message heard = world.isend(Buffers.ints(world.rank()), next, 0)
 *             .then(world.receive(Mpi.ANY_SOURCE, 0))
 *             .block();
 *     ...
 * }
 * }</pre>
 *
 * <p>A test that has not returned in time fails with what each rank was waiting for. After the test the ranks finalize; a
 * request, thread or network buffer that is left then fails the test and is named, and so does what each {@link Check} finds. A test that fails frees everything,
 * too, and is not checked any further.
 *
 * <p>On a class, it gives ranks to those of its test methods, of any kind, that have such a parameter. On a method it
 * includes {@code @Test}.
 *
 * @since 0.1
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Test
@ExtendWith(MpiExtension.class)
public @interface MpiTest {

    /**
     * How many ranks.
     *
     * @return 1 or more
     */
    int ranks() default 2;

    /**
     * What carries their messages.
     *
     * @return the name of a channel on the class path, such as {@code local} or {@code tcp}
     */
    String channel() default "local";

    /**
     * Settings of the ranks' sessions; see {@link org.reactivempi.Settings}.
     *
     * @return entries such as {@code "eager-limit-bytes=1024"}
     */
    String[] settings() default {};

    /**
     * How long the test method may take; up to ten times as long where its threads are at work, as on a machine that is busy with something
     * else: that is no hang.
     *
     * @return seconds, 1 or more
     */
    int timeoutSeconds() default 60;

    /**
     * Whether the ranks have a time of their own, which stands still until the test moves it.
     *
     * @return false unless something else is given; {@link Ranks#time()} moves it
     */
    boolean virtualTime() default false;

    /**
     * Which checks are left out, since the test does on purpose what they find.
     *
     * @return none, unless something is given
     */
    Check[] without() default {};
}
