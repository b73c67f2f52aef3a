package org.reactivempi.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a class: its tests of {@link OnEveryChannel} also run on {@code faulty:local} and {@code faulty:tcp}, by the seeds of
 * {@value OnEveryChannel#SEEDS_PROPERTY}, where no channels are selected.
 *
 * @since 0.1
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface AlsoWithFaults {}
