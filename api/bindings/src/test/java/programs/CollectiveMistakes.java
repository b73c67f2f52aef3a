package programs;

import mpi.Comm;
import mpi.File;
import mpi.FileView;
import mpi.Intracomm;
import mpi.MPI;

/** What programs do wrong in collective calls, and what this library does not have. */
public final class CollectiveMistakes {

    private static final Intracomm WORLD = MPI.COMM_WORLD;

    private CollectiveMistakes() {}

    /** The program. */
    public static void main(String[] args) {
        Environment.refused(
                () -> WORLD.Bcast(new int[1], 0, 1, MPI.INT, 0),
                MPI.ERR_OTHER,
                "Bcast(int[1], 0, 1, INT, 0)",
                "not initialized");
        Environment.refused(() -> Intracomm.lookupName("service"), MPI.ERR_OTHER, "lookupName", "not initialized");
        MPI.Init(args);
        WORLD.setErrhandler(MPI.ERRORS_RETURN);
        int size = WORLD.getSize();
        int[] word = new int[1];
        Environment.refused(() -> WORLD.bcast(word, 1, MPI.INT, size), MPI.ERR_ROOT, "bcast(int[1], 1, INT", "0..");
        Environment.refused(() -> WORLD.bcast(word, 2, MPI.INT, 0), MPI.ERR_BUFFER, "bcast(int[1], 2, INT, 0)");
        Environment.refused(() -> WORLD.Bcast(word, 1, 1, MPI.INT, 0), MPI.ERR_BUFFER, "Bcast(int[1], 1, 1, INT, 0)");
        Environment.refused(() -> WORLD.bcast(null, 1, MPI.INT, 0), MPI.ERR_BUFFER, "null");
        Environment.refused(() -> WORLD.bcast(word, 1, null, 0), MPI.ERR_TYPE, "datatype is null");
        Environment.refused(() -> WORLD.Bcast(word, 0, 1, MPI.LONG, 0), MPI.ERR_TYPE, "int[]", "LONG");
        Environment.refused(() -> WORLD.bcast("text", 1, MPI.INT, 0), MPI.ERR_BUFFER, "java.lang.String");
        Environment.refused(
                () -> WORLD.allGatherv(word, 1, MPI.INT, new int[size], null, new int[size], MPI.INT),
                MPI.ERR_ARG,
                "counts is null");
        Environment.refused(
                () -> WORLD.allToAllv(
                        word, new int[size], new int[0], MPI.INT, word, new int[size], new int[size], MPI.INT),
                MPI.ERR_ARG,
                "displacements has 0 numbers");
        Environment.refused(
                () -> WORLD.reduceScatter(word, word, new int[0], MPI.INT, MPI.SUM),
                MPI.ERR_ARG,
                "counts has 0 numbers");
        Environment.refused(() -> WORLD.iBcast(new Object[1], 1, MPI.OBJECT, 0), MPI.ERR_TYPE, "iBcast", "OBJECT");
        Environment.refused(
                () -> WORLD.allReduce(new boolean[1], 1, MPI.BOOLEAN, MPI.SUM), MPI.ERR_OP, "SUM", "BOOLEAN");
        boolean isRoot = WORLD.getRank() == 0;
        Environment.refused(
                () -> {
                    if (isRoot) {
                        WORLD.gatherv(word, 1, MPI.INT, 0);
                    } else {
                        WORLD.gatherv(word, new int[size], new int[size], MPI.INT, 0);
                    }
                },
                MPI.ERR_ROOT,
                "gatherv",
                "this form is for");
        WORLD.barrier();
        ports();
        names();
        absent();
        MPI.Finalize();
    }

