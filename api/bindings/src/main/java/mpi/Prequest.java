package mpi;

import java.util.function.Supplier;
import org.reactivempi.PersistentRequest;

/** An operation whose arguments are given once, and that is started again and again. */
public final class Prequest extends Request {

    private final Comm comm;
    /** Starts the operation anew, where it isn't one of the core alone: one with objects, which are read when it starts. */
    private final Supplier<org.reactivempi.Request> starter;

    private boolean active;
    private boolean freed;

    Prequest(Comm comm, PersistentRequest core) {
        super(comm, core, null);
        this.comm = comm;
        this.starter = null;
    }

    Prequest(Comm comm, Supplier<org.reactivempi.Request> starter, Ending ending) {
        super(comm, inactive(), ending);
        this.comm = comm;
        this.starter = starter;
    }

    @Override
    boolean isActive() {
        return active;
    }

    /** The handle stays. */
    @Override
    void ended() {
        active = false;
    }

    /** Gives the handle up; an operation that is active goes on to its end. Without effect on a null handle. */
    @Override
    public void free() {
        freed = true;
        super.free();
    }

    /** Starts the operation, which must not be active. */
    public void start() {
        start("start");
    }

    /** mpiJava 1.2 form of {@link #start}. */
    public void Start() {
        start("Start");
    }

    private void start(String call) {
        try {
            Job.check();
            if (freed) {
                throw new MPIException(MPI.ERR_REQUEST, "the request is null: it has been freed");
            }
            if (starter == null) {
                ((PersistentRequest) core).start();
            } else if (active) {
                throw new MPIException(MPI.ERR_REQUEST, "the request is active: wait for it first");
            } else {
                core = starter.get();
            }
            active = true;
        } catch (RuntimeException e) {
            throw Errors.raise(comm, e, call);
        }
    }

    /** Starts all of several. */
    public static void startAll(Prequest[] requests) {
        for (Prequest request : requests) {
            request.start("startAll");
        }
    }

    /** mpiJava 1.2 form of {@link #startAll}. */
    public static void Startall(Prequest[] requests) {
        for (Prequest request : requests) {
            request.start("Startall");
        }
    }
}
