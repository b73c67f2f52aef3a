package mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.reactivempi.Completion;
import org.reactivempi.ErrorClass;
import org.reactivempi.InStatusException;
import org.reactivempi.MpiException;
import org.reactivempi.Requests;
import reactor.core.publisher.Mono;

/**
 * An operation that is under way. Waiting for it, or testing it with success, makes it a null handle; a {@link Prequest} is inactive then,
 * and may be started again. Null handles and inactive ones count as complete, with an empty status.
 *
 * <pre>
 *  iSend --&gt; active --the operation ends--&gt; complete --waitFor, test--&gt; null
 * </pre>
 */
public class Request implements Freeable {

    static final Request NULL = new Request(null, null, null);

    /** Stands in a list for a null handle: it is inactive, always. */
    private static final org.reactivempi.Request INACTIVE = inactive();

    private final CommHandle comm;
    private final Ending ending;
    /** Null for a null handle. */
    org.reactivempi.Request core;

    /** What is still to be done, on the thread that waits, when the operation has ended: to read objects from what has come. */
    interface Ending {
        Status end(org.reactivempi.Status status);
    }

    Request(CommHandle comm, org.reactivempi.Request core, Ending ending) {
        this.comm = comm;
        this.core = core;
        this.ending = ending;
    }

    /** Starts an operation of the core. */
    static Request start(CommHandle comm, Mono<?> operation) {
        return new Request(comm, org.reactivempi.Request.start(operation), null);
    }

    /** Starts one whose end has a second part. */
    static Request start(CommHandle comm, Mono<?> operation, Ending ending) {
        return new Request(comm, org.reactivempi.Request.start(operation), ending);
    }

    /** A request of the core that has ended, and been taken. */
    static org.reactivempi.Request inactive() {
        org.reactivempi.Request made = org.reactivempi.Request.start(Mono.empty());
        made.test();
        return made;
    }

    /** The request that waits of the core see. */
    private org.reactivempi.Request inCore() {
        org.reactivempi.Request active = core;
        return active == null ? INACTIVE : active;
    }

    /** The handle after the operation's end. */
    void ended() {
        core = null;
    }

    /** Whether there is an operation whose end the program has not seen. */
    boolean isActive() {
        return core != null;
    }

    /** The operation has ended: the status is the program's, and the handle null. */
    private Status taken(org.reactivempi.Status ended) {
        org.reactivempi.Status status = comm == null ? ended : comm.fromCore(ended);
        boolean hasSecondPart = ending != null && isActive() && !status.isCancelled();
        ended();
        return hasSecondPart ? ending.end(status) : new Status(status);
    }

    private MPIException raise(Throwable error, String call, Object... arguments) {
        return Errors.raise(comm, error, call, arguments);
    }

    private Status await(String call) {
        try {
            Job.check();
            return taken(inCore().completion().block());
        } catch (RuntimeException e) {
            endIfOver();
            throw raise(e, call);
        }
    }

    /** A call has failed that takes the end: perhaps with the operation, perhaps before that, as one that is interrupted. */
    private void endIfOver() {
        if (!Thread.currentThread().isInterrupted() && inCore().isComplete()) {
            ended();
        }
    }

    private Status look(String call, boolean takes) {
        try {
            Job.check();
            Optional<org.reactivempi.Status> status = takes ? inCore().test() : inCore().status();
            if (status.isEmpty()) {
                return null;
            }
            return takes ? taken(status.get()) : new Status(comm == null ? status.get() : comm.fromCore(status.get()));
        } catch (RuntimeException e) {
            if (takes) {
                endIfOver();
            }
            throw raise(e, call);
        }
    }

    /** Gives the handle up; an operation that is active goes on to its end. Without effect on a null handle. */
    @Override
    public void free() {
        org.reactivempi.Request active = core;
        core = null;
        if (active != null) {
            active.free();
        }
    }

    /** Tries to cancel the operation, which must be waited for all the same; its status says what came of it. */
    public final void cancel() {
        cancel("cancel");
    }

    /** mpiJava 1.2 form of {@link #cancel}. */
    public final void Cancel() {
        cancel("Cancel");
    }

    private void cancel(String call) {
        try {
            Job.check();
            if (core == null) {
                throw new MPIException(Codes.ERR_REQUEST, "the request is null: it has been waited for, or freed");
            }
            core.cancel();
        } catch (RuntimeException e) {
            throw raise(e, call);
        }
    }

    /** Whether this is a null handle. */
    public final boolean isNull() {
        return core == null;
    }

    /** mpiJava 1.2 form of {@link #isNull}. */
    public final boolean Is_null() {
        return core == null;
    }