    /** What is wrong at the root alone fails on all ranks. */
    private static void ports() {
        Environment.refused(() -> WORLD.accept("port", 0), MPI.ERR_PORT, "accept(\"port\", 0)");
        Environment.refused(() -> WORLD.connect("port", 0), MPI.ERR_PORT, "connect(\"port\", 0)");
        Environment.refused(() -> WORLD.connect(null, 0), MPI.ERR_PORT, "connect(null, 0)");
        int size = WORLD.getSize();
        Environment.refused(() -> WORLD.accept("port", size), MPI.ERR_ROOT, "accept(\"port\", " + size + ")");
        Environment.refused(() -> WORLD.connect("port", -1), MPI.ERR_ROOT, "connect(\"port\", -1)");
        Environment.refused(() -> Intracomm.closePort("port"), MPI.ERR_PORT, "closePort(\"port\")", "no open port");
        MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
        String port = Intracomm.openPort();
        Intracomm.closePort(port);
        Environment.refused(() -> Intracomm.closePort(port), MPI.ERR_PORT, "closePort", "no open port");
        Environment.refused(() -> MPI.COMM_SELF.accept(port, 0), MPI.ERR_PORT, "no port of this rank");
        Environment.refused(() -> MPI.COMM_SELF.connect(port, 0), MPI.ERR_PORT, "is of this rank itself");
        Environment.refused(() -> WORLD.disconnect(), MPI.ERR_COMM, "disconnect", "can't be freed");
        WORLD.barrier();
    }

    /** What a rank does wrong with names, each with its own. */
    private static void names() {
        int rank = WORLD.getRank();
        String service = "service of " + rank;
        String port = Intracomm.openPort();
        String other = Intracomm.openPort();
        Environment.refused(
                () -> Intracomm.lookupName(service), MPI.ERR_NAME, "lookupName(\"" + service + "\")", "no port");
        Environment.refused(
                () -> Intracomm.unpublishName(service, port), MPI.ERR_SERVICE, "unpublishName(\"", "not published");
        Environment.refused(() -> Intracomm.publishName(service, "port"), MPI.ERR_PORT, "publishName(\"", "\"port\"");
        Environment.refused(() -> Intracomm.publishName(service, null), MPI.ERR_PORT, "publishName(\"", "null");
        Environment.refused(() -> Intracomm.publishName("", port), MPI.ERR_SERVICE, "publishName(\"\"", "0 characters");
        Environment.refused(() -> Intracomm.publishName(null, port), MPI.ERR_SERVICE, "publishName(null", "is null");
        Environment.refused(() -> Intracomm.lookupName("a\nb"), MPI.ERR_SERVICE, "lookupName", "control character");
        Environment.refused(() -> Intracomm.lookupName(null), MPI.ERR_SERVICE, "lookupName(null)", "is null");
        Intracomm.publishName(service, port);
        Environment.refused(
                () -> Intracomm.publishName(service, MPI.INFO_NULL, other), MPI.ERR_SERVICE, "published already");
        Environment.refused(() -> Intracomm.unpublishName(service, other), MPI.ERR_SERVICE, "another port", port);
        Environment.refused(
                () -> Intracomm.unpublishName(service, MPI.INFO_NULL, null), MPI.ERR_SERVICE, "another port", port);
        Environment.refused(() -> Intracomm.unpublishName(null, port), MPI.ERR_SERVICE, "is null");
        Claim.equal(port, Intracomm.lookupName(service), "what was refused has changed nothing");
        WORLD.barrier();
        int size = WORLD.getSize();
        if (size > 1) {
            String othersService = "service of " + (rank + 1) % size;
            String othersPort = Intracomm.lookupName(othersService);
            Environment.refused(
                    () -> Intracomm.unpublishName(othersService, othersPort),
                    MPI.ERR_SERVICE,
                    "published by rank " + (rank + 1) % size);
        }
        WORLD.barrier();
        Intracomm.unpublishName(service, port);
        Environment.refused(() -> Intracomm.unpublishName(service, port), MPI.ERR_SERVICE, "not published");
        Intracomm.closePort(port);
        Intracomm.closePort(other);
    }

    private static void absent() {
        int unsupported = MPI.ERR_UNSUPPORTED_OPERATION;
        Environment.refused(() -> new File(WORLD, "name", MPI.MODE_RDONLY), unsupported, "new File", "parallel files");
        Environment.refused(() -> File.delete("name"), unsupported, "File.delete(\"name\")");
        Environment.refused(
                () -> WORLD.spawn("java", new String[0], 1, MPI.INFO_NULL, 0, new int[1]),
                unsupported,
                "spawn(\"java\"",
                "launcher");
        FileView view = new FileView(8, MPI.INT, MPI.BYTE, "native");
        Claim.equal(8L, view.getDisp(), "disp");
        Claim.equal(MPI.INT, view.getEType(), "etype");
        Claim.equal(MPI.BYTE, view.getFileType(), "filetype");
        Claim.equal("native", view.getDataRep(), "datarep");
        Claim.equal(0, Comm.TYPE_SHARED, "TYPE_SHARED");
    }
}
