package mpi;

import org.reactivempi.Collectives;
import org.reactivempi.Communicator;
import org.reactivempi.InStatusException;
import reactor.core.publisher.Mono;

/**
 * What a {@link Comm} is, apart from its calls: the core's communicator, which a null handle has not, and what belongs to the handle. Subclasses
 * with two groups or a topology say how the ranks of a call are those of the core.
 */
abstract class CommHandle extends Handle {

    final CollectiveOperations collective = new CollectiveOperations(this);

    /** Whether {@code Init} binds it. */
    private boolean predefined;

    private Attributes attributes = new Attributes();
    private Info hints = new Info();
    private Request duplicating;

    CommHandle(Communicator core) {
        super(core);
    }

    /** From now on {@code Init} binds it, and nobody frees it. */
    final void predefine() {
        predefined = true;
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
            throw predefined && !Job.isInitialized()
                    ? Job.unbound()
                    : new MPIException(
                            Codes.ERR_COMM,
                            "the communicator is null: it has been freed, or this rank is none of its members");
        }
        return made;
    }

    /** What to throw for an error in a call of this communicator: see {@link Errors#raise}. */
    final MPIException failed(Throwable error, String call, Object... arguments) {
        Throwable first = error instanceof InStatusException several ? Neighbors.first(several) : error;
        return Errors.raise(this, first, call, arguments);
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
        throw new MPIException(Codes.ERR_TOPOLOGY, "the communicator has no topology");
    }

    boolean hasTwoGroups() {
        return false;
    }

    int topology() {
        return Codes.UNDEFINED;
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

    static int compared(String call, CommHandle one, CommHandle two) {
        try {
            if (one == null || two == null) {
                throw new MPIException(Codes.ERR_COMM, "one of the communicators is a Java null");
            }
            return one.live() == two.live() ? Codes.IDENT : one.comparedWith(two);
        } catch (RuntimeException e) {
            throw Errors.raise(one, e, call, one, two);
        }
    }

    /** With another communicator that is not the same one. */
    int comparedWith(CommHandle other) {
        if (other.hasTwoGroups() != hasTwoGroups()) {
            return Codes.UNEQUAL;
        }
        int groups = Group.compared(ownGroup(), other.ownGroup());
        return groups == Codes.IDENT ? Codes.CONGRUENT : groups;
    }

    /** A null handle of this class, with the same topology. */
    abstract CommHandle emptyCopy();

    /** Makes it a duplicate. */
    Mono<Void> fill(CommHandle copy) {
        return live().dup().doOnNext(made -> copy.core = made).then();
    }

    /** A duplicate, with copies of the attributes. */
    final CommHandle duplicated(String call, Object... arguments) {
        try {
            live();
            CommHandle copy = emptyCopy();
            fill(copy).block();
            inheritedBy(copy);
            return copy;
        } catch (RuntimeException e) {
            throw failed(e, call, arguments);
        }
    }

    /** The same; the handle becomes a communicator when its request has ended. */
    final CommHandle duplicating() {
        try {
            live();
            CommHandle copy = emptyCopy();
            inheritedBy(copy);
            copy.duplicating = Request.start(this, fill(copy));
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
        return duplicating == null ? Request.NULL : duplicating;
    }

    /** What this rank does when it frees what belongs to the communicator in addition to {@link #core}. */
    Mono<Void> freeParts() {
        return Mono.empty();
    }

    final void release() {
        Communicator freed = live();
        if (predefined) {
            throw new MPIException(Codes.ERR_COMM, label() + " can't be freed");
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

    final void rename(String name) {
        live().setName(name);
        label(name);
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
            case Codes.TAG_UB -> comm.tagUpperBound();
            case Codes.HOST -> Codes.PROC_NULL;
            case Codes.IO -> Codes.ANY_SOURCE;
            case Codes.WTIME_IS_GLOBAL -> false;
            case Codes.APPNUM -> Job.program();
            case Codes.LASTUSEDCODE -> Codes.ERR_LASTCODE;
            case Codes.UNIVERSE_SIZE -> Job.world().core.size();
            default -> attributes.get(keyval);
        };
    }
}