    /** Waits for the operation. */
    public final Status waitStatus() {
        return await("waitStatus");
    }

    /** Waits for the operation. */
    public final void waitFor() {
        await("waitFor");
    }

    /** mpiJava 1.2 form of {@link #waitStatus}. */
    public final Status Wait() {
        return await("Wait");
    }

    /** The operation's status if it has ended, else null. */
    public final Status testStatus() {
        return look("testStatus", true);
    }

    /** Whether the operation has ended; then this is a null handle. */
    public final boolean test() {
        return look("test", true) != null;
    }

    /** mpiJava 1.2 form of {@link #testStatus}. */
    public final Status Test() {
        return look("Test", true);
    }

    /** The operation's status if it has ended, else null; the handle stays as it is. */
    public final Status getStatus() {
        return look("getStatus", false);
    }

    private static List<org.reactivempi.Request> inCore(Request[] requests) {
        List<org.reactivempi.Request> all = new ArrayList<>(requests.length);
        for (int i = 0; i < requests.length; i++) {
            if (requests[i] == null) {
                throw new MPIException(
                        Codes.ERR_REQUEST, "request " + i + " of " + requests.length + " is a Java null");
            }
            all.add(requests[i].inCore());
        }
        return all;
    }

    /** The status of one of several; its error is thrown. */
    private static Status taken(Request[] requests, Completion completion, String call) {
        int index = completion.index();
        if (index < 0) {
            return new Status().at(Codes.UNDEFINED);
        }
        Request request = requests[index];
        Throwable error = completion.error();
        if (error != null) {
            request.ended();
            throw request.raise(error, call, (Object) requests);
        }
        try {
            return request.taken(completion.status()).at(index);
        } catch (RuntimeException unreadable) {
            throw request.raise(unreadable, call, (Object) requests);
        }
    }

    /** All that have been completed together; the first error is thrown when each of them is a null handle. */
    private static Status[] taken(Request[] requests, List<Completion> completions, String call) {
        Status[] statuses = new Status[completions.size()];
        MPIException failed = null;
        for (int i = 0; i < statuses.length; i++) {
            try {
                statuses[i] = taken(requests, completions.get(i), call);
            } catch (MPIException e) {
                failed = failed == null ? e : failed;
            }
        }
        if (failed != null) {
            throw failed;
        }
        return statuses;
    }

    private static MPIException raiseOfAll(Request[] requests, RuntimeException error, String call) {
        if (error instanceof InStatusException some) {
            for (Completion completion : some.completions()) {
                boolean pending = completion.error() instanceof MpiException e && e.errorClass() == ErrorClass.PENDING;
                if (completion.error() == null) {
                    takeQuietly(requests[completion.index()], completion.status());
                } else if (!pending) {
                    requests[completion.index()].ended();
                }
            }
        }
        CommHandle comm = Arrays.stream(requests)
                .filter(request -> request != null && request.comm != null)
                .map(request -> request.comm)
                .findFirst()
                .orElse(null);
        return Errors.raise(comm, error, call, (Object) requests);
    }

    /** Beside one that has failed, whose error is thrown. */
    private static void takeQuietly(Request request, org.reactivempi.Status ended) {
        try {
            request.taken(ended);
        } catch (RuntimeException unreadable) {
            // The program knows of an error already, and of which requests have ended: all that are null.
        }
    }

    private static Status awaitAny(Request[] requests, String call) {
        Completion first;
        try {
            Job.check();
            first = Requests.waitAny(inCore(requests)).block();
        } catch (RuntimeException e) {
            throw raiseOfAll(requests, e, call);
        }
        return first == null ? new Status().at(Codes.UNDEFINED) : taken(requests, first, call);
    }

    private static Status testAny(Request[] requests, String call) {
        Optional<Completion> first;
        try {
            Job.check();
            first = Requests.testAny(inCore(requests));
        } catch (RuntimeException e) {
            throw raiseOfAll(requests, e, call);
        }
        return first.isEmpty() ? null : taken(requests, first.get(), call);
    }

    private static Status[] awaitAll(Request[] requests, String call) {
        try {
            Job.check();
            return statuses(requests, Requests.waitAll(inCore(requests)).block());
        } catch (RuntimeException e) {
            throw raiseOfAll(requests, e, call);
        }
    }

    /** All have ended; what can't be read of one is thrown when each of them is a null handle. */
    private static Status[] statuses(Request[] requests, List<org.reactivempi.Status> ended) {
        Status[] statuses = new Status[requests.length];
        RuntimeException failed = null;
        for (int i = 0; i < statuses.length; i++) {
            try {
                statuses[i] = requests[i].taken(ended.get(i)).at(i);
            } catch (RuntimeException unreadable) {
                failed = failed == null ? unreadable : failed;
            }
        }
        if (failed != null) {
            throw failed;
        }
        return statuses;
    }

