package programs;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.MPI;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Each call that sends or receives, in both spellings; ranks beyond the second look on. */
public final class PointToPoint {

    private static final int TAG = 3;
    private static final int COUNT = 5;

    private PointToPoint() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Comm comm = MPI.COMM_WORLD;
        if (comm.getSize() > 1 && comm.getRank() < 2) {
            blocking(comm);
            nonblocking(comm);
            persistent(comm);
            probes(comm);
            exchanges(comm);
            cancelled(comm);
            nullProcess(comm);
            packed(comm);
        }
        MPI.Finalize();
    }

    private static int[] numbers() {
        int[] numbers = new int[COUNT];
        Arrays.setAll(numbers, i -> 10 * i);
        return numbers;
    }

    private static void blocking(Comm comm) {
        double[] doubles = {1.5, 2.5, 3.5, 4.5};
        if (comm.getRank() == 0) {
            MPI.attachBuffer(new byte[1000 + 2 * MPI.BSEND_OVERHEAD]);
            comm.send(numbers(), COUNT, MPI.INT, 1, TAG);
            comm.bSend(numbers(), COUNT, MPI.INT, 1, TAG);
            comm.sSend(numbers(), COUNT, MPI.INT, 1, TAG);
            comm.rSend(numbers(), COUNT, MPI.INT, 1, TAG);
            Claim.equal(1000 + 2 * MPI.BSEND_OVERHEAD, MPI.detachBuffer().length, "attached buffer");
            MPI.Buffer_attach(ByteBuffer.allocate(1000));
            comm.Send(doubles, 1, 2, MPI.DOUBLE, 1, TAG);
            comm.Bsend(doubles, 1, 2, MPI.DOUBLE, 1, TAG);
            comm.Ssend(doubles, 1, 2, MPI.DOUBLE, 1, TAG);
            comm.Rsend(doubles, 1, 2, MPI.DOUBLE, 1, TAG);
            MPI.Buffer_detach();
            return;
        }
        for (int i = 0; i < 4; i++) {
            int[] room = new int[COUNT + 1];
            Status status = comm.recv(room, COUNT + 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            Claim.equal(numbers(), Arrays.copyOf(room, COUNT), "Open MPI's sends");
            Claim.equal(COUNT, status.getCount(MPI.INT), "count");
            Claim.equal(MPI.UNDEFINED, status.getCount(MPI.DOUBLE), "count of another type");
            Claim.equal(COUNT, status.getElements(MPI.INT), "elements");
            Claim.equal((long) COUNT, status.getElementsX(MPI.INT).getCount(), "elements, long");
            Claim.equal(TAG, status.getTag(), "tag");
            Claim.equal(MPI.SUCCESS, status.getError(), "error");
        }
        for (int i = 0; i < 4; i++) {
            double[] room = new double[4];
            Status status = comm.Recv(room, 2, 2, MPI.DOUBLE, 0, TAG);
            Claim.equal(new double[] {0, 0, 2.5, 3.5}, room, "mpiJava's sends");
            Claim.equal(2, status.Get_count(MPI.DOUBLE), "count");
            Claim.equal(0, status.source, "source");
            Claim.equal(TAG, status.tag, "tag");
            Claim.that(!status.Test_cancelled(), "not cancelled");
        }
    }

    private static void nonblocking(Comm comm) {
        IntBuffer direct = MPI.newIntBuffer(COUNT);
        IntBuffer big =
                ByteBuffer.allocateDirect(COUNT * 4).order(ByteOrder.BIG_ENDIAN).asIntBuffer();
        ByteBuffer bytes = MPI.newByteBuffer(COUNT * 4);
        if (comm.getRank() == 0) {
            direct.put(numbers());
            big.put(numbers());
            bytes.asIntBuffer().put(numbers());
            MPI.attachBuffer(new byte[1000]);
            Request[] requests = {
                comm.iSend(direct, COUNT, MPI.INT, 1, TAG),
                comm.isSend(big, COUNT, MPI.INT, 1, TAG),
                comm.ibSend(bytes, COUNT, MPI.INT, 1, TAG),
                comm.irSend(numbers(), COUNT, MPI.INT, 1, TAG),
                comm.Isend(numbers(), 1, 2, MPI.INT, 1, TAG),
                comm.Issend(numbers(), 1, 2, MPI.INT, 1, TAG),
                comm.Ibsend(numbers(), 1, 2, MPI.INT, 1, TAG),
                comm.Irsend(numbers(), 1, 2, MPI.INT, 1, TAG),
            };
            Request.waitAll(requests);
            Claim.that(requests[0].isNull() && requests[7].Is_null(), "requests are null after waitAll");
            Claim.equal(MPI.UNDEFINED, Request.waitAny(requests), "waitAny of null requests");
            Claim.equal(null, Request.waitSome(requests), "waitSome of null requests");
            Claim.that(Request.testAll(requests), "testAll of null requests");
            Claim.that(requests[0].test(), "test of a null request");
            MPI.detachBuffer();
            return;
        }
        int[] array = new int[COUNT];
        Request[] requests = {
            comm.iRecv(big, COUNT, MPI.INT, 0, TAG),
            comm.iRecv(bytes, COUNT, MPI.INT, 0, TAG),
            comm.iRecv(direct, COUNT, MPI.INT, 0, TAG),
            comm.iRecv(array, COUNT, MPI.INT, 0, TAG),
        };
        int first = Request.waitAny(requests);
        Claim.that(first >= 0 && first < 4 && requests[first].isNull(), "waitAny");
        Status[] statuses = Request.waitAllStatus(requests);
        for (int i = 0; i < 4; i++) {
            Claim.equal(i == first ? 0 : COUNT, statuses[i].getCount(MPI.INT), "count of request " + i);
        }
        int[] read = new int[COUNT];
        big.get(0, read);
        Claim.equal(numbers(), read, "into a big-endian view");
        bytes.asIntBuffer().get(0, read);
        Claim.equal(numbers(), read, "into bytes");
        direct.get(0, read);
        Claim.equal(numbers(), read, "into a direct view");
        Claim.equal(numbers(), array, "into an array");
        int[] rooms = new int[8];
        Request[] more = new Request[4];
        for (int i = 0; i < 4; i++) {
            more[i] = comm.Irecv(rooms, 2 * i, 2, MPI.INT, 0, TAG);
        }
        int done = 0;
        for (Status[] some = Request.Waitsome(more); some != null; some = Request.Waitsome(more)) {
            for (Status status : some) {
                Claim.equal(2, status.Get_count(MPI.INT), "count of Waitsome");
                Claim.that(more[status.index].Is_null(), "index of Waitsome");
                done++;
            }
        }
        Claim.equal(4, done, "requests of Waitsome");
        Claim.equal(new int[] {10, 20, 10, 20, 10, 20, 10, 20}, rooms, "mpiJava's nonblocking sends");
    }

    private static void persistent(Comm comm) {
        int[] data = new int[1];
        IntBuffer direct = MPI.newIntBuffer(1);
        Object[] words = new Object[1];
        Prequest[] requests = comm.getRank() == 0
                ? new Prequest[] {
                    comm.sendInit(data, 1, MPI.INT, 1, TAG),
                    comm.sSendInit(direct, 1, MPI.INT, 1, TAG + 1),
                    comm.Send_init(words, 0, 1, MPI.OBJECT, 1, TAG + 2)
                }
                : new Prequest[] {
                    comm.recvInit(data, 1, MPI.INT, 0, TAG),
                    comm.recvInit(direct, 1, MPI.INT, 0, TAG + 1),
                    comm.Recv_init(words, 0, 1, MPI.OBJECT, 0, TAG + 2)
                };
        for (int round = 1; round <= 3; round++) {
            if (comm.getRank() == 0) {
                data[0] = round;
                direct.put(0, -round);
                words[0] = "round " + round;
            }
            if (round == 2) {
                requests[0].Start();
                requests[1].start();
                requests[2].start();
            } else {
                Prequest.startAll(requests);
            }
            Request.waitAll(requests);
            Claim.equal(round, data[0], "persistent array");
            Claim.equal(-round, direct.get(0), "persistent buffer");
            Claim.equal("round " + round, words[0], "persistent object");
            Claim.that(!requests[0].isNull(), "a persistent request is inactive, not null");
        }
        for (Prequest request : requests) {
            request.free();
            Claim.that(request.isNull(), "freed");
        }
    }

    private static void probes(Comm comm) {
        if (comm.getRank() == 0) {
            comm.send(numbers(), COUNT, MPI.INT, 1, TAG);
            comm.send(numbers(), COUNT, MPI.INT, 1, TAG + 1);
            comm.send(numbers(), COUNT, MPI.INT, 1, TAG + 2);
            return;
        }
        Status status = comm.Probe(0, TAG);
        int[] room = new int[status.Get_count(MPI.INT)];
        comm.Recv(room, 0, room.length, MPI.INT, status.source, status.tag);
        Claim.equal(numbers(), room, "after Probe");
        status = comm.probe(MPI.ANY_SOURCE, TAG + 1);
        Claim.equal(COUNT, status.getCount(MPI.INT), "count of probe");
        while (comm.iProbe(0, TAG + 1) == null) {
            Thread.onSpinWait();
        }
        Message message = new Message();
        Claim.that(message.isNull(), "no message yet");
        message.mProbe(0, TAG + 1, comm);
        Claim.equal(null, comm.Iprobe(0, TAG + 1), "taken by mProbe");
        Arrays.fill(room, 0);
        message.mRecv(room, COUNT, MPI.INT);
        Claim.that(message.isNull(), "received");
        Claim.equal(numbers(), room, "after mProbe");
        while (message.imProbe(0, TAG + 2, comm) == null) {
            Thread.onSpinWait();
        }
        Arrays.fill(room, 0);
        Claim.equal(COUNT, message.imRecv(room, COUNT, MPI.INT).waitStatus().getCount(MPI.INT), "count of imRecv");
        Claim.equal(numbers(), room, "after imProbe");
    }

    private static void exchanges(Comm comm) {
        int rank = comm.getRank();
        int other = 1 - rank;
        int[] mine = {rank, 100 + rank};
        int[] theirs = new int[2];
        Status status = comm.sendRecv(mine, 2, MPI.INT, other, TAG, theirs, 2, MPI.INT, other, TAG);
        Claim.equal(new int[] {other, 100 + other}, theirs, "sendRecv");
        Claim.equal(2, status.getCount(MPI.INT), "count of sendRecv");
        comm.Sendrecv(mine, 1, 1, MPI.INT, other, TAG, theirs, 0, 1, MPI.INT, other, TAG);
        Claim.equal(100 + other, theirs[0], "Sendrecv");
        comm.sendRecvReplace(mine, 2, MPI.INT, other, TAG, other, TAG);
        Claim.equal(new int[] {other, 100 + other}, mine, "sendRecvReplace");
        comm.Sendrecv_replace(mine, 1, 1, MPI.INT, other, TAG, other, TAG);
        Claim.equal(new int[] {other, 100 + rank}, mine, "Sendrecv_replace");
        Object[] words = {"word of " + rank};
        comm.Sendrecv_replace(words, 0, 1, MPI.OBJECT, other, TAG, other, TAG);
        Claim.equal("word of " + other, words[0], "Sendrecv_replace of objects");
    }

    private static void cancelled(Comm comm) {
        Request request = comm.iRecv(new int[1], 1, MPI.INT, 1 - comm.getRank(), 77);
        Claim.equal(null, request.testStatus(), "nothing has come");
        Claim.equal(null, request.getStatus(), "nothing has come");
        request.cancel();
        Claim.that(request.waitStatus().isCancelled(), "cancelled");
        Claim.that(request.isNull(), "waited for");
    }

    private static void nullProcess(Comm comm) {
        comm.send(null, 0, MPI.INT, MPI.PROC_NULL, TAG);
        Status status = comm.recv(null, 0, MPI.INT, MPI.PROC_NULL, TAG);
        Claim.equal(MPI.PROC_NULL, status.getSource(), "source of no process");
        Claim.equal(0, status.getCount(MPI.INT), "count of no process");
        Object[] words = {"stays"};
        comm.Recv(words, 0, 1, MPI.OBJECT, MPI.PROC_NULL, TAG);
        Claim.equal("stays", words[0], "objects of no process");
    }

    private static void packed(Comm comm) {
        byte[] bytes = new byte[comm.packSize(2, MPI.INT) + comm.Pack_size(2, MPI.DOUBLE)];
        if (comm.getRank() == 0) {
            int position = comm.pack(new int[] {1, 2}, 2, MPI.INT, bytes, 0);
            position = comm.Pack(new double[] {0, 1.5, 2.5}, 1, 2, MPI.DOUBLE, bytes, position);
            Claim.equal(bytes.length, position, "position behind what is packed");
            comm.send(bytes, position, MPI.PACKED, 1, TAG);
            return;
        }
        comm.recv(bytes, bytes.length, MPI.PACKED, 0, TAG);
        int[] ints = new int[2];
        double[] doubles = new double[3];
        int position = comm.unpack(bytes, 0, ints, 2, MPI.INT);
        position = comm.Unpack(bytes, position, doubles, 1, 2, MPI.DOUBLE);
        Claim.equal(bytes.length, position, "position behind what is unpacked");
        Claim.equal(new int[] {1, 2}, ints, "unpacked ints");
        Claim.equal(new double[] {0, 1.5, 2.5}, doubles, "unpacked doubles");
        DoubleBuffer unused = MPI.slice(doubles, 1);
        Claim.equal(1.5, unused.get(0), "slice");
    }
}
