package mpi;

import programs.Claim;

/** Calls between two groups whose lengths differ, each before one that is right; in this package, since it looks for copies that are held. */
public final class FailedGroupCalls {

    private static final Intracomm WORLD = MPI.COMM_WORLD;
    private static final int COUNT = 5_000;
    private static final int ROUNDS = 5;
    private static final int TAG = 3;

    private FailedGroupCalls() {}

    private interface Call {

        Request with(char[] send, char[] receive);
    }

    /** The program, on three ranks. */
    public static void main(String[] args) {
        MPI.Init(args);
        int color = WORLD.getRank() == 0 ? 0 : 1;
        Intercomm group = WORLD.createIntercomm(WORLD.split(color, 0), 0, 1 - color, TAG);
        group.setErrhandler(MPI.ERRORS_RETURN);
        for (int round = 0; round < ROUNDS; round++) {
            calls("allGather", round, (send, receive) -> {
                int each = receive.length / 2 / group.getRemoteSize();
                return group.iAllGather((Object) send, send.length / 2, MPI.INT, (Object) receive, each, MPI.INT);
            });
        }
        group.free();
        MPI.Finalize();
    }

    private static char[] memory(int ints) {
        return new char[2 * ints];
    }

    /** Rank 1 gives more than rank 2, for which rank 0 has room: it fails there, and may fail where the others bring their parts together. */
    private static void calls(String name, int round, Call call) {
        int rank = WORLD.getRank();
        int others = rank == 0 ? 2 : 1;
        String what = name + ", round " + round + ", rank " + rank;
        Request failing = call.with(memory(rank == 1 ? COUNT + 1 : COUNT), memory(others * COUNT));
        try {
            failing.waitFor();
            Claim.that(rank != 0, what + " fails");
        } catch (MPIException e) {
            Claim.equal(MPI.ERR_COUNT, e.getErrorClass(), what + ": " + e);
        }
        Claim.equal(0, CopiedMemory.held(), "copies after " + what);
        char[] received = memory(others);
        call.with(new char[] {(char) rank, (char) round}, received).waitFor();
        char[] expected = rank == 0 ? new char[] {1, (char) round, 2, (char) round} : new char[] {0, (char) round};
        Claim.equal(expected, received, "received after " + what);
        Claim.equal(0, CopiedMemory.held(), "copies in the end of " + what);
    }
}
