package programs;

import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.util.Arrays;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.User_function;

/** Collective calls in which one rank has an object that can't be serialized: it fails, and so do the ranks that would get it. */
public final class Unserializable {

    private static final Intracomm WORLD = MPI.COMM_WORLD;
    private static final int BAD = 1;
    private static final int OTHER_ROOT = 0;
    private static final int DEEP = 100_000;

    private Unserializable() {}

    /** Its own serialization throws. */
    private static final class Throwing implements Serializable {

        @Serial
        private static final long serialVersionUID = 1;

        @Serial
        private void writeObject(ObjectOutputStream out) {
            throw new IllegalStateException("broken by the test");
        }
    }

    /** A long list of these ends the thread's stack. */
    private static final class Link implements Serializable {

        @Serial
        private static final long serialVersionUID = 1;

        private final Link next;

        Link(Link next) {
            this.next = next;
        }

        static Link deep() {
            Link link = null;
            for (int i = 0; i < DEEP; i++) {
                link = new Link(link);
            }
            return link;
        }
    }

    private interface Call {

        void with(Object[] sent, Object[] room);
    }

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        for (Object bad : new Object[] {new Object(), new Throwing(), Link.deep()}) {
            calls(bad);
        }
        MPI.Finalize();
    }

    private static int[] each() {
        int[] each = new int[WORLD.Size()];
        Arrays.fill(each, 1);
        return each;
    }

    private static int[] steps() {
        int[] steps = new int[WORLD.Size()];
        Arrays.setAll(steps, rank -> rank);
        return steps;
    }

    private static void calls(Object bad) {
        Op first = new Op(
                new User_function() {
                    @Override
                    public void Call(
                            Object in, int inOffset, Object inOut, int inOutOffset, int count, Datatype type) {}
                },
                false);
        int[] each = each();
        int[] steps = steps();
        all("Bcast", bad, (sent, room) -> WORLD.Bcast(sent, 0, 1, MPI.OBJECT, BAD));
        all("Scatter", bad, (sent, room) -> WORLD.Scatter(sent, 0, 1, MPI.OBJECT, room, 0, 1, MPI.OBJECT, BAD));
        all(
                "Scatterv",
                bad,
                (sent, room) -> WORLD.Scatterv(sent, 0, each, steps, MPI.OBJECT, room, 0, 1, MPI.OBJECT, BAD));
        atRoot("Gather", bad, (sent, room) -> WORLD.Gather(sent, 0, 1, MPI.OBJECT, room, 0, 1, MPI.OBJECT, OTHER_ROOT));
        atRoot(
                "Gatherv",
                bad,
                (sent, room) -> WORLD.Gatherv(sent, 0, 1, MPI.OBJECT, room, 0, each, steps, MPI.OBJECT, OTHER_ROOT));
        all("Allgather", bad, (sent, room) -> WORLD.Allgather(sent, 0, 1, MPI.OBJECT, room, 0, 1, MPI.OBJECT));
        all(
                "Allgatherv",
                bad,
                (sent, room) -> WORLD.Allgatherv(sent, 0, 1, MPI.OBJECT, room, 0, each, steps, MPI.OBJECT));
        all("Alltoall", bad, (sent, room) -> WORLD.Alltoall(sent, 0, 1, MPI.OBJECT, room, 0, 1, MPI.OBJECT));
        all(
                "Alltoallv",
                bad,
                (sent, room) -> WORLD.Alltoallv(sent, 0, each, steps, MPI.OBJECT, room, 0, each, steps, MPI.OBJECT));
        atRoot("Reduce", bad, (sent, room) -> WORLD.Reduce(sent, 0, room, 0, 1, MPI.OBJECT, first, OTHER_ROOT));
        all("Allreduce", bad, (sent, room) -> WORLD.Allreduce(sent, 0, room, 0, 1, MPI.OBJECT, first));
        all("Reduce_scatter", bad, (sent, room) -> WORLD.Reduce_scatter(sent, 0, room, 0, each, MPI.OBJECT, first));
        all("Scan", bad, (sent, room) -> WORLD.Scan(sent, 0, room, 0, 1, MPI.OBJECT, first));
    }

    /** Everybody gets what the bad rank gives. */
    private static void all(String name, Object bad, Call call) {
        check(name, bad, call, true);
    }

    /** The root alone gets it. */
    private static void atRoot(String name, Object bad, Call call) {
        check(name, bad, call, WORLD.Rank() == OTHER_ROOT);
    }

    private static void check(String name, Object bad, Call call, boolean hears) {
        int size = WORLD.Size();
        Object[] sent = new Object[size];
        Arrays.fill(sent, "word");
        boolean isBad = WORLD.Rank() == BAD;
        if (isBad) {
            sent[0] = bad;
        }
        String what = name + " of a " + bad.getClass().getName() + " on rank " + WORLD.Rank();
        MPIException failure = null;
        try {
            call.with(sent, new Object[size]);
        } catch (MPIException e) {
            failure = e;
        }
        Claim.equal(isBad || hears, failure != null, what + " fails");
        if (failure != null) {
            Claim.equal(MPI.ERR_CONVERSION, failure.getErrorClass(), what + ": " + failure);
            Claim.that(
                    failure.getMessage().contains(isBad ? "can't be serialized" : "rank " + BAD),
                    what + ": " + failure);
        }
        // The next one works.
        Object[] word = {WORLD.Rank() == BAD ? name : null};
        WORLD.Bcast(word, 0, 1, MPI.OBJECT, BAD);
        Claim.equal(name, word[0], "the call after " + what);
    }
}
