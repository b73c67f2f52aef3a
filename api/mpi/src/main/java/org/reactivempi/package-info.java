/**
 * The contract: MPI message passing as a Reactive Streams API.
 *
 * <p>Start with {@link org.reactivempi.Mpi#run} or {@link org.reactivempi.Session#start()}, send and receive on a
 * {@link org.reactivempi.Communicator}, describe data with {@link org.reactivempi.Buffer}. An operation is a cold
 * {@code Mono}; {@link org.reactivempi.Request#start} makes it hot, as MPI's requests are.
 *
 * <p>Knows reactor-core and nothing else of ours: the implementation comes in through
 * {@link org.reactivempi.SessionProvider}.
 */
@NullMarked
package org.reactivempi;

import org.jspecify.annotations.NullMarked;
