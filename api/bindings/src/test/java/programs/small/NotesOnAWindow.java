package programs.small;

import java.nio.IntBuffer;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;
import programs.Claim;

/** A window's name, hints, handler and attributes: the library's own, and the program's. */
public final class NotesOnAWindow {

    private NotesOnAWindow() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        IntBuffer memory = MPI.newIntBuffer(6);
        Info hints = new Info();
        hints.set("same_size", "true");
        Win win = new Win(memory, 6, 2, hints, world);
        Claim.that(win.getAttr(MPI.WIN_BASE) == memory, "the memory");
        Claim.equal(24, win.getAttr(MPI.WIN_SIZE), "bytes");
        Claim.equal(8, win.getAttr(MPI.WIN_DISP_UNIT), "bytes of a displacement");
        Claim.equal("true", win.getInfo().get("same_size"), "a hint");
        hints.set("mine", "something");
        win.setInfo(hints);
        Claim.equal(null, win.getInfo().get("mine"), "a hint that nobody knows");
        Claim.equal("", win.getName(), "no name");
        win.setName("table");
        Claim.equal("table", win.getName(), "name");
        int key = Win.createKeyval();
        Claim.equal(null, win.getAttr(key), "no attribute yet");
        win.setAttr(key, "note");
        Claim.equal("note", win.getAttr(key), "attribute");
        win.deleteAttr(key);
        Claim.equal(null, win.getAttr(key), "deleted");
        Win.freeKeyval(key);
        Claim.equal(MPI.ERRORS_ARE_FATAL, win.getErrhandler(), "handler at first");
        win.setErrhandler(MPI.ERRORS_RETURN);
        Claim.equal(MPI.ERRORS_RETURN, win.getErrhandler(), "handler");
        try {
            win.callErrhandler(MPI.ERR_WIN);
            throw new AssertionError("an error that is not thrown");
        } catch (MPIException e) {
            Claim.equal(MPI.ERR_WIN, e.getErrorClass(), "class of the error");
        }
        win.free();
        MPI.Finalize();
    }
}
