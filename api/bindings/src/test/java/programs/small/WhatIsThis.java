package programs.small;

import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** What a program may ask before, between and after. */
public final class WhatIsThis {

    private WhatIsThis() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        Claim.that(new MPI() != null && !MPI.isInitialized(), "before Init");
        Claim.equal(3, MPI.getVersion().getVersion(), "version");
        Claim.equal(1, MPI.getVersion().getSubVersion(), "subversion");
        Claim.that(MPI.getLibVersion().contains("reactive-mpi"), "library");
        MPI.Init(args);
        double start = MPI.wtime();
        double old = MPI.Wtime();
        MPI.pControl(0, "anything");
        Claim.that(old >= start && MPI.wtime() >= old, "time goes on");
        Claim.that(MPI.wtick() > 0 && MPI.wtick() == MPI.Wtick(), "resolution");
        MPI.Finalize();
        Claim.that(MPI.isInitialized() && MPI.isFinalized(), "after Finalize");
    }
}
