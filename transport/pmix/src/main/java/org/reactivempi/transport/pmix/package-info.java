/**
 * Ranks of launchers that speak PMIx: Open MPI's {@code mpirun}, Slurm with {@code --mpi=pmix}, PRRTE.
 *
 * <pre>
 *  PmixProtocol -> PmixRank -> PmixClient -> Pmix (libpmix, by JNA)
 * </pre>
 * Called by no other package; knows {@code transport/bootstrap}. Found by {@code ServiceLoader}. A thread of the client's own
 * calls the native library, since its calls block.
 */
@NullMarked
package org.reactivempi.transport.pmix;

import org.jspecify.annotations.NullMarked;
