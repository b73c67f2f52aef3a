package mpi;

import org.reactivempi.Collectives;
import org.reactivempi.Communicator;
import org.reactivempi.InStatusException;
import reactor.core.publisher.Mono;

/**
 * What a {@link Comm} is, apart from its calls: the core's communicator, which a null handle has not, and what belongs to the handle. Subclasses
 * with two groups or a topology say how the ranks of a call are those of the core.
 */
abstract class CommHandle {

    final CollectiveOperations collective = new CollectiveOperations(self());

    /** Null for a null handle, and before {@code Init}. */
    Communicator core;

    Errhandler errhandler = MPI.ERRORS_ARE_FATAL;
    private Attributes attributes = new Attributes();
    private Info hints = new Info();
    private String label;
    private Request duplicating;

    CommHandle(Communicator core) {
        this.core = core;
    }

    /** The only class that extends this one. */
    private Comm self() {
        return (Comm) this;
    }

    /** Makes a predefined communicator usable. */
    final void bind(Communicator made, String name) {
        core = made;
        label = name;
    }

    /** The core's communicator; throws where MPI may not be called, and for a null handle. */
    final Communicator live() {
        Job.check();
        return known();
    }

    /** The same for a call that the function of a reduction may make. */
    final Communicator known() {
        Job.checkJoined();
        Communicator made = core;
        if (made == null) {
            boolean unbound = !Job.isInitialized() && isPredefined();
            throw new MPIException(
                    MPI.ERR_COMM,
                    unbound
                            ? "MPI.Init binds this communicator, and has not been called"
                            : "the communicator is null: it has been freed, or this rank is none of its members");
        }
        return made;
    }

    private boolean isPredefined() {
        return this == MPI.COMM_WORLD || this == MPI.COMM_SELF;
    }

    /** What to throw for an error in a call of this communicator: see {@link Errors#raise}. */
    final MPIException failed(Throwable error, String call, Object... arguments) {
        Throwable first = error instanceof InStatusException several ? Neighbors.first(several) : error;
        return Errors.raise(self(), first, call, arguments);
    }

    /** What collective calls run on: the core's, unless there are two groups. */
    Collectives collectives() {
        return live();
    }

    /** How many ranks give or get a block in a collective call. */
    int peers() {
        return live().size();
    }

    /** Whether this rank is the root of a collective call. */
    boolean isRoot(int root) {
        return live().rank() == root;
    }

    /** Whether this rank gives the root a block, or gets one of it. */
    boolean isLeaf(int root) {
        return true;
    }

    /** The rank in {@link #core} of one that a call names. */
    int toCore(int rank) {
        return rank;
    }

    /** The status that a program sees. */
    org.reactivempi.Status fromCore(org.reactivempi.Status status) {
        return status;
    }

    /** The neighbors in the topology. */
    Neighbors neighbors() {
        live();
        throw new MPIException(MPI.ERR_TOPOLOGY, "the communicator has no topology");
    }

    int topology() {
        return MPI.UNDEFINED;
    }

    org.reactivempi.Group ownGroup() {
        return live().group();
    }

    int ownSize() {
        return known().size();
    }

    int ownRank() {
        return known().rank();
    }

    static int compared(String call, Comm one, Comm two) {
        try {
            if (one == null || two == null) {
                throw new MPIException(MPI.ERR_COMM, "one of the communicators is a Java null");
            }
            return one.live() == two.live() ? MPI.IDENT : one.comparedWith(two);
        } catch (RuntimeException e) {
            throw Errors.raise(one, e, call, one, two);
        }
    }

    /** With another communicator that is not the same one. */
    int comparedWith(Comm other) {
        if (other instanceof Intercomm != this instanceof Intercomm) {
            return MPI.UNEQUAL;
        }
        int groups = Group.compared(ownGroup(), other.ownGroup());
        return groups == MPI.IDENT ? MPI.CONGRUENT : groups;
    }

    /** A null handle of this class, with the same topology. */
    Comm emptyCopy() {
        return new Intracomm(null);
    }

    /** Makes it a duplicate. */
    Mono<Void> fill(Comm copy) {
        return live().dup().doOnNext(made -> copy.core = made).then();
    }

    /** A duplicate, with copies of the attributes. */
    final Comm duplicated(String call, Object... arguments) {
        try {
            live();
            Comm copy = emptyCopy();
            fill(copy).block();
            inheritedBy(copy);
            return copy;
        } catch (RuntimeException e) {
            throw failed(e, call, arguments);
        }
    }

    /** The same; the handle becomes a communicator when its request has ended. */
    final Comm duplicating() {
        try {
            live();
            Comm copy = emptyCopy();
            inheritedBy(copy);
            ((CommHandle) copy).duplicating = Request.start(self(), fill(copy));
            return copy;
        } catch (RuntimeException e) {
            throw failed(e, "iDup");
        }
    }

    /** A duplicate begins with what this one has. */
    private void inheritedBy(CommHandle duplicate) {
        duplicate.errhandler = errhandler;
        duplicate.attributes = attributes.copy();
        duplicate.hints = hints.dup();
    }

    /** Of the {@code iDup} that has made this communicator; complete for others. */
    final Request ofDuplicate() {
        return duplicating == null ? MPI.REQUEST_NULL : duplicating;
    }

    /** What this rank does when it frees what belongs to the communicator in addition to {@link #core}. */
    Mono<Void> freeParts() {
        return Mono.empty();
    }

    final void release() {
        Communicator freed = live();
        if (isPredefined()) {
            throw new MPIException(MPI.ERR_COMM, label() + " can't be freed");
        }
        freeParts().block();
        freed.free().block();
        core = null;
    }

    final void abort(String call, int code) {
        Communicator comm;
        try {
            comm = known();
        } catch (RuntimeException e) {
            throw failed(e, call, code);
        }
        Job.abort(comm, code);
    }

    final String label() {
        return label == null ? core == null ? "MPI_COMM_NULL" : core.name() : label;
    }

    final void label(String name) {
        live().setName(name);
        label = name;
    }

    final void hint(Info info) {
        live();
        hints = info.dup();
    }

    final Info hints() {
        live();
        return hints.dup();
    }

    final Attributes attributes() {
        live();
        return attributes;
    }

    final Object attribute(int keyval) {
        Communicator comm = live();
        return switch (keyval) {
            case MPI.TAG_UB -> comm.tagUpperBound();
            case MPI.HOST -> MPI.PROC_NULL;
            case MPI.IO -> MPI.ANY_SOURCE;
            case MPI.WTIME_IS_GLOBAL -> false;
            case MPI.APPNUM -> Job.program();
            case MPI.LASTUSEDCODE -> MPI.ERR_LASTCODE;
            case MPI.UNIVERSE_SIZE -> MPI.COMM_WORLD.live().size();
            default -> attributes.get(keyval);
        };
    }
}
