package org.reactivempi.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
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
 * <p>With several numbers of ranks, the test runs once with each, in their order, as a run of its own that stands in reports
 * as {@code 5 ranks}. All ranks of a run have ended before the next one begins, unless JUnit runs tests in parallel:
 *
 * <pre>{@code
 * @MpiTest(ranks = {1, 2, 5, 8})
 * void allMeet(Communicator world) {
 *     world.barrier().block();
 * }
 * }</pre>
 *
 * <p>On a method it makes that a test; a single run has the method's display name. On a class, it gives ranks to those of its
 * test methods, of any kind, that have such a parameter. On a method that another annotation makes a test, such as
 * {@code @RepeatedTest} or {@code @ParameterizedTest}, it gives ranks to each run of that. In these two cases {@link #ranks}
 * is a single number.
 *
 * @since 0.1
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith({MpiExtension.class, NumbersOfRanksExtension.class})
public @interface MpiTest {

    /**
     * How many ranks; or several such numbers, and the test runs with each.
     *
     * @return one or more different numbers, each 1 to 1024
     */
    int[] ranks() default 2;

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
