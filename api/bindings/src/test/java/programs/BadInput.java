package programs;

import java.nio.IntBuffer;
import mpi.MPI;
import mpi.MPIException;

/** Calls that no program should make, and ends that no program should have. */
public final class BadInput {

    private static final int TAG = 3;

    private BadInput() {}

    /** Of no class that a filter allows. */
    private record Unknown(int number) implements java.io.Serializable {}

    public static void main(String[] args) {
        switch (args[0]) {
            case "calls" -> calls(args);
            case "no finalize" -> MPI.Init(args);
            case "fatal" -> fatal(args);
            case "abort" -> abort(args);
            case "exception" -> exception(args);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void calls(String[] args) {
        fails("not initialized", () -> MPI.COMM_WORLD.getRank());
        fails("not initialized", () -> MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 0, TAG));
        fails("not initialized", MPI::Finalize);
        Claim.that(!MPI.isInitialized() && !MPI.isFinalized(), "neither");
        Claim.that(MPI.getVersion().getVersion() > 0 && MPI.BSEND_OVERHEAD >= 0, "before Init");
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        fails("initialized already", () -> MPI.Init(args));
        int[] two = new int[2];
        fails("2", () -> MPI.COMM_WORLD.send(two, 3, MPI.INT, 0, TAG));
        fails("2", () -> MPI.COMM_WORLD.Send(two, 1, 2, MPI.INT, 0, TAG));
        heapBuffer();
        forbiddenObject();
        MPI.Finalize();
        Claim.that(MPI.isInitialized() && MPI.isFinalized(), "both");
        fails("finalized", () -> MPI.COMM_WORLD.getRank());
        fails("finalized", () -> MPI.COMM_WORLD.Recv(two, 0, 1, MPI.INT, 0, TAG));
        fails("finalized", () -> MPI.Init(args));
        fails("finalized", MPI::Finalize);
    }

    /** Open MPI wants direct buffers for nonblocking calls; ours takes any. */
    private static void heapBuffer() {
        IntBuffer in = IntBuffer.allocate(1);
        var receive = MPI.COMM_WORLD.iRecv(in, 1, MPI.INT, 0, TAG);
        MPI.COMM_WORLD.iSend(IntBuffer.wrap(new int[] {4}), 1, MPI.INT, 0, TAG).waitFor();
        receive.waitFor();
        Claim.equal(4, in.get(0), "heap buffer");
    }

    private static void forbiddenObject() {
        var send = MPI.COMM_WORLD.Isend(new Object[] {new Unknown(1)}, 0, 1, MPI.OBJECT, 0, TAG);
        fails("Unknown", () -> MPI.COMM_WORLD.Recv(new Object[1], 0, 1, MPI.OBJECT, 0, TAG));
        send.Wait();
    }

    private static void fails(String words, Runnable call) {
        try {
            call.run();
        } catch (MPIException e) {
            Claim.that(String.valueOf(e.getMessage()).contains(words), "'" + words + "' is not in: " + e.getMessage());
            return;
        }
        throw new AssertionError("did not fail: " + words);
    }

    /** The handler that Open MPI has without another word: the job ends, and the program sees no exception. */
    private static void fatal(String[] args) {
        MPI.Init(args);
        try {
            if (MPI.COMM_WORLD.getRank() == 0) {
                MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, MPI.COMM_WORLD.getSize(), TAG);
            } else {
                MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, TAG);
            }
        } catch (MPIException e) {
            System.out.println("the program has seen " + e);
        }
        System.out.println("the program goes on");
    }

    private static void abort(String[] args) {
        MPI.Init(args);
        if (MPI.COMM_WORLD.Rank() == 1) {
            MPI.COMM_WORLD.Abort(9);
        }
        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 1, TAG);
    }

    /** In mpiJava's spelling an error is an exception, and one that nobody catches ends the program, and with it the job. */
    private static void exception(String[] args) {
        MPI.Init(args);
        if (MPI.COMM_WORLD.Rank() == 0) {
            MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 77, TAG);
        }
        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 0, TAG);
    }
}
