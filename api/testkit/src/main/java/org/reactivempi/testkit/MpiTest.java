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
 * <p>With {@link #schedules}, all ranks of a test are simulated in one thread, as {@link Simulation} has it, and the test runs again and
 * again, each time in another order of what happens, until a run is wrong. Such a method has a parameter of type
 * {@link org.reactivempi.Communicator}, and then runs once per rank in each run, and may block; or one of type {@link Simulation}, which it
 * asks to verify a reactive program:
 *
 * <pre>{@code
 * @MpiTest(ranks = 4, schedules = 1000)
 * void everyTaskIsAnswered(Simulation simulation) {
 *     simulation.verify(world -> world.rank() == 0 ? master(world) : worker(world));
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

    /**
     * How many runs of a simulated job are looked at; see {@link Simulation#schedules}. Neither {@link #channel}, {@link #virtualTime},
     * {@link #timeoutSeconds} nor {@link #without} says anything to such a job.
     *
     * @return 0, where ranks have threads of their own, unless something else is given
     */
    int schedules() default 0;

    /**
     * Of all that goes by chance in a simulated job.
     *
     * @return any number, as a report gives it
     */
    long seed() default 0;

    /**
     * What breaks by chance in a simulated job; see {@link Simulation#faults}.
     *
     * @return nothing, unless something is given, such as {@code "cut=0.02,kill=1,return=1"}; with {@code return}, ranks come and go
     */
    String faults() default "";

    /**
     * The ranks of a simulated job whose programs are the same; see {@link Simulation#symmetric}.
     *
     * @return none, unless some are given
     */
    int[] symmetric() default {};

    /**
     * The one run of a simulated job that is wanted; see {@link Simulation#only}.
     *
     * @return nothing, where all runs are looked at, unless something is given, as a report gives it
     */
    String[] only() default {};
}
