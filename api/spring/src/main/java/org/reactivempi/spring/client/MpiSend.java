package org.reactivempi.spring.client;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method of an {@link MpiClient} that sends its value as a message.
 *
 * @since 0.1
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface MpiSend {

    /**
     * Under which tag.
     *
     * @return a number, or a name for {@link org.reactivempi.Tags#of}; placeholders such as <code>${prices.tag}</code> are replaced
     */
    String value() default "";

    /**
     * The tag as a number, in place of {@link #value}.
     *
     * @return 0 or more
     */
    int tag() default -1;
}
