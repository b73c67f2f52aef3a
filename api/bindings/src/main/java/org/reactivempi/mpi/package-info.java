/**
 * For tests of programs that use the package {@code mpi}: {@link org.reactivempi.mpi.RanksInJvm} runs several ranks in one JVM.
 *
 * <p>Called by no other package; knows {@code transport/bootstrap}.
 */
@NullMarked
package org.reactivempi.mpi;

import org.jspecify.annotations.NullMarked;
