/**
 * The test kit: several ranks in one JVM for a JUnit test.
 *
 * <p>{@link org.reactivempi.testkit.MpiTest} and {@link org.reactivempi.testkit.OnEveryChannel} give a test its ranks, say
 * what each of them waits for when the test hangs, and check after the test that nothing is left;
 * {@link org.reactivempi.testkit.Ranks} does the same in a {@code try} statement. {@link org.reactivempi.testkit.Simulation} runs a whole
 * job in one thread, again and again, in each order of what happens: {@code Schedules} are its runs, {@code SimulatedJob} is one of them,
 * and {@code FailedRun} tells of one that is wrong.
 *
 * <p>Called by no other package; knows {@code api/core}, {@code api/mpi}, {@code transport/bootstrap}, {@code transport/channel},
 * {@code transport/engine} and {@code transport/sim}. Tests call it; it uses JUnit, and Netty's leak detector. Ranks are
 * independent of each other and of those of other tests, so tests may run in parallel; each test's threads are in a group of their
 * own, which is how the kit knows whose thread or buffer it has found.
 */
@NullMarked
package org.reactivempi.testkit;

import org.jspecify.annotations.NullMarked;
