package org.reactivempi.transport.channel;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Only the thread that is inside a rank's progress loop calls this method, the methods of this type, or those of all types of this
 * package: the progress thread, or a thread that drives the loop in its place. So nothing here is
 * locked or atomic. A member that other threads may use says so in its comment.
 *
 * <p>The doors of the engine assert it: the steps of its queue of signals, links, and messages. Assertions are on in all
 * tests, and cost nothing
 * where they are off.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PACKAGE, ElementType.TYPE, ElementType.METHOD})
public @interface OnProgressThread {}
