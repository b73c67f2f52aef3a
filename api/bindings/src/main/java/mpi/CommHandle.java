package mpi;

import java.util.Objects;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.AttributeKey;
import org.reactivempi.CartesianCommunicator;
import org.reactivempi.Communicator;
import org.reactivempi.Completion;
import org.reactivempi.GraphCommunicator;
import org.reactivempi.Hints;
import org.reactivempi.InStatusException;
import org.reactivempi.Intercommunicator;
import org.reactivempi.NeighborCollectives;
import org.reactivempi.Scans;
import reactor.core.publisher.Mono;

/**
 * What a {@link Comm} is, apart from its calls: the core's communicator, which a null handle has not, and what belongs to the handle. Subclasses
 * with two groups or a topology say how the ranks of a call are those of the core.
 */
abstract class CommHandle extends BoundHandle {

    /** Whether {@code Init} binds it. */
    private boolean predefined;

    /** What the program has set, with keys that are no hints; those the core ignores. */
    private org.reactivempi.Info given = org.reactivempi.Info.create();

    CommHandle(AnyCommunicator core) {
        super(core);
    }

    /** From now on {@code Init} binds it, and nobody frees it. */
    final void predefine() {
        predefined = true;
    }

    /** The core's communicator; throws where MPI may not be called, and for a null handle. */
    final AnyCommunicator live() {
        Job.check();
        return known();
    }

    /** The same for a call that the function of a reduction may make. */
    final AnyCommunicator known() {
        Job.checkJoined();
        AnyCommunicator made = core;
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
        Throwable first = error instanceof InStatusException several ? first(several) : error;
        return Errors.raise(this, first, call, arguments);
    }

    /** What is wrong with the first of several that has failed. */
    private static Throwable first(InStatusException several) {
        return several.completions().stream()
                .map(Completion::error)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(several);
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

    /** What is done with the neighbors in the topology. */
    final NeighborCollectives neighbors() {
        if (live() instanceof NeighborCollectives near) {
            return near;
        }
        throw new MPIException(Codes.ERR_TOPOLOGY, "the communicator has no topology");
    }

    /** What is done in the order of the ranks: there is none where there are two groups. */
    final Scans scans() {
        return (Scans) live();
    }

    boolean hasTwoGroups() {
        return false;
    }

    final int topology() {
        if (core instanceof CartesianCommunicator) {
            return Codes.CART;
        }
        if (core instanceof GraphCommunicator graph) {
            return graph.graph().isPresent() ? Codes.GRAPH : Codes.DIST_GRAPH;
        }
        return Codes.UNDEFINED;
    }

    final org.reactivempi.Group ownGroup() {
        return live().group();
    }

    final int ownSize() {
        return known().size();
    }

    final int ownRank() {
        return known().rank();
    }

    static int compared(String call, CommHandle one, CommHandle two) {
        try {
            if (one == null || two == null) {
                throw new MPIException(Codes.ERR_COMM, "one of the communicators is a Java null");
            }
            return switch (one.live().compare(two.live())) {
                case IDENTICAL -> Codes.IDENT;
                case CONGRUENT -> Codes.CONGRUENT;
                case SIMILAR -> Codes.SIMILAR;
                case UNEQUAL -> Codes.UNEQUAL;
            };
        } catch (RuntimeException e) {
            throw Errors.raise(one, e, call, one, two);
        }
    }

    /** A null handle of this class. */
    abstract CommHandle emptyCopy();

    /** A duplicate of the core's communicator, of the same kind. */
    private Mono<? extends AnyCommunicator> duplicate(Hints hints) {
        return live() instanceof Intercommunicator two ? two.dup(hints) : ((Communicator) live()).dup(hints);
    }

    /** Makes a handle a duplicate. */
    final Mono<Void> fill(CommHandle copy) {
        return fill(copy, Hints.create());
    }

    private Mono<Void> fill(CommHandle copy, Hints hints) {
        return duplicate(hints).doOnNext(made -> copy.core = made).then();
    }

    /** A duplicate, with copies of the attributes. */
    final CommHandle duplicated(String call) {
        try {
            return duplicated(org.reactivempi.Info.create());
        } catch (RuntimeException e) {
            throw failed(e, call);
        }
    }

    /** The same, with hints; Java's null stands for none. */
    final CommHandle duplicated(String call, Info info) {
        try {
            return duplicated(Info.given(info));
        } catch (RuntimeException e) {
            throw failed(e, call, info);
        }
    }

    private CommHandle duplicated(org.reactivempi.Info hints) {
        live();
        CommHandle copy = emptyCopy();
        fill(copy, Hints.of(hints)).block();
        inheritedBy(copy);
        copy.given = hints;
        return copy;
    }

    /** A duplicate begins with what this one has. */
    final void inheritedBy(CommHandle duplicate) {
        duplicate.errhandler = errhandler;
    }

    final void release() {
        own().free().block();
        core = null;
    }

    /** The same, when all that runs in it is over. */
    final void part() {
        own().disconnect().block();
        core = null;
    }

    /** The core's communicator, unless it is there from {@code Init} to {@code Finalize}. */
    private AnyCommunicator own() {
        AnyCommunicator known = live();
        if (predefined) {
            throw new MPIException(Codes.ERR_COMM, label() + " can't be freed");
        }
        return known;
    }

    final void abort(String call, int code) {
        AnyCommunicator comm;
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
        live().setInfo(Info.given(info));
        given = given.with(Info.given(info));
    }

    final Info hints() {
        return new Info(given.with(live().info()));
    }

    final Object attribute(int keyval) {
        AnyCommunicator comm = live();
        return switch (keyval) {
            case Codes.TAG_UB -> predefined(comm, AttributeKey.TAG_UPPER_BOUND);
            case Codes.HOST -> predefined(comm, AttributeKey.HOST);
            case Codes.IO -> predefined(comm, AttributeKey.IO);
            case Codes.WTIME_IS_GLOBAL -> predefined(comm, AttributeKey.WTIME_IS_GLOBAL);
            case Codes.APPNUM -> comm.attributes().get(AttributeKey.APPNUM).orElse(0);
            case Codes.LASTUSEDCODE -> ErrorCodes.lastUsed(comm.session());
            case Codes.UNIVERSE_SIZE -> predefined(comm, AttributeKey.UNIVERSE_SIZE);
            default -> Attributes.get(comm.attributes(), keyval);
        };
    }

    private static Object predefined(AnyCommunicator comm, AttributeKey<?> key) {
        return comm.attributes().get(key).orElse(null);
    }
}
