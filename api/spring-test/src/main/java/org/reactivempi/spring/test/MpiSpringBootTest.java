package org.reactivempi.spring.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs an application several times in this JVM, each context a rank of one job, for the tests of a class. They get the contexts as a
 * parameter of type {@link MpiApplications}, and send real messages from one to the other.
 *
 * <pre>{@code
 * @MpiSpringBootTest(ranks = 3)
 * class PricesTest {
 *
 *     @Test
 *     void everyRankHasPrices(MpiApplications ranks) {
 *         ranks.world(0).send(...).block();
 *         assertThat(ranks.bean(2, Prices.class)...)
 *     }
 * }
 * }</pre>
 *
 * <p>The contexts start with the first test of the class that asks for them, all at the same time, and close after the last one. Each has
 * a web server of its own, if any, at a free port ({@code server.port=0}). Messages go by the channel {@code local}; other
 * settings are properties, as in the application.
 *
 * @since 0.1
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(MpiSpringExtension.class)
public @interface MpiSpringBootTest {

    /**
     * How many ranks.
     *
     * @return 1 or more
     */
    int ranks() default 2;

    /**
     * The application.
     *
     * @return configuration classes; where there are none, the class with {@code @SpringBootConfiguration}, such as
     *     {@code @SpringBootApplication}, in the package of the test or above it
     */
    Class<?>[] classes() default {};

    /**
     * Properties of all ranks, which win over those of files.
     *
     * @return entries such as {@code "reactivempi.channel=tcp"}
     */
    String[] properties() default {};

    /**
     * Command line arguments of all ranks.
     *
     * @return such as {@code "--spring.profiles.active=test"}
     */
    String[] args() default {};

    /**
     * How long all ranks may take to start.
     *
     * @return seconds, 1 or more
     */
    int startTimeoutSeconds() default 60;
}
