package programs;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Group;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Request;
import mpi.Status;

/** An intercommunicator of the first two ranks and of the others. On 3 ranks or more. */
public final class TwoGroups {

    private static final Intracomm WORLD = MPI.COMM_WORLD;
    private static final int TAG = 3;
    private static boolean low;
    private static int rank;
    private static int size;
    private static int remote;

    private TwoGroups() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        WORLD.setErrhandler(MPI.ERRORS_RETURN);
        low = WORLD.getRank() < 2;
        Intracomm own = WORLD.split(low ? 0 : 1, 0);
        rank = own.getRank();
        size = own.getSize();
        remote = WORLD.getSize() - size;
        // Leaders talk apart from receives of anything that wait in their communicator.
        int[] anything = new int[1];
        Request posted = WORLD.iRecv(anything, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        Intercomm both = WORLD.createIntercomm(own, 0, low ? 2 : 0, TAG);
        Intercomm old = WORLD.Create_intercomm(own, 0, low ? 2 : 0, TAG);
        int me = WORLD.getRank();
        int all = WORLD.getSize();
        WORLD.send(new int[] {me}, 1, MPI.INT, (me + 1) % all, TAG);
        Status status = posted.waitStatus();
        Claim.equal((me + all - 1) % all, anything[0], "a message, and none of a leader");
        Claim.equal((me + all - 1) % all, status.getSource(), "its source");
        shape(both, own);
        shape(old, own);
        messages(both);
        rooted(both);
        objects(both);
        all(both);
        Intercomm later = both.iDup();
        later.getRequest().waitFor();
        for (Intercomm copy : new Intercomm[] {both.dup(), both.clone(), both.dupWithInfo(new Info()), later}) {
            messages(copy);
            Claim.equal(MPI.CONGRUENT, Comm.compare(both, copy), "compare");
            copy.free();
        }
        merged(both.merge(low), low ? remote + rank : rank);
        merged(old.Merge(!low), low ? rank : remote + rank);
        mistakes(both);
        old.Free();
        Claim.that(Intercomm.getParent().isNull(), "nobody has spawned this");
        MPI.Finalize();
    }

    private static void shape(Intercomm both, Intracomm own) {
        Claim.that(both.isInter() && both.Test_inter(), "two groups");
        Claim.equal(size, both.getSize(), "own size");
        Claim.equal(rank, both.getRank(), "own rank");
        Claim.equal(remote, both.getRemoteSize(), "remote size");
        Claim.equal(remote, both.Remote_size(), "remote size");
        Claim.equal(MPI.IDENT, Group.compare(both.getGroup(), own.getGroup()), "own group");
        Claim.equal(MPI.UNEQUAL, Group.compare(both.getGroup(), both.getRemoteGroup()), "remote group");
        Claim.equal(remote, both.Remote_group().Size(), "remote group");
        Claim.equal(MPI.UNEQUAL, Comm.compare(both, WORLD), "compare with one group");
    }

