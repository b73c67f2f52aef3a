/**
 * How a rank starts and ends: who it is ({@link org.reactivempi.transport.bootstrap.JobPlace}), through what it finds the
 * others ({@link org.reactivempi.transport.bootstrap.Exchange}), and how it leaves them
 * ({@link org.reactivempi.transport.bootstrap.Life}).
 *
 * <pre>
 *                                place      exchange        life
 *  launched, a process           PMI        PmiRank         PmiRank
 *  launched, in this JVM         world      InJvmRank       InJvmRank
 *  not launched, alone or listed settings   none            ProcessLife
 * </pre>
 * {@link org.reactivempi.transport.bootstrap.InJvmWorld} makes ranks that share a JVM, {@code pmi} joins those that are
 * processes, and {@code detect} chooses.
 *
 * <p>Called by {@code detect}, {@code pmi}, {@code api/bindings}, {@code api/core}, {@code api/spring}, {@code api/spring-test},
 * {@code api/testkit}, {@code transport/launcher} and {@code transport/pmix}; knows no other package. Uses reactor-core. Any
 * thread.
 */
@NullMarked
package org.reactivempi.transport.bootstrap;

import org.jspecify.annotations.NullMarked;