    private static Status[] testAll(Request[] requests, String call) {
        try {
            Job.check();
            return Requests.testAll(inCore(requests))
                    .map(ended -> statuses(requests, ended))
                    .orElse(null);
        } catch (RuntimeException e) {
            throw raiseOfAll(requests, e, call);
        }
    }

    private static Status[] awaitSome(Request[] requests, String call) {
        List<Completion> some;
        try {
            Job.check();
            some = Requests.waitSome(inCore(requests)).next().block();
        } catch (RuntimeException e) {
            throw raiseOfAll(requests, e, call);
        }
        return some == null ? null : taken(requests, some, call);
    }

    private static Status[] testSome(Request[] requests, String call) {
        Optional<List<Completion>> some;
        try {
            Job.check();
            some = Requests.testSome(inCore(requests));
        } catch (RuntimeException e) {
            throw raiseOfAll(requests, e, call);
        }
        return some.isEmpty() ? null : taken(requests, some.get(), call);
    }

    private static int[] indexes(Status[] statuses) {
        return statuses == null
                ? null
                : Arrays.stream(statuses).mapToInt(Status::getIndex).toArray();
    }

    /** Waits for one of several; its place is in {@link Status#getIndex}, {@link MPI#UNDEFINED} if none is active. */
    public static Status waitAnyStatus(Request[] requests) {
        return awaitAny(requests, "waitAnyStatus");
    }

    /** Waits for one of several; {@link MPI#UNDEFINED} if none is active. */
    public static int waitAny(Request[] requests) {
        return awaitAny(requests, "waitAny").getIndex();
    }

    /** mpiJava 1.2 form of {@link #waitAnyStatus}. */
    public static Status Waitany(Request[] requests) {
        return awaitAny(requests, "Waitany");
    }

    /** One of several that has ended, or null if none has; its index is {@link MPI#UNDEFINED} if none is active. */
    public static Status testAnyStatus(Request[] requests) {
        return testAny(requests, "testAnyStatus");
    }

    /** The place of one of several that has ended, or {@link MPI#UNDEFINED}. */
    public static int testAny(Request[] requests) {
        Status status = testAny(requests, "testAny");
        return status == null ? Codes.UNDEFINED : status.getIndex();
    }

    /** mpiJava 1.2 form of {@link #testAnyStatus}. */
    public static Status Testany(Request[] requests) {
        return testAny(requests, "Testany");
    }

    /** Waits for all. */
    public static Status[] waitAllStatus(Request[] requests) {
        return awaitAll(requests, "waitAllStatus");
    }

    /** Waits for all. */
    public static void waitAll(Request[] requests) {
        awaitAll(requests, "waitAll");
    }

    /** mpiJava 1.2 form of {@link #waitAllStatus}. */
    public static Status[] Waitall(Request[] requests) {
        return awaitAll(requests, "Waitall");
    }

    /** The statuses of all if all have ended, else null. */
    public static Status[] testAllStatus(Request[] requests) {
        return testAll(requests, "testAllStatus");
    }

    /** Whether all have ended. */
    public static boolean testAll(Request[] requests) {
        return testAll(requests, "testAll") != null;
    }

    /** mpiJava 1.2 form of {@link #testAllStatus}. */
    public static Status[] Testall(Request[] requests) {
        return testAll(requests, "Testall");
    }

    /** Waits until at least one has ended; null if none is active. */
    public static Status[] waitSomeStatus(Request[] requests) {
        return awaitSome(requests, "waitSomeStatus");
    }

    /** Waits until at least one has ended: the places of those that have; null if none is active. */
    public static int[] waitSome(Request[] requests) {
        return indexes(awaitSome(requests, "waitSome"));
    }

    /** mpiJava 1.2 form of {@link #waitSomeStatus}. */
    public static Status[] Waitsome(Request[] requests) {
        return awaitSome(requests, "Waitsome");
    }

    /** Those that have ended, perhaps none; null if none is active. */
    public static Status[] testSomeStatus(Request[] requests) {
        return testSome(requests, "testSomeStatus");
    }

    /** The places of those that have ended, perhaps none; null if none is active. */
    public static int[] testSome(Request[] requests) {
        return indexes(testSome(requests, "testSome"));
    }

    /** mpiJava 1.2 form of {@link #testSomeStatus}. */
    public static Status[] Testsome(Request[] requests) {
        return testSome(requests, "Testsome");
    }
}
