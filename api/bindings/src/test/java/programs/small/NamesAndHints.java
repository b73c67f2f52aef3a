package programs.small;

import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** A communicator's name, and the hints it was given. */
public final class NamesAndHints {

    private NamesAndHints() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        Intracomm copy = world.dup();
        copy.setName("workers of " + rank);
        Claim.equal("workers of " + rank, copy.getName(), "name");
        Info info = new Info();
        info.set("colour", "blue");
        info.set("size", "small");
        Claim.equal(2, info.size(), "hints");
        Claim.equal("colour", info.getKey(0), "key");
        Claim.equal("blue", info.get("colour"), "value");
        Info same = info.dup();
        Info other = info.clone();
        info.delete("colour");
        Claim.equal(null, info.get("colour"), "deleted");
        Claim.equal("blue", same.get("colour") == null ? "" : other.get("colour"), "copies");
        copy.setInfo(same);
        Claim.equal("small", copy.getInfo().get("size"), "hint of a communicator");
        same.free();
        Claim.that(same.isNull() && MPI.INFO_NULL.isNull(), "freed");
        Claim.equal("" + size, MPI.INFO_ENV.get("maxprocs"), "ranks of this job");
        MPI.Finalize();
    }
}
