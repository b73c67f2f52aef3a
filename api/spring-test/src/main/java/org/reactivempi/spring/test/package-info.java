/**
 * Tests of Spring Boot applications that are ranks: several application contexts in one JVM, each a rank of the same job.
 *
 * <p>{@link org.reactivempi.spring.test.MpiSpringBootTest} starts them for the tests of a class, which get them as
 * {@link org.reactivempi.spring.test.MpiApplications}.
 *
 * <p>Called by no other package; knows {@code api/mpi} and {@code transport/bootstrap}. Tests call it; it uses Spring Boot's test
 * support and JUnit. The threads of each context are in a group of their own: by it the session finds its rank.
 */
@NullMarked
package org.reactivempi.spring.test;

import org.jspecify.annotations.NullMarked;
