package org.reactivempi.benchmarks.soak.group;

import java.util.Arrays;
import mpi.Comm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import reactor.core.publisher.Mono;

/** The package {@code mpi} on a thread of its own, as existing programs use it: both spellings, vectors, objects, packed data. */
final class FacadeLane implements GroupLane {

    private static final int STEPS = 12;
    private static final int LONGEST = 5000;
    private static final int WINDOW = 6;
    private static final int TAG = 77;

    @Override
    public String name() {
        return "facade";
    }

    @Override
    public Mono<Void> run(Turn turn) {
        return Threads.run(() -> {
            Intracomm comm = Comm.of(turn.all());
            turn.check().equal("getRank", turn.rank(), comm.getRank());
            turn.check().equal("Size", turn.size(), comm.Size());
            for (int i = 0; i < STEPS; i++) {
                step(turn, comm);
            }
        });
    }

    private static void step(Turn turn, Intracomm comm) {
        int count = turn.length(LONGEST);
        Values values = turn.values();
        int places = 1 + turn.random().nextInt(turn.size());
        int root = turn.random().nextInt(turn.size());
        switch (turn.random().nextInt(7)) {
            case 0 -> sendReceive(turn, comm, values, count, places);
            case 1 -> window(turn, comm, values, count, places);
            case 2 -> vectors(turn, comm, values, count, places);
            case 3 -> objects(turn, comm, values, places);
            case 4 -> packed(turn, comm, values, count, places);
            case 5 -> {
                long[] data = turn.rank() == root ? values.longs(root, count) : new long[count];
                comm.bcast(data, count, MPI.LONG, root);
                turn.check().longs("bcast from rank " + root, values.longs(root, count), data);
            }
            default -> reduced(turn, comm, values, count, root);
        }
    }

    private static void sendReceive(Turn turn, Intracomm comm, Values values, int count, int places) {
        int source = turn.after(-places);
        int[] room = new int[count + 2];
        Status status = comm.Sendrecv(
                values.ints(turn.rank(), count),
                0,
                count,
                MPI.INT,
                turn.after(places),
                TAG,
                room,
                1,
                count,
                MPI.INT,
                source,
                TAG);
        turn.check().equal("getCount", count, status.getCount(MPI.INT));
        turn.check().equal("getSource", source, status.getSource());
        turn.check()
                .ints(
                        "Sendrecv from rank " + source,
                        values.ints(source, count),
                        Arrays.copyOfRange(room, 1, count + 1));
    }

    private static void window(Turn turn, Intracomm comm, Values values, int count, int places) {
        int source = turn.after(-places);
        int[][] rooms = new int[WINDOW][count];
        Request[] requests = new Request[2 * WINDOW];
        for (int i = 0; i < WINDOW; i++) {
            requests[i] = comm.iRecv(rooms[i], count, MPI.INT, source, TAG + i);
        }
        for (int i = 0; i < WINDOW; i++) {
            int[] data = new Values(values.salt() + i).ints(turn.rank(), count);
            requests[WINDOW + i] = comm.iSend(data, count, MPI.INT, turn.after(places), TAG + i);
        }
        Request.waitAll(requests);
        for (int i = 0; i < WINDOW; i++) {
            turn.check()
                    .ints(
                            "iRecv " + i + " from rank " + source,
                            new Values(values.salt() + i).ints(source, count),
                            rooms[i]);
        }
    }

    /** Every second number travels; the others stay. */
    private static void vectors(Turn turn, Intracomm comm, Values values, int count, int places) {
        int source = turn.after(-places);
        Datatype everySecond = Datatype.createVector(count, 1, 2, MPI.INT);
        everySecond.commit();
        int[] mine = values.ints(turn.rank(), 2 * count);
        int[] room = values.ints(turn.rank(), 2 * count);
        int most = count == 0 ? 0 : 1;
        comm.sendRecv(mine, most, everySecond, turn.after(places), TAG, room, most, everySecond, source, TAG);
        int[] expected = values.ints(turn.rank(), 2 * count);
        for (int i = 0; i < 2 * count; i += 2) {
            expected[i] = values.intAt(source, i);
        }
        turn.check().ints("vector of rank " + source, expected, room);
        everySecond.free();
    }

    private static void objects(Turn turn, Intracomm comm, Values values, int places) {
        int source = turn.after(-places);
        Object[] mine = {"rank " + turn.rank(), values.longs(turn.rank(), 20)};
        Object[] room = new Object[2];
        comm.Sendrecv(mine, 0, 2, MPI.OBJECT, turn.after(places), TAG, room, 0, 2, MPI.OBJECT, source, TAG);
        turn.check().same("string of rank " + source, "rank " + source, room[0]);
        if (room[1] instanceof long[] came) {
            turn.check().longs("array of rank " + source, values.longs(source, 20), came);
        } else {
            throw turn.check().failure("array of rank " + source, "long[]", room[1]);
        }
    }

    private static void packed(Turn turn, Intracomm comm, Values values, int count, int places) {
        int source = turn.after(-places);
        byte[] out = new byte[comm.packSize(count, MPI.INT) + comm.packSize(count, MPI.LONG)];
        int position = comm.pack(values.ints(turn.rank(), count), count, MPI.INT, out, 0);
        position = comm.pack(values.longs(turn.rank(), count), count, MPI.LONG, out, position);
        byte[] in = new byte[out.length];
        comm.sendRecv(out, position, MPI.PACKED, turn.after(places), TAG, in, in.length, MPI.PACKED, source, TAG);
        int[] ints = new int[count];
        long[] longs = new long[count];
        position = comm.unpack(in, 0, ints, count, MPI.INT);
        comm.unpack(in, position, longs, count, MPI.LONG);
        turn.check().ints("packed ints of rank " + source, values.ints(source, count), ints);
        turn.check().longs("packed longs of rank " + source, values.longs(source, count), longs);
    }

    private static void reduced(Turn turn, Intracomm comm, Values values, int count, int root) {
        int[] expected = new int[count];
        for (int rank = 0; rank < turn.size(); rank++) {
            for (int i = 0; i < count; i++) {
                expected[i] += values.intAt(rank, i);
            }
        }
        int[] sum = new int[count];
        comm.allReduce(values.ints(turn.rank(), count), sum, count, MPI.INT, MPI.SUM);
        turn.check().ints("allReduce", expected, sum);
        int[] atRoot = new int[count];
        comm.Reduce(values.ints(turn.rank(), count), 0, atRoot, 0, count, MPI.INT, MPI.SUM, root);
        turn.check().ints("Reduce to rank " + root, turn.rank() == root ? expected : new int[count], atRoot);
    }
}
