/**
 * Ranks of launchers that speak PMIx: Open MPI's {@code mpirun}, Slurm with {@code --mpi=pmix}, PRRTE.
 *
 * <pre>
 *  PmixProtocol -> PmixRank -> PmixClient -> Pmix (libpmix, by JNA)
 * </pre>
 * Called by {@code bootstrap}, which finds the protocol by {@code ServiceLoader}; knows the bootstrap's contract. A thread of the
 * client's own calls the native library, since its calls block.
 */
@NullMarked
package org.reactivempi.transport.pmix;

import org.jspecify.annotations.NullMarked;