    private static void messages(Intercomm both) {
        both.barrier();
        int[] word = {100 * rank + (low ? 1 : 0)};
        if (rank < remote) {
            Request sending = both.iSend(word, 1, MPI.INT, rank, TAG);
            int[] got = new int[1];
            Status status = both.recv(got, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
            sending.waitFor();
            Claim.equal(rank, status.getSource(), "source");
            Claim.equal(100 * rank + (low ? 0 : 1), got[0], "message");
            Request receiving = both.iRecv(got, 1, MPI.INT, rank, TAG);
            both.Send(word, 0, 1, MPI.INT, rank, TAG);
            Claim.equal(rank, receiving.waitStatus().getSource(), "source of a request");
            String[] objects = {"object of " + rank};
            Object[] read = new Object[1];
            Request giving = both.Isend(objects, 0, 1, MPI.OBJECT, rank, TAG);
            Claim.equal(rank, both.Probe(MPI.ANY_SOURCE, TAG).source, "source of a probe");
            Claim.equal(rank, both.Recv(read, 0, 1, MPI.OBJECT, rank, TAG).source, "source of an object");
            giving.Wait();
            Claim.equal(objects[0], read[0], "object");
            giving = both.Isend(objects, 0, 1, MPI.OBJECT, rank, TAG);
            Message taken = new Message();
            taken.mProbe(MPI.ANY_SOURCE, TAG, both);
            Claim.equal(rank, taken.mRecv(read, 1, MPI.OBJECT).getSource(), "source of an object that was probed");
            giving.Wait();
            Claim.equal(
                    rank,
                    both.sendRecv(word, 1, MPI.INT, rank, TAG, got, 1, MPI.INT, rank, TAG)
                            .getSource(),
                    "sendRecv");
        }
        both.barrier();
    }

    /** Rank 1 of the first two is the root. */
    private static int root() {
        return !low ? 1 : rank == 1 ? MPI.ROOT : MPI.PROC_NULL;
    }

    private static void rooted(Intercomm both) {
        boolean isRoot = low && rank == 1;
        int[] word = {isRoot ? 42 : 0};
        both.bcast(word, 1, MPI.INT, root());
        Claim.equal(isRoot || !low ? 42 : 0, word[0], "bcast");
        int[] all = new int[remote];
        both.gather(new int[] {rank}, 1, MPI.INT, all, 1, MPI.INT, root());
        Claim.equal(isRoot ? IntStream.range(0, remote).toArray() : new int[remote], all, "gather");
        int[] counts = new int[remote];
        Arrays.fill(counts, 1);
        int[] displs = IntStream.range(0, remote).toArray();
        int[] gathered = new int[remote];
        both.gatherv(new int[] {rank}, 1, MPI.INT, gathered, counts, displs, MPI.INT, root());
        Claim.equal(all, gathered, "gatherv");
        int[] part = {-1};
        both.scatter(displs, 1, MPI.INT, part, 1, MPI.INT, root());
        Claim.equal(low ? -1 : rank, part[0], "scatter");
        part[0] = -1;
        both.scatterv(displs, counts, displs, MPI.INT, part, 1, MPI.INT, root());
        Claim.equal(low ? -1 : rank, part[0], "scatterv");
        int[] sum = new int[1];
        both.reduce(new int[] {rank + 1}, sum, 1, MPI.INT, MPI.SUM, root());
        Claim.equal(isRoot ? remote * (remote + 1) / 2 : 0, sum[0], "reduce");
    }

    /** Each rank says what type its own side has, and the root nothing of the other one. */
    private static void objects(Intercomm both) {
        boolean isRoot = low && rank == 1;
        Object[] names = IntStream.range(0, remote).mapToObj(r -> "rank " + r).toArray();
        Object[] all = new Object[remote];
        int[] counts = new int[remote];
        Arrays.fill(counts, 1);
        int[] displs = IntStream.range(0, remote).toArray();
        Object[] part = new Object[1];
        if (low) {
            both.gather(null, 0, null, all, 1, MPI.OBJECT, root());
            both.gatherv(null, 0, null, all, counts, displs, MPI.OBJECT, root());
            both.scatter(names, 1, MPI.OBJECT, null, 0, null, root());
            both.scatterv(names, counts, displs, MPI.OBJECT, null, 0, null, root());
        } else {
            both.gather(new Object[] {"rank " + rank}, 1, MPI.OBJECT, null, 0, null, root());
            both.gatherv(new Object[] {"rank " + rank}, 1, MPI.OBJECT, null, null, null, null, root());
            both.scatter(null, 0, null, part, 1, MPI.OBJECT, root());
            Claim.equal("rank " + rank, part[0], "scatter of objects");
            part[0] = null;
            both.scatterv(null, null, null, null, part, 1, MPI.OBJECT, root());
            Claim.equal("rank " + rank, part[0], "scatterv of objects");
        }
        Claim.that(Arrays.equals(isRoot ? names : new Object[remote], all), "gather of objects");
    }

    private static void all(Intercomm both) {
        int[] counts = new int[remote];
        Arrays.fill(counts, 1);
        int[] displs = IntStream.range(0, remote).toArray();
        int[][] room = new int[4][remote];
        both.allGather(new int[] {rank}, 1, MPI.INT, room[0], 1, MPI.INT);
        both.allGatherv(new int[] {rank}, 1, MPI.INT, room[1], counts, displs, MPI.INT);
        Claim.equal(displs, room[0], "allGather");
        Claim.equal(displs, room[1], "allGatherv");
        int[] row = IntStream.range(0, remote).map(r -> 10 * rank + r).toArray();
        int[] column = IntStream.range(0, remote).map(r -> 10 * r + rank).toArray();
        both.allToAll(row, 1, MPI.INT, room[2], 1, MPI.INT);
        both.allToAllv(row, counts, displs, MPI.INT, room[3], counts, displs, MPI.INT);
        Claim.equal(column, room[2], "allToAll");
        Claim.equal(column, room[3], "allToAllv");
        int[] sum = new int[1];
        both.allReduce(new int[] {rank + 1}, sum, 1, MPI.INT, MPI.SUM);
        Claim.equal(remote * (remote + 1) / 2, sum[0], "allReduce");
        int[] first = new int[1];
        int[] second = new int[1];
        Request.waitAll(new Request[] {
            both.iAllReduce(new int[] {rank}, first, 1, MPI.INT, MPI.MAX),
            both.iAllReduce(new int[] {rank}, second, 1, MPI.INT, MPI.MIN)
        });
        Claim.equal(remote - 1, first[0], "two at a time");
        Claim.equal(0, second[0], "two at a time");
        // As many elements in one group as in the other: each rank gets its share of the other group's sum.
        int share = remote;
        int[] vector = new int[size * share];
        Arrays.fill(vector, 1);
        int[] part = new int[share];
        both.reduceScatterBlock(vector, part, share, MPI.INT, MPI.SUM);
        Claim.equal(remote, part[share - 1], "reduceScatterBlock");
        int[] shares = new int[size];
        Arrays.fill(shares, share);
        both.reduceScatter(vector, part, shares, MPI.INT, MPI.SUM);
        Claim.equal(remote, part[0], "reduceScatter");
    }

    private static void merged(Intracomm one, int expected) {
        Claim.equal(WORLD.getSize(), one.getSize(), "size of the merged one");
        Claim.equal(expected, one.getRank(), "rank in the merged one");
        int[] sum = {1};
        one.allReduce(sum, 1, MPI.INT, MPI.SUM);
        Claim.equal(WORLD.getSize(), sum[0], "a sum in the merged one");
        one.free();
    }

    private static void mistakes(Intercomm both) {
        int[] word = new int[1];
        Environment.refused(() -> both.send(word, 1, MPI.INT, remote, TAG), MPI.ERR_RANK, "send", "other group");
        Environment.refused(() -> both.bcast(word, 1, MPI.INT, remote), MPI.ERR_ROOT, "bcast", "other group");
        Environment.refused(() -> both.allReduce(word, 1, MPI.INT, MPI.SUM), MPI.ERR_BUFFER, "allReduce", "in place");
        Environment.refused(() -> both.createIntercomm(WORLD, 0, 0, TAG), MPI.ERR_COMM, "has two groups");
        Environment.refused(() -> WORLD.createIntercomm(both, 0, 0, TAG), MPI.ERR_COMM, "has two groups");
        both.barrier();
    }
}
