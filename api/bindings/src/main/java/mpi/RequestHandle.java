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

/** What a {@link Request} is, apart from its calls: the core's request, which a null handle has not, and what is still to be done at its end. */
abstract class RequestHandle {

    /** Stands in a list for a null handle: it is inactive, always. */
    private static final org.reactivempi.Request INACTIVE = inactive();

    private final Handle owner;
    private final Ending ending;
    /** Null for a null handle. */
    org.reactivempi.Request core;

    /** What is still to be done, on the thread that waits, when the operation has ended: to read objects from what has come. */
    interface Ending {
        Status end(org.reactivempi.Status status);
    }

    RequestHandle(Handle owner, org.reactivempi.Request core, Ending ending) {
        this.owner = owner;
        this.core = core;
        this.ending = ending;
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
        boolean hasSecondPart = ending != null && isActive() && !ended.isCancelled();
        ended();
        return hasSecondPart ? ending.end(ended) : new Status(ended);
    }

    private MPIException raise(Throwable error, String call, Object... arguments) {
        return Errors.raise(owner, error, call, arguments);
    }

    final Status await(String call) {
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

    final Status look(String call, boolean takes) {
        try {
            Job.check();
            Optional<org.reactivempi.Status> status = takes ? inCore().test() : inCore().status();
            if (status.isEmpty()) {
                return null;
            }
            return takes ? taken(status.get()) : new Status(status.get());
        } catch (RuntimeException e) {
            if (takes) {
                endIfOver();
            }
            throw raise(e, call);
        }
    }

    final void release() {
        org.reactivempi.Request active = core;
        core = null;
        if (active != null) {
            active.free();
        }
    }

    final void cancel(String call) {
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

    private static List<org.reactivempi.Request> inCore(RequestHandle[] requests) {
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
    private static Status taken(RequestHandle[] requests, Completion completion, String call) {
        int index = completion.index();
        if (index < 0) {
            return new Status().at(Codes.UNDEFINED);
        }
        RequestHandle request = requests[index];
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
    private static Status[] taken(RequestHandle[] requests, List<Completion> completions, String call) {
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

    private static MPIException raiseOfAll(RequestHandle[] requests, RuntimeException error, String call) {
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
        Handle owner = Arrays.stream(requests)
                .filter(request -> request != null && request.owner != null)
                .map(request -> request.owner)
                .findFirst()
                .orElse(null);
        return Errors.raise(owner, error, call, (Object) requests);
    }

    /** Beside one that has failed, whose error is thrown. */
    private static void takeQuietly(RequestHandle request, org.reactivempi.Status ended) {
        try {
            request.taken(ended);
        } catch (RuntimeException unreadable) {
            // The program knows of an error already, and which requests have ended: all that are null.
        }
    }

    static Status awaitAny(RequestHandle[] requests, String call) {
        Completion first;
        try {
            Job.check();
            first = Requests.waitAny(inCore(requests)).block();
        } catch (RuntimeException e) {
            throw raiseOfAll(requests, e, call);
        }
        return first == null ? new Status().at(Codes.UNDEFINED) : taken(requests, first, call);
    }

    static Status testAny(RequestHandle[] requests, String call) {
        Optional<Completion> first;
        try {
            Job.check();
            first = Requests.testAny(inCore(requests));
        } catch (RuntimeException e) {
            throw raiseOfAll(requests, e, call);
        }
        return first.isEmpty() ? null : taken(requests, first.get(), call);
    }

    static Status[] awaitAll(RequestHandle[] requests, String call) {
        try {
            Job.check();
            return statuses(requests, Requests.waitAll(inCore(requests)).block());
        } catch (RuntimeException e) {
            throw raiseOfAll(requests, e, call);
        }
    }

    /** All have ended; what can't be read of one is thrown when each of them is a null handle. */
    private static Status[] statuses(RequestHandle[] requests, List<org.reactivempi.Status> ended) {
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

    static Status[] testAll(RequestHandle[] requests, String call) {
        try {
            Job.check();
            return Requests.testAll(inCore(requests))
                    .map(ended -> statuses(requests, ended))
                    .orElse(null);
        } catch (RuntimeException e) {
            throw raiseOfAll(requests, e, call);
        }
    }

    static Status[] awaitSome(RequestHandle[] requests, String call) {
        List<Completion> some;
        try {
            Job.check();
            some = Requests.waitSome(inCore(requests)).next().block();
        } catch (RuntimeException e) {
            throw raiseOfAll(requests, e, call);
        }
        return some == null ? null : taken(requests, some, call);
    }

    static Status[] testSome(RequestHandle[] requests, String call) {
        Optional<List<Completion>> some;
        try {
            Job.check();
            some = Requests.testSome(inCore(requests));
        } catch (RuntimeException e) {
            throw raiseOfAll(requests, e, call);
        }
        return some.isEmpty() ? null : taken(requests, some.get(), call);
    }

    static int index(Status status) {
        return status == null ? Codes.UNDEFINED : status.getIndex();
    }

    static int[] indexes(Status[] statuses) {
        return statuses == null
                ? null
                : Arrays.stream(statuses).mapToInt(Status::getIndex).toArray();
    }
}
