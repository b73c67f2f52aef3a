/**
 * The contract: MPI message passing as a Reactive Streams API.
 *
 * <p>Start with {@link org.reactivempi.Mpi#run} or {@link org.reactivempi.Session#start()}, send and receive on a
 * {@link org.reactivempi.Communicator}, describe data with {@link org.reactivempi.Buffer}. An operation is a cold
 * {@code Mono}; {@link org.reactivempi.Request#start} makes it hot, as MPI's requests are.
 *
 * <p>Called by {@code api/bindings}, {@code api/core}, {@code api/jackson}, {@code api/kotlin}, {@code api/memory},
 * {@code api/spring}, {@code api/spring-test} and {@code api/testkit}; knows {@code layout} and {@code spi}. Programs call it; it
 * uses reactor-core. The implementation comes in through {@link org.reactivempi.SessionProvider}.
 */
@NullMarked
package org.reactivempi;

import org.jspecify.annotations.NullMarked;
