package programs;

import mpi.Comm;
import mpi.Count;
import mpi.Info;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Beginning, end, names, attributes, infos, threads, time: what a program may ask without sending anything. */
public final class Environment {

    private Environment() {}

    /** The program. */
    public static void main(String[] args) {
        Claim.that(!MPI.isInitialized() && !MPI.Initialized() && !MPI.isFinalized(), "before Init");
        Claim.equal("3.1", MPI.getVersion().toString(), "version");
        Claim.that(MPI.getLibVersion().startsWith("reactive-mpi"), "library");
        refused(() -> MPI.COMM_WORLD.getRank(), MPI.ERR_OTHER, "getRank", "not initialized");
        refused(() -> MPI.Finalize(), MPI.ERR_OTHER, "not initialized");
        Claim.equal(MPI.THREAD_MULTIPLE, MPI.InitThread(args, MPI.THREAD_FUNNELED), "level of threads");
        refused(() -> MPI.Init(args), MPI.ERR_OTHER, "initialized already");
        Claim.equal(MPI.THREAD_MULTIPLE, MPI.queryThread(), "level of threads");
        Claim.that(MPI.isThreadMain() && MPI.isMainThread(), "main thread");
        Claim.that(MPI.isInitialized() && !MPI.isFinalized(), "after Init");
        Claim.that(!MPI.getProcessorName().isEmpty(), "processor");
        Claim.equal(MPI.getProcessorName(), MPI.Get_processor_name(), "processor");
        double before = MPI.wtime();
        Claim.that(MPI.Wtime() >= before && MPI.wtick() < 1e-6 && MPI.Wtick() > 0, "time");
        world();
        infos();
        Claim.that(new Count(3).equals(new Count(3)) && new Count(3).compareTo(new Count(4)) < 0, "counts");
        Claim.that(MPI.REQUEST_NULL.isNull() && MPI.COMM_NULL == null && MPI.INFO_NULL.isNull(), "null handles");
        Claim.that(MPI.DATATYPE_NULL.isNull(), "null type");
        Request.waitAll(new Request[] {MPI.REQUEST_NULL});
        MPI.pControl(1, null);
        MPI.Finalize();
        Claim.that(MPI.isInitialized() && MPI.isFinalized(), "after Finalize");
        refused(
                () -> MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 0, 0),
                MPI.ERR_OTHER,
                "send(int[1], 1, INT, 0, 0)",
                "finalized");
        refused(() -> MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 0, 0), MPI.ERR_OTHER, "Send", "finalized");
        refused(() -> MPI.Init(args), MPI.ERR_OTHER, "finalized");
        refused(() -> MPI.Finalize(), MPI.ERR_OTHER, "finalized");
    }

    private static void world() {
        Comm world = MPI.COMM_WORLD;
        Claim.equal("MPI_COMM_WORLD", world.getName(), "name");
        world.setName("all of us");
        Claim.equal("all of us", world.getName(), "name");
        Claim.equal(1, MPI.COMM_SELF.getSize(), "size of COMM_SELF");
        Claim.equal(0, MPI.COMM_SELF.Rank(), "rank in COMM_SELF");
        Claim.that((Integer) world.getAttr(MPI.TAG_UB) >= 32767, "largest tag");
        Claim.equal(world.getSize(), world.Attr_get(MPI.UNIVERSE_SIZE), "universe");
        Claim.equal(false, world.getAttr(MPI.WTIME_IS_GLOBAL), "clocks");
        Claim.that(world.getAttr(MPI.HOST) != null && world.getAttr(MPI.IO) != null, "predefined");
        Claim.that(world.getAttr(MPI.APPNUM) != null, "predefined");
        Claim.equal(MPI.ERR_LASTCODE, world.getAttr(MPI.LASTUSEDCODE), "no code has been added");
        int key = Comm.createKeyval();
        Claim.equal(null, world.getAttr(key), "no attribute yet");
        world.setAttr(key, "value");
        Claim.equal("value", world.getAttr(key), "attribute");
        world.deleteAttr(key);
        Claim.equal(null, world.getAttr(key), "deleted attribute");
        Comm.freeKeyval(key);
        world.setErrhandler(MPI.ERRORS_RETURN);
        Claim.equal(MPI.ERRORS_RETURN, world.getErrhandler(), "handler");
        Claim.equal(MPI.ERRORS_RETURN, MPI.Errorhandler_get(), "handler");
        refused(() -> Comm.freeKeyval(key), MPI.ERR_KEYVAL, "freeKeyval");
        refused(() -> world.setAttr(key, "late"), MPI.ERR_KEYVAL, "setAttr");
        refused(() -> world.setAttr(MPI.TAG_UB, 1), MPI.ERR_KEYVAL, "setAttr");
        refused(() -> world.deleteAttr(MPI.UNIVERSE_SIZE), MPI.ERR_KEYVAL, "deleteAttr");
        refused(() -> world.getAttr(MPI.KEYVAL_INVALID), MPI.ERR_KEYVAL, "getAttr(-1)");
        refused(() -> world.free(), MPI.ERR_COMM, "free", "can't be freed");
        refused(() -> world.callErrhandler(MPI.ERR_TAG), MPI.ERR_TAG, "MPI_ERR_TAG");
    }

    private static void infos() {
        Info info = new Info();
        info.set("key", "value");
        info.set("other", "one");
        Claim.equal("value", info.get("key"), "value");
        Claim.equal(null, info.get("none"), "no value");
        Claim.equal(2, info.size(), "size");
        Claim.equal("other", info.getKey(1), "key");
        Info copy = info.dup();
        info.delete("key");
        Claim.equal(1, info.size(), "size after delete");
        Claim.equal("value", copy.get("key"), "value of the copy");
        refused(() -> info.delete("key"), MPI.ERR_INFO_NOKEY, "info.delete(\"key\")");
        refused(() -> info.set("", "x"), MPI.ERR_INFO_KEY, "info.set");
        refused(() -> info.set("k".repeat(MPI.MAX_INFO_KEY + 1), "x"), MPI.ERR_INFO_KEY, "256");
        refused(() -> info.set("k", "x".repeat(MPI.MAX_INFO_VAL + 1)), MPI.ERR_INFO_VALUE, "1025");
        refused(() -> info.set("k", null), MPI.ERR_INFO_VALUE, "null");
        info.free();
        Claim.that(info.isNull(), "freed");
        refused(info::size, MPI.ERR_INFO, "null");
        Claim.equal(Integer.toString(MPI.COMM_WORLD.getSize()), MPI.INFO_ENV.get("maxprocs"), "maxprocs");
        Claim.that(MPI.INFO_ENV.get("arch") != null && MPI.INFO_ENV.get("wdir") != null, "INFO_ENV");
        MPI.COMM_WORLD.setInfo(copy);
        Claim.equal("one", MPI.COMM_WORLD.getInfo().get("other"), "hints");
        hints();
    }

    private static void hints() {
        Info said = new Info();
        said.set("mpi_assert_no_any_source", "true");
        Comm exact = MPI.COMM_WORLD.dupWithInfo(said);
        Claim.equal("true", exact.getInfo().get("mpi_assert_no_any_source"), "hint");
        Claim.equal("false", exact.getInfo().get("mpi_assert_no_any_tag"), "a hint by default");
        refused(() -> exact.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 0), MPI.ERR_ARG, "mpi_assert_no_any_source");
        refused(() -> exact.iProbe(MPI.ANY_SOURCE, 0), MPI.ERR_ARG, "ANY_SOURCE");
        Comm copy = exact.dup();
        Claim.equal("false", copy.getInfo().get("mpi_assert_no_any_source"), "a duplicate has no hints");
        said.set("mpi_assert_no_any_source", "maybe");
        refused(() -> copy.setInfo(said), MPI.ERR_INFO_VALUE, "maybe");
        refused(() -> copy.dupWithInfo(said), MPI.ERR_INFO_VALUE, "maybe");
        Status status = copy.sendRecv(
                new int[] {1}, 1, MPI.INT, copy.getRank(), 0, new int[1], 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        Claim.equal(copy.getRank(), status.getSource(), "source");
        copy.free();
        exact.free();
    }

    /** Fails unless a call throws, with an error class and words of its text. */
    static void refused(Runnable call, int errorClass, String... words) {
        try {
            call.run();
        } catch (MPIException e) {
            Claim.equal(errorClass, e.getErrorClass(), "class of " + e);
            Claim.equal(errorClass, e.getErrorCode(), "code of " + e);
            for (String word : words) {
                Claim.that(e.getMessage().contains(word), "\"" + word + "\" in " + e.getMessage());
            }
            return;
        }
        throw new AssertionError("not refused: " + String.join(", ", words));
    }
}
