package org.reactivempi.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A JUnit test with several ranks in this JVM that runs on each channel of the class path in turn.
 *
 * <p>Everything else is as for {@link MpiTest}; the name of the channel stands in the display name of each run.
 * The system property {@value #CHANNELS_PROPERTY} selects channels, such as {@code shm,tcp}, or all but some, such as
 * {@code !local,!tcp}. After {@code faulty:}, as in
 * {@code faulty:tcp}, a channel has faults, one run for each seed of {@value #SEEDS_PROPERTY}; a run that fails says how to
 * repeat it.
 *
 * @since 0.1
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith({EveryChannelExtension.class, MpiExtension.class})
public @interface OnEveryChannel {

    /**
     * The system property that names the channels to run on, separated by commas, where not all are wanted; or those not to run on, with
     * an exclamation mark before each.
     */
    String CHANNELS_PROPERTY = ChannelRun.CHANNELS_PROPERTY;

    /** The system property that names the seeds of channels with faults: a number, or the first and the last, such as {@code 1-20}. */
    String SEEDS_PROPERTY = ChannelRun.SEEDS_PROPERTY;

    /** The system property that says which faults channels with faults have, as the setting {@code faulty-plan} does. */
    String FAULTS_PROPERTY = ChannelRun.FAULTS_PROPERTY;

    /** The faults where nothing is said. */
    String DEFAULT_FAULTS = ChannelRun.DEFAULT_FAULTS;

    /**
     * How many ranks.
     *
     * @return 1 or more
     */
    int ranks() default 2;

    /**
     * Settings of the ranks' sessions; see {@link org.reactivempi.Settings}.
     *
     * @return entries such as {@code "eager-limit-bytes=1024"}
     */
    String[] settings() default {};

    /**
     * How long the test method may take on one channel; up to ten times as long where its threads are at work, as on a machine that is
     * busy with something else: that is no hang.
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
