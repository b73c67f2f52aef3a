package mpi;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;
import org.reactivempi.PersistentRequest;

/** An operation whose arguments are given once, and that is started again and again. */
public final class Prequest extends Request {

    private final CommHandle comm;
    /** Starts the operation anew, where it isn't one of the core alone: one with objects, which are read when it starts. */
    private final Supplier<org.reactivempi.Request> starter;

    private boolean active;
    private boolean freed;

    Prequest(CommHandle comm, PersistentRequest core) {
        super(comm, core, null);
        this.comm = comm;
        this.starter = null;
    }

    Prequest(CommHandle comm, Supplier<org.reactivempi.Request> starter, Ending ending) {
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
        startAll(call, this);
    }

    /** Starts all of several; where one can't be started, none is. */
    public static void startAll(Prequest[] requests) {
        startAll("startAll", requests);
    }

    /** mpiJava 1.2 form of {@link #startAll}. */
    public static void Startall(Prequest[] requests) {
        startAll("Startall", requests);
    }

    private static void startAll(String call, Prequest... requests) {
        int reserved = 0;
        try {
            Job.check();
            for (; reserved < requests.length; reserved++) {
                reserve(requests[reserved]);
            }
        } catch (RuntimeException e) {
            Arrays.stream(requests, 0, reserved).forEach(Prequest::ended);
            throw Errors.raise(firstComm(requests), e, call);
        }
        for (Prequest request : requests) {
            request.startReserved(call);
        }
    }

    private static CommHandle firstComm(Prequest[] requests) {
        return Arrays.stream(requests)
                .filter(Objects::nonNull)
                .map(request -> request.comm)
                .findFirst()
                .orElse(null);
    }

    private static void reserve(Prequest request) {
        if (request == null) {
            throw new MPIException(Codes.ERR_REQUEST, "the request is a Java null");
        }
        if (request.freed) {
            throw new MPIException(Codes.ERR_REQUEST, "the request is null: it has been freed");
        }
        if (request.active) {
            throw new MPIException(Codes.ERR_REQUEST, "the request is active: wait for it first");
        }
        request.active = true;
    }

    private void startReserved(String call) {
        try {
            if (starter == null) {
                ((PersistentRequest) core).start();
            } else {
                core = starter.get();
            }
        } catch (RuntimeException e) {
            active = false;
            throw Errors.raise(comm, e, call);
        }
    }
}
