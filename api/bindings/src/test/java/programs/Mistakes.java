package programs;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;

/** What programs do wrong: each is refused, with the class of its error, the call and its arguments. */
public final class Mistakes {

    private static final int TAG = 9;

    private Mistakes() {}

    /** A class that no filter allows. */
    private record Secret(int value) implements Serializable {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
        arguments(MPI.COMM_WORLD);
        memory(MPI.COMM_WORLD);
        types(MPI.COMM_WORLD);
        requests(MPI.COMM_SELF);
        objects(MPI.COMM_SELF);
        MPI.Finalize();
    }

    private static void arguments(Comm comm) {
        int size = comm.getSize();
        Environment.refused(
                () -> comm.send(new int[2], 2, MPI.INT, size, TAG),
                MPI.ERR_RANK,
                "send(int[2], 2, INT, " + size + ", 9)",
                "MPI_ERR_RANK");
        Environment.refused(
                () -> comm.Send(new int[2], 1, 1, MPI.INT, size, TAG),
                MPI.ERR_RANK,
                "Send(int[2], 1, 1, INT, " + size + ", 9)");
        Environment.refused(() -> comm.send(new int[2], 2, MPI.INT, 0, -5), MPI.ERR_TAG, "-5");
        Environment.refused(() -> comm.send(new int[2], -1, MPI.INT, 0, TAG), MPI.ERR_COUNT, "-1");
        Environment.refused(() -> comm.recv(new int[2], 2, MPI.INT, size, TAG), MPI.ERR_RANK, "recv");
        Environment.refused(() -> comm.probe(size, TAG), MPI.ERR_RANK, "probe");
        Environment.refused(() -> comm.Iprobe(0, -5), MPI.ERR_TAG, "Iprobe");
    }

    private static void memory(Comm comm) {
        Environment.refused(
                () -> comm.send(new int[3], 4, MPI.INT, 0, TAG),
                MPI.ERR_BUFFER,
                "send(int[3], 4, INT",
                "array of length 3");
        Environment.refused(() -> comm.Send(new int[3], 2, 2, MPI.INT, 0, TAG), MPI.ERR_BUFFER, "offset 2");
        Environment.refused(
                () -> comm.iSend(MPI.newIntBuffer(3), 4, MPI.INT, 0, TAG).waitFor(), MPI.ERR_BUFFER);
        Environment.refused(
                () -> comm.send(MPI.newByteBuffer(3), 4, MPI.BYTE, 0, TAG), MPI.ERR_BUFFER, "ByteBuffer[3]");
        Environment.refused(() -> comm.send(null, 1, MPI.INT, 0, TAG), MPI.ERR_BUFFER, "null");
        Environment.refused(
                () -> comm.send("text", 1, MPI.INT, 0, TAG), MPI.ERR_BUFFER, "\"text\"", "java.lang.String");
        Environment.refused(() -> comm.Send(new char[2], 0, 1, MPI.INT, 0, TAG), MPI.ERR_TYPE, "char[]");
        IntBuffer readOnly = ByteBuffer.allocateDirect(8).asIntBuffer().asReadOnlyBuffer();
        Environment.refused(() -> comm.recv(readOnly, 1, MPI.INT, 0, TAG), MPI.ERR_BUFFER, "read-only");
        // Open MPI refuses a heap buffer here; it can be sent like any other.
        comm.iSend(IntBuffer.wrap(new int[] {1}), 1, MPI.INT, MPI.PROC_NULL, TAG)
                .waitFor();
    }

    private static void types(Comm comm) {
        Environment.refused(() -> comm.send(new int[1], 1, null, 0, TAG), MPI.ERR_TYPE, "null");
        Environment.refused(() -> comm.send(new int[1], 1, MPI.DATATYPE_NULL, 0, TAG), MPI.ERR_TYPE, "null");
        Datatype freed = Datatype.createContiguous(2, MPI.INT);
        freed.free();
        Environment.refused(() -> comm.send(new int[2], 1, freed, 0, TAG), MPI.ERR_TYPE, "freed");
        Environment.refused(() -> Datatype.createContiguous(-1, MPI.INT), MPI.ERR_COUNT, "createContiguous(-1, INT)");
        Environment.refused(
                () -> Datatype.createIndexed(new int[1], new int[2], MPI.INT),
                MPI.ERR_ARG,
                "createIndexed(int[1], int[2], INT)");
        Environment.refused(
                () -> Datatype.Struct(new int[] {1, 1}, new int[] {0, 1}, new Datatype[] {MPI.INT, MPI.DOUBLE}),
                MPI.ERR_TYPE,
                "one basic type");
    }

    private static void requests(Comm comm) {
        int[] room = new int[1];
        Request truncated = comm.iRecv(room, 1, MPI.INT, 0, TAG);
        comm.send(new int[] {1, 2}, 2, MPI.INT, 0, TAG);
        Environment.refused(truncated::waitFor, MPI.ERR_TRUNCATE, "waitFor", "8 bytes");
        Claim.that(truncated.isNull(), "a request that has failed is null");
        Request fine = comm.iRecv(room, 1, MPI.INT, 0, TAG + 1);
        Request bad = comm.iRecv(new int[1], 1, MPI.INT, 0, TAG);
        comm.send(new int[] {7}, 1, MPI.INT, 0, TAG + 1);
        comm.send(new int[] {1, 2}, 2, MPI.INT, 0, TAG);
        while (fine.getStatus() == null) {
            Thread.onSpinWait();
        }
        Environment.refused(() -> Request.waitAll(new Request[] {fine, bad}), MPI.ERR_IN_STATUS, "request 1 of 2");
        Claim.that(fine.isNull() && bad.isNull() && room[0] == 7, "one has succeeded");
        Environment.refused(() -> Request.Waitall(new Request[] {null}), MPI.ERR_REQUEST, "null");
        Environment.refused(fine::cancel, MPI.ERR_REQUEST, "null");
        Prequest persistent = comm.recvInit(room, 1, MPI.INT, 0, TAG);
        persistent.start();
        Environment.refused(persistent::start, MPI.ERR_REQUEST, "start");
        comm.send(room, 1, MPI.INT, 0, TAG);
        persistent.waitFor();
        persistent.free();
        Environment.refused(persistent::start, MPI.ERR_REQUEST, "freed");
        Environment.refused(() -> new Message().mRecv(room, 1, MPI.INT), MPI.ERR_REQUEST, "null");
    }

    private static void objects(Comm comm) {
        Object[] room = new Object[1];
        Request sending = comm.Isend(new Object[] {new Secret(1)}, 0, 1, MPI.OBJECT, 0, TAG);
        Environment.refused(
                () -> comm.Recv(room, 0, 1, MPI.OBJECT, 0, TAG),
                MPI.ERR_CONVERSION,
                "programs.Mistakes$Secret",
                "object-filter");
        sending.Wait();
        Claim.equal(null, room[0], "nothing was made");
        Environment.refused(
                () -> comm.Send(new Object[] {new Object()}, 0, 1, MPI.OBJECT, 0, TAG),
                MPI.ERR_CONVERSION,
                "java.lang.Object");
        Request two = comm.Isend(new Object[] {"a", "b"}, 0, 2, MPI.OBJECT, 0, TAG);
        Environment.refused(() -> comm.Recv(room, 0, 1, MPI.OBJECT, 0, TAG), MPI.ERR_TRUNCATE, "2 objects");
        two.Wait();
    }
}
