/** For tests of programs that use the package {@code mpi}: {@link org.reactivempi.mpi.RanksInJvm} runs several ranks in one JVM. */
@NullMarked
package org.reactivempi.mpi;

import org.jspecify.annotations.NullMarked;
