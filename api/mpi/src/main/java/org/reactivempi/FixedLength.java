package org.reactivempi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How long an array is that is a component of a record, so that all records of the class have one size.
 *
 * @see RecordType
 * @since 0.1
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface FixedLength {

    /**
     * The length of the array in each record.
     *
     * @return number of elements, 1 or more
     */
    int value();
}
