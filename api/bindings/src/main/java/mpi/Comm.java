package mpi;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Function;
import org.reactivempi.Collectives;
import org.reactivempi.Communicator;
import org.reactivempi.InStatusException;
import org.reactivempi.Packing;
import org.reactivempi.PersistentRequest;
import reactor.core.publisher.Mono;

/**
 * A group of ranks, and messages between them. What the parameters mean that all calls have in common is said at the package.
 *
 * <p>Blocking calls block in the core's way: a platform thread moves the rank's messages itself meanwhile. Ready mode is standard mode.
 */
public class Comm extends CollectiveCalls implements Freeable, Cloneable {

    /** For {@code splitType}: the ranks that share memory. */
    public static final int TYPE_SHARED = 0;

    /** Null for a null handle, and before {@code Init}. */
    Communicator core;

    Errhandler errhandler = MPI.ERRORS_ARE_FATAL;
    private Attributes attributes = new Attributes();
    private Info hints = new Info();
    private String label;
    private Request duplicating;

    Comm(Communicator core) {
        this.core = core;
    }

    /** Makes a predefined communicator usable. */
    final void bind(Communicator made, String name) {
        core = made;
        label = name;
    }

    /**
     * A communicator of the reactive API as one of these, to call old code from new one. Its errors are thrown. It needs no {@code Init}.
     *
     * @param communicator of whichever session
     */
    public static Intracomm of(Communicator communicator) {
        Intracomm made = new Intracomm(Objects.requireNonNull(communicator, "communicator"));
        made.setErrhandler(MPI.ERRORS_RETURN);
        Job.adopt();
        return made;
    }

    /** This communicator in the reactive API, to call new code from old one: the same ranks, the same messages. */
    public final Communicator communicator() {
        return live();
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
            boolean unbound = !Job.isInitialized() && (this == MPI.COMM_WORLD || this == MPI.COMM_SELF);
            throw new MPIException(
                    MPI.ERR_COMM,
                    unbound
                            ? "MPI.Init binds this communicator, and has not been called"
                            : "the communicator is null: it has been freed, or this rank is none of its members");
        }
        return made;
    }

    /** What to throw for an error in a call of this communicator: see {@link Errors#raise}. */
    @Override
    final MPIException failed(Throwable error, String call, Object... arguments) {
        Throwable first = error instanceof InStatusException several ? Neighbors.first(several) : error;
        return Errors.raise(this, first, call, arguments);
    }

    /** A duplicate begins with what this one has. */
    private void inheritedBy(Comm duplicate) {
        duplicate.errhandler = errhandler;
        duplicate.attributes = attributes.copy();
        duplicate.hints = hints.dup();
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

    /** What this rank does when it frees what belongs to the communicator beside {@link #core}. */
    Mono<Void> freeParts() {
        return Mono.empty();
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
            copy.duplicating = Request.start(this, fill(copy));
            return copy;
        } catch (RuntimeException e) {
            throw failed(e, "iDup");
        }
    }

    /** The same as {@link #dup}. */
    @Override
    @SuppressWarnings("MethodDoesntCallSuperMethod") // Its constructor makes the copy.
    public Comm clone() {
        return duplicated("clone");
    }

    /** Makes a communicator of the same ranks, with copies of the attributes. */
    public Comm dup() {
        return duplicated("dup");
    }

    /** Starts to make one, whose {@link #getRequest} is to be waited for before it is used. */
    public Comm iDup() {
        return duplicating();
    }

    /** As {@link #dup}; the hints have no effect. */
    public Comm dupWithInfo(Info info) {
        Comm copy = duplicated("dupWithInfo", info);
        if (info != null && !info.isNull()) {
            copy.setInfo(info);
        }
        return copy;
    }

    /** The processes, in the order of their ranks; of an intercommunicator, those of the own group. */
    public final Group getGroup() {
        try {
            return new Group(ownGroup());
        } catch (RuntimeException e) {
            throw failed(e, "getGroup");
        }
    }

    /** mpiJava 1.2 form of {@link #getGroup}. */
    public final Group Group() {
        try {
            return new Group(ownGroup());
        } catch (RuntimeException e) {
            throw failed(e, "Group");
        }
    }

    org.reactivempi.Group ownGroup() {
        return live().group();
    }

    /** Whether this has two groups. */
    public final boolean isInter() {
        call("isInter", this::live);
        return this instanceof Intercomm;
    }

    /** mpiJava 1.2 form of {@link #isInter}. */
    public final boolean Test_inter() {
        call("Test_inter", this::live);
        return this instanceof Intercomm;
    }

    /** {@link MPI#CART}, {@link MPI#GRAPH}, {@link MPI#DIST_GRAPH}, or {@link MPI#UNDEFINED} without a topology. */
    public final int getTopology() {
        call("getTopology", this::live);
        return topology();
    }

    /** mpiJava 1.2 form of {@link #getTopology}. */
    public int Topo_test() {
        call("Topo_test", this::live);
        return topology();
    }

    int topology() {
        return MPI.UNDEFINED;
    }

    /**
     * {@link MPI#IDENT} for one communicator, {@link MPI#CONGRUENT} for two of the same ranks in the same order, {@link MPI#SIMILAR} in
     * another order, else {@link MPI#UNEQUAL}.
     */
    public static int compare(Comm comm1, Comm comm2) {
        return compared("compare", comm1, comm2);
    }

    /** mpiJava 1.2 form of {@link #compare}. */
    public static int Compare(Comm comm1, Comm comm2) {
        return compared("Compare", comm1, comm2);
    }

    private static int compared(String call, Comm one, Comm two) {
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

    /**
     * Joins two groups: the ranks of both call it at the same time, each on a communicator that has both leaders.
     *
     * @param localComm the communicator of the own group
     * @param localLeader a rank of it, the same for all of the own group
     * @param remoteLeader the rank in this communicator of the other group's leader; only the local leader must give it
     * @param tag for a message between the leaders, in this communicator
     */
    public final Intercomm createIntercomm(Comm localComm, int localLeader, int remoteLeader, int tag) {
        try {
            return Intercomm.create(this, localComm, localLeader, remoteLeader, tag);
        } catch (RuntimeException e) {
            throw failed(e, "createIntercomm", localComm, localLeader, remoteLeader, tag);
        }
    }

    /** mpiJava 1.2 form of {@link #createIntercomm}. */
    public final Intercomm Create_intercomm(Comm localComm, int localLeader, int remoteLeader, int tag) {
        try {
            return Intercomm.create(this, localComm, localLeader, remoteLeader, tag);
        } catch (RuntimeException e) {
            throw failed(e, "Create_intercomm", localComm, localLeader, remoteLeader, tag);
        }
    }

    /** Name and members, for a message to a reader. */
    @Override
    public String toString() {
        return core == null ? "null communicator" : label() + core.group();
    }

    final String label() {
        return label == null ? core == null ? "MPI_COMM_NULL" : core.name() : label;
    }

    /** What a call that has no result does. */
    private interface Action {
        void run();
    }

    private void call(String call, Action action, Object... arguments) {
        try {
            action.run();
        } catch (RuntimeException e) {
            throw failed(e, call, arguments);
        }
    }

    int ownSize() {
        return known().size();
    }

    int ownRank() {
        return known().rank();
    }

    /** How many ranks there are; of an intercommunicator, in the own group. */
    public final int getSize() {
        try {
            return ownSize();
        } catch (RuntimeException e) {
            throw failed(e, "getSize");
        }
    }

    /** mpiJava 1.2 form of {@link #getSize}. */
    public final int Size() {
        try {
            return ownSize();
        } catch (RuntimeException e) {
            throw failed(e, "Size");
        }
    }

    /** This process's rank. */
    public final int getRank() {
        try {
            return ownRank();
        } catch (RuntimeException e) {
            throw failed(e, "getRank");
        }
    }

    /** mpiJava 1.2 form of {@link #getRank}. */
    public final int Rank() {
        try {
            return ownRank();
        } catch (RuntimeException e) {
            throw failed(e, "Rank");
        }
    }

    /** Whether this is a null handle. */
    public final boolean isNull() {
        return core == null;
    }

    /** Frees the communicator, which all its ranks do; then this is a null handle. */
    @Override
    public final void free() {
        freeAs("free");
    }

    /** mpiJava 1.2 form of {@link #free}. */
    public final void Free() {
        freeAs("Free");
    }

    /** Waits until all messages are through, and frees the communicator. */
    public final void disconnect() {
        freeAs("disconnect");
    }

    private void freeAs(String call) {
        call(call, () -> {
            Communicator freed = live();
            if (this == MPI.COMM_WORLD || this == MPI.COMM_SELF) {
                throw new MPIException(MPI.ERR_COMM, label() + " can't be freed");
            }
            freeParts().block();
            freed.free().block();
            core = null;
        });
    }

    /** Ends all ranks of the job with an exit code, 1 to 255. */
    public final void abort(int code) {
        abortAs("abort", code);
    }

    /** mpiJava 1.2 form of {@link #abort}. */
    public final void Abort(int code) {
        abortAs("Abort", code);
    }

    private void abortAs(String call, int code) {
        Communicator comm;
        try {
            comm = known();
        } catch (RuntimeException e) {
            throw failed(e, call, code);
        }
        Job.abort(comm, code);
    }

    /** Says what happens at an error of one of Open MPI's calls. */
    public final void setErrhandler(Errhandler handler) {
        errhandler = Objects.requireNonNull(handler, "errhandler");
    }

    /** What happens at an error of one of Open MPI's calls. */
    public final Errhandler getErrhandler() {
        return errhandler;
    }

    /** Does what the handler does with an error of this class. */
    public final void callErrhandler(int errorCode) {
        throw Errors.handle(
                this,
                new MPIException(errorCode, "callErrhandler(" + errorCode + ") [" + Errors.name(errorCode) + "]"));
    }

    /** Gives the communicator a name, at most {@link MPI#MAX_OBJECT_NAME} characters. */
    public final void setName(String name) {
        call("setName", () -> live().setName(name), name);
        label = name;
    }

    /** The communicator's name. */
    public final String getName() {
        call("getName", this::live);
        return label();
    }

    /** Sets hints, none of which this library needs. */
    public final void setInfo(Info info) {
        call(
                "setInfo",
                () -> {
                    live();
                    hints = info.dup();
                },
                info);
    }

    /** The hints that were set; the caller's own copy. */
    public final Info getInfo() {
        call("getInfo", this::live);
        return hints.dup();
    }

    /** A key for attributes of communicators. */
    public static int createKeyval() {
        Job.check();
        return Attributes.createKeyval();
    }

    /** Frees a key; attributes that were set with it are no longer found. */
    public static void freeKeyval(int keyval) {
        try {
            Job.check();
            Attributes.freeKeyval(keyval);
        } catch (RuntimeException e) {
            throw Errors.raise(null, e, "freeKeyval", keyval);
        }
    }

    /** Sets an attribute, which duplicates of this communicator have as well. */
    public final void setAttr(int keyval, Object value) {
        call(
                "setAttr",
                () -> {
                    live();
                    attributes.set(keyval, value);
                },
                keyval,
                value);
    }

    /** An attribute, or null; the predefined ones, {@link MPI#TAG_UB} for instance, are there always. */
    public final Object getAttr(int keyval) {
        return attr("getAttr", keyval);
    }

    /** mpiJava 1.2 form of {@link #getAttr}. */
    public final Object Attr_get(int keyval) {
        return attr("Attr_get", keyval);
    }

    private Object attr(String call, int keyval) {
        try {
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
        } catch (RuntimeException e) {
            throw failed(e, call, keyval);
        }
    }

    /** Deletes an attribute. */
    public final void deleteAttr(int keyval) {
        call("deleteAttr", () -> delete(keyval), keyval);
    }

    /** mpiJava 1.2 form of {@link #deleteAttr}. */
    public final void Attr_delete(int keyval) {
        call("Attr_delete", () -> delete(keyval), keyval);
    }

    private void delete(int keyval) {
        live();
        attributes.delete(keyval);
    }

    /** The request of the {@code iDup} that has made this communicator; complete for others. */
    public final Request getRequest() {
        return duplicating == null ? MPI.REQUEST_NULL : duplicating;
    }

    /** What a send gives to the core: memory, or serialized objects. */
    private static org.reactivempi.Buffer outgoing(Object buf, int offset, int count, Datatype type, boolean strict) {
        return type != null && type.isObject()
                ? org.reactivempi.Buffer.bytes(ObjectMessages.encode(buf, offset, count, type))
                : Buffers.of(buf, offset, count, type, strict);
    }

    private Status decoded(org.reactivempi.Message message, Object buf, int offset, int count, Datatype type) {
        return new Status(
                fromCore(message.status()), ObjectMessages.decode(message.payload(), buf, offset, count, type));
    }

    private static boolean isOfObjects(Datatype type) {
        return type != null && type.isObject();
    }

    private enum Mode {
        STANDARD,
        SYNCHRONOUS,
        BUFFERED;

        Mono<org.reactivempi.Status> send(Communicator comm, org.reactivempi.Buffer data, int dest, int tag) {
            return switch (this) {
                case STANDARD -> comm.isend(data, dest, tag);
                case SYNCHRONOUS -> comm.issend(data, dest, tag);
                case BUFFERED -> comm.ibsend(data, dest, tag);
            };
        }
    }

    private void send(
            Mode mode,
            String call,
            boolean strict,
            Object buf,
            int offset,
            int count,
            Datatype type,
            int dest,
            int tag) {
        try {
            Communicator comm = live();
            mode.send(comm, outgoing(buf, offset, count, type, strict), toCore(dest), tag)
                    .block();
        } catch (RuntimeException e) {
            throw strict
                    ? failed(e, call, buf, offset, count, type, dest, tag)
                    : failed(e, call, buf, count, type, dest, tag);
        }
    }

    private Request isend(
            Mode mode,
            String call,
            boolean strict,
            Object buf,
            int offset,
            int count,
            Datatype type,
            int dest,
            int tag) {
        try {
            Communicator comm = live();
            return Request.start(this, mode.send(comm, outgoing(buf, offset, count, type, strict), toCore(dest), tag));
        } catch (RuntimeException e) {
            throw strict
                    ? failed(e, call, buf, offset, count, type, dest, tag)
                    : failed(e, call, buf, count, type, dest, tag);
        }
    }

    private Prequest sendInit(
            Mode mode,
            String call,
            boolean strict,
            Object buf,
            int offset,
            int count,
            Datatype type,
            int dest,
            int tag) {
        try {
            Communicator comm = live();
            if (isOfObjects(type)) {
                return new Prequest(
                        this,
                        () -> org.reactivempi.Request.start(
                                mode.send(comm, outgoing(buf, offset, count, type, strict), toCore(dest), tag)),
                        null);
            }
            return new Prequest(
                    this,
                    PersistentRequest.of(
                            mode.send(comm, Buffers.of(buf, offset, count, type, strict), toCore(dest), tag)));
        } catch (RuntimeException e) {
            throw strict
                    ? failed(e, call, buf, offset, count, type, dest, tag)
                    : failed(e, call, buf, count, type, dest, tag);
        }
    }

    private Status receive(
            String call, boolean strict, Object buf, int offset, int count, Datatype type, int source, int tag) {
        try {
            Communicator comm = live();
            if (isOfObjects(type)) {
                return decoded(comm.receive(toCore(source), tag).block(), buf, offset, count, type);
            }
            return new Status(fromCore(comm.irecv(Buffers.of(buf, offset, count, type, strict), toCore(source), tag)
                    .block()));
        } catch (RuntimeException e) {
            throw strict
                    ? failed(e, call, buf, offset, count, type, source, tag)
                    : failed(e, call, buf, count, type, source, tag);
        }
    }

    private Request ireceive(
            String call, boolean strict, Object buf, int offset, int count, Datatype type, int source, int tag) {
        try {
            Communicator comm = live();
            if (isOfObjects(type)) {
                ObjectMessages.Arrival arrival = new ObjectMessages.Arrival(buf, offset, count, type);
                return Request.start(this, arrival.of(comm.receive(toCore(source), tag)), arrival);
            }
            return Request.start(this, comm.irecv(Buffers.of(buf, offset, count, type, strict), toCore(source), tag));
        } catch (RuntimeException e) {
            throw strict
                    ? failed(e, call, buf, offset, count, type, source, tag)
                    : failed(e, call, buf, count, type, source, tag);
        }
    }

    private Prequest receiveInit(
            String call, boolean strict, Object buf, int offset, int count, Datatype type, int source, int tag) {
        try {
            Communicator comm = live();
            if (isOfObjects(type)) {
                ObjectMessages.Arrival arrival = new ObjectMessages.Arrival(buf, offset, count, type);
                return new Prequest(
                        this,
                        () -> org.reactivempi.Request.start(arrival.of(comm.receive(toCore(source), tag))),
                        arrival);
            }
            return new Prequest(this, comm.recvInit(Buffers.of(buf, offset, count, type, strict), toCore(source), tag));
        } catch (RuntimeException e) {
            throw strict
                    ? failed(e, call, buf, offset, count, type, source, tag)
                    : failed(e, call, buf, count, type, source, tag);
        }
    }

    /** Sends in standard mode. */
    public final void send(Object buf, int count, Datatype type, int dest, int tag) {
        send(Mode.STANDARD, "send", false, buf, 0, count, type, dest, tag);
    }

    /** mpiJava 1.2 form of {@link #send}. */
    public final void Send(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        send(Mode.STANDARD, "Send", true, buf, offset, count, type, dest, tag);
    }

    /** Starts to send in standard mode. */
    public final Request iSend(Buffer buf, int count, Datatype type, int dest, int tag) {
        return isend(Mode.STANDARD, "iSend", false, buf, 0, count, type, dest, tag);
    }

    /** Starts to send in standard mode, from an array. */
    public final Request iSend(Object buf, int count, Datatype type, int dest, int tag) {
        return isend(Mode.STANDARD, "iSend", false, buf, 0, count, type, dest, tag);
    }

    /** mpiJava 1.2 form of {@link #iSend(Buffer, int, Datatype, int, int)}. */
    public final Request Isend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return isend(Mode.STANDARD, "Isend", true, buf, offset, count, type, dest, tag);
    }

    /** Prepares to send in standard mode, again and again. */
    public final Prequest sendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
        return sendInit(Mode.STANDARD, "sendInit", false, buf, 0, count, type, dest, tag);
    }

    /** Prepares to send in standard mode, again and again, from an array. */
    public final Prequest sendInit(Object buf, int count, Datatype type, int dest, int tag) {
        return sendInit(Mode.STANDARD, "sendInit", false, buf, 0, count, type, dest, tag);
    }

    /** mpiJava 1.2 form of {@link #sendInit(Buffer, int, Datatype, int, int)}. */
    public final Prequest Send_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return sendInit(Mode.STANDARD, "Send_init", true, buf, offset, count, type, dest, tag);
    }

    /** Sends in buffered mode. */
    public final void bSend(Object buf, int count, Datatype type, int dest, int tag) {
        send(Mode.BUFFERED, "bSend", false, buf, 0, count, type, dest, tag);
    }

    /** mpiJava 1.2 form of {@link #bSend}. */
    public final void Bsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        send(Mode.BUFFERED, "Bsend", true, buf, offset, count, type, dest, tag);
    }

    /** Starts to send in buffered mode. */
    public final Request ibSend(Buffer buf, int count, Datatype type, int dest, int tag) {
        return isend(Mode.BUFFERED, "ibSend", false, buf, 0, count, type, dest, tag);
    }

    /** Starts to send in buffered mode, from an array. */
    public final Request ibSend(Object buf, int count, Datatype type, int dest, int tag) {
        return isend(Mode.BUFFERED, "ibSend", false, buf, 0, count, type, dest, tag);
    }

    /** mpiJava 1.2 form of {@link #ibSend(Buffer, int, Datatype, int, int)}. */
    public final Request Ibsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return isend(Mode.BUFFERED, "Ibsend", true, buf, offset, count, type, dest, tag);
    }

    /** Prepares to send in buffered mode, again and again. */
    public final Prequest bSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
        return sendInit(Mode.BUFFERED, "bSendInit", false, buf, 0, count, type, dest, tag);
    }

    /** Prepares to send in buffered mode, again and again, from an array. */
    public final Prequest bSendInit(Object buf, int count, Datatype type, int dest, int tag) {
        return sendInit(Mode.BUFFERED, "bSendInit", false, buf, 0, count, type, dest, tag);
    }

    /** mpiJava 1.2 form of {@link #bSendInit(Buffer, int, Datatype, int, int)}. */
    public final Prequest Bsend_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return sendInit(Mode.BUFFERED, "Bsend_init", true, buf, offset, count, type, dest, tag);
    }

    /** Sends in synchronous mode. */
    public final void sSend(Object buf, int count, Datatype type, int dest, int tag) {
        send(Mode.SYNCHRONOUS, "sSend", false, buf, 0, count, type, dest, tag);
    }

    /** mpiJava 1.2 form of {@link #sSend}. */
    public final void Ssend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        send(Mode.SYNCHRONOUS, "Ssend", true, buf, offset, count, type, dest, tag);
    }

    /** Starts to send in synchronous mode. */
    public final Request isSend(Buffer buf, int count, Datatype type, int dest, int tag) {
        return isend(Mode.SYNCHRONOUS, "isSend", false, buf, 0, count, type, dest, tag);
    }

    /** Starts to send in synchronous mode, from an array. */
    public final Request isSend(Object buf, int count, Datatype type, int dest, int tag) {
        return isend(Mode.SYNCHRONOUS, "isSend", false, buf, 0, count, type, dest, tag);
    }

    /** mpiJava 1.2 form of {@link #isSend(Buffer, int, Datatype, int, int)}. */
    public final Request Issend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return isend(Mode.SYNCHRONOUS, "Issend", true, buf, offset, count, type, dest, tag);
    }

    /** Prepares to send in synchronous mode, again and again. */
    public final Prequest sSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
        return sendInit(Mode.SYNCHRONOUS, "sSendInit", false, buf, 0, count, type, dest, tag);
    }

    /** Prepares to send in synchronous mode, again and again, from an array. */
    public final Prequest sSendInit(Object buf, int count, Datatype type, int dest, int tag) {
        return sendInit(Mode.SYNCHRONOUS, "sSendInit", false, buf, 0, count, type, dest, tag);
    }

    /** mpiJava 1.2 form of {@link #sSendInit(Buffer, int, Datatype, int, int)}. */
    public final Prequest Ssend_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return sendInit(Mode.SYNCHRONOUS, "Ssend_init", true, buf, offset, count, type, dest, tag);
    }

    /** Sends in ready mode. */
    public final void rSend(Object buf, int count, Datatype type, int dest, int tag) {
        send(Mode.STANDARD, "rSend", false, buf, 0, count, type, dest, tag);
    }

    /** mpiJava 1.2 form of {@link #rSend}. */
    public final void Rsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        send(Mode.STANDARD, "Rsend", true, buf, offset, count, type, dest, tag);
    }

    /** Starts to send in ready mode. */
    public final Request irSend(Buffer buf, int count, Datatype type, int dest, int tag) {
        return isend(Mode.STANDARD, "irSend", false, buf, 0, count, type, dest, tag);
    }

    /** Starts to send in ready mode, from an array. */
    public final Request irSend(Object buf, int count, Datatype type, int dest, int tag) {
        return isend(Mode.STANDARD, "irSend", false, buf, 0, count, type, dest, tag);
    }

    /** mpiJava 1.2 form of {@link #irSend(Buffer, int, Datatype, int, int)}. */
    public final Request Irsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return isend(Mode.STANDARD, "Irsend", true, buf, offset, count, type, dest, tag);
    }

    /** Prepares to send in ready mode, again and again. */
    public final Prequest rSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
        return sendInit(Mode.STANDARD, "rSendInit", false, buf, 0, count, type, dest, tag);
    }

    /** Prepares to send in ready mode, again and again, from an array. */
    public final Prequest rSendInit(Object buf, int count, Datatype type, int dest, int tag) {
        return sendInit(Mode.STANDARD, "rSendInit", false, buf, 0, count, type, dest, tag);
    }

    /** mpiJava 1.2 form of {@link #rSendInit(Buffer, int, Datatype, int, int)}. */
    public final Prequest Rsend_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return sendInit(Mode.STANDARD, "Rsend_init", true, buf, offset, count, type, dest, tag);
    }

    /** Receives a message. */
    public final Status recv(Object buf, int count, Datatype type, int source, int tag) {
        return receive("recv", false, buf, 0, count, type, source, tag);
    }

    /** mpiJava 1.2 form of {@link #recv}. */
    public final Status Recv(Object buf, int offset, int count, Datatype type, int source, int tag) {
        return receive("Recv", true, buf, offset, count, type, source, tag);
    }

    /** Starts to receive. */
    public final Request iRecv(Buffer buf, int count, Datatype type, int source, int tag) {
        return ireceive("iRecv", false, buf, 0, count, type, source, tag);
    }

    /** Starts to receive, into an array. */
    public final Request iRecv(Object buf, int count, Datatype type, int source, int tag) {
        return ireceive("iRecv", false, buf, 0, count, type, source, tag);
    }

    /** mpiJava 1.2 form of {@link #iRecv(Buffer, int, Datatype, int, int)}. */
    public final Request Irecv(Object buf, int offset, int count, Datatype type, int source, int tag) {
        return ireceive("Irecv", true, buf, offset, count, type, source, tag);
    }

    /** Prepares to receive, again and again. */
    public final Prequest recvInit(Buffer buf, int count, Datatype type, int source, int tag) {
        return receiveInit("recvInit", false, buf, 0, count, type, source, tag);
    }

    /** Prepares to receive, again and again, into an array. */
    public final Prequest recvInit(Object buf, int count, Datatype type, int source, int tag) {
        return receiveInit("recvInit", false, buf, 0, count, type, source, tag);
    }

    /** mpiJava 1.2 form of {@link #recvInit(Buffer, int, Datatype, int, int)}. */
    public final Prequest Recv_init(Object buf, int offset, int count, Datatype type, int source, int tag) {
        return receiveInit("Recv_init", true, buf, offset, count, type, source, tag);
    }

    /** Sends and receives at once. */
    public final Status sendRecv(
            Object sendBuf,
            int sendCount,
            Datatype sendType,
            int dest,
            int sendTag,
            Object recvBuf,
            int recvCount,
            Datatype recvType,
            int source,
            int recvTag) {
        try {
            return sendReceive(
                    outgoing(sendBuf, 0, sendCount, sendType, false),
                    dest,
                    sendTag,
                    recvBuf,
                    0,
                    recvCount,
                    recvType,
                    source,
                    recvTag,
                    false);
        } catch (RuntimeException e) {
            throw failed(
                    e,
                    "sendRecv",
                    sendBuf,
                    sendCount,
                    sendType,
                    dest,
                    sendTag,
                    recvBuf,
                    recvCount,
                    recvType,
                    source,
                    recvTag);
        }
    }

    /** mpiJava 1.2 form of {@link #sendRecv}. */
    public final Status Sendrecv(
            Object sendBuf,
            int sendOffset,
            int sendCount,
            Datatype sendType,
            int dest,
            int sendTag,
            Object recvBuf,
            int recvOffset,
            int recvCount,
            Datatype recvType,
            int source,
            int recvTag) {
        try {
            return sendReceive(
                    outgoing(sendBuf, sendOffset, sendCount, sendType, true),
                    dest,
                    sendTag,
                    recvBuf,
                    recvOffset,
                    recvCount,
                    recvType,
                    source,
                    recvTag,
                    true);
        } catch (RuntimeException e) {
            throw failed(
                    e,
                    "Sendrecv",
                    sendBuf,
                    sendOffset,
                    sendCount,
                    sendType,
                    dest,
                    sendTag,
                    recvBuf,
                    recvOffset,
                    recvCount,
                    recvType,
                    source,
                    recvTag);
        }
    }

    private Status sendReceive(
            org.reactivempi.Buffer data,
            int dest,
            int sendTag,
            Object buf,
            int offset,
            int count,
            Datatype type,
            int source,
            int tag,
            boolean strict) {
        Communicator comm = live();
        if (!isOfObjects(type)) {
            return new Status(fromCore(comm.isendrecv(
                            data,
                            toCore(dest),
                            sendTag,
                            Buffers.of(buf, offset, count, type, strict),
                            toCore(source),
                            tag)
                    .block()));
        }
        org.reactivempi.Request sending = org.reactivempi.Request.start(comm.isend(data, toCore(dest), sendTag));
        if (sending.isComplete()) {
            // One that can't begin has failed already: then what is awaited may never come.
            sending.completion().block();
        }
        Status received = decoded(comm.receive(toCore(source), tag).block(), buf, offset, count, type);
        sending.completion().block();
        return received;
    }

    /** Sends memory, and receives into it what comes instead. */
    public final Status sendRecvReplace(
            Object buf, int count, Datatype type, int dest, int sendTag, int source, int recvTag) {
        try {
            return replace(buf, 0, count, type, dest, sendTag, source, recvTag, false);
        } catch (RuntimeException e) {
            throw failed(e, "sendRecvReplace", buf, count, type, dest, sendTag, source, recvTag);
        }
    }

    /** mpiJava 1.2 form of {@link #sendRecvReplace}. */
    public final Status Sendrecv_replace(
            Object buf, int offset, int count, Datatype type, int dest, int sendTag, int source, int recvTag) {
        try {
            return replace(buf, offset, count, type, dest, sendTag, source, recvTag, true);
        } catch (RuntimeException e) {
            throw failed(e, "Sendrecv_replace", buf, offset, count, type, dest, sendTag, source, recvTag);
        }
    }

    private Status replace(
            Object buf,
            int offset,
            int count,
            Datatype type,
            int dest,
            int sendTag,
            int source,
            int tag,
            boolean strict) {
        if (isOfObjects(type)) {
            return sendReceive(
                    outgoing(buf, offset, count, type, strict),
                    dest,
                    sendTag,
                    buf,
                    offset,
                    count,
                    type,
                    source,
                    tag,
                    strict);
        }
        return new Status(fromCore(live().isendrecvReplace(
                        Buffers.of(buf, offset, count, type, strict), toCore(dest), sendTag, toCore(source), tag)
                .block()));
    }

    private Status probe(
            String call, Function<Communicator, Mono<org.reactivempi.Status>> probing, int source, int tag) {
        try {
            org.reactivempi.Status status = probing.apply(live()).block();
            return status == null ? null : new Status(fromCore(status));
        } catch (RuntimeException e) {
            throw failed(e, call, source, tag);
        }
    }

    /** Waits for a message, and leaves it where it is. */
    public final Status probe(int source, int tag) {
        return probe("probe", comm -> comm.probe(toCore(source), tag), source, tag);
    }

    /** mpiJava 1.2 form of {@link #probe}. */
    public final Status Probe(int source, int tag) {
        return probe("Probe", comm -> comm.probe(toCore(source), tag), source, tag);
    }

    /** Looks for a message, and leaves it where it is; null if there is none. */
    public final Status iProbe(int source, int tag) {
        return probe("iProbe", comm -> comm.iprobe(toCore(source), tag), source, tag);
    }

    /** mpiJava 1.2 form of {@link #iProbe}. */
    public final Status Iprobe(int source, int tag) {
        return probe("Iprobe", comm -> comm.iprobe(toCore(source), tag), source, tag);
    }

    /** Packs elements behind what is packed already; returns the position behind them. */
    public final int pack(Object inBuf, int inCount, Datatype type, byte[] outBuf, int position) {
        try {
            live();
            return packed(outgoing(inBuf, 0, inCount, type, false), type, outBuf, position);
        } catch (RuntimeException e) {
            throw failed(e, "pack", inBuf, inCount, type, outBuf, position);
        }
    }

    /** mpiJava 1.2 form of {@link #pack}. */
    public final int Pack(Object inBuf, int offset, int inCount, Datatype type, byte[] outBuf, int position) {
        try {
            live();
            return packed(outgoing(inBuf, offset, inCount, type, true), type, outBuf, position);
        } catch (RuntimeException e) {
            throw failed(e, "Pack", inBuf, offset, inCount, type, outBuf, position);
        }
    }

    private static int packed(org.reactivempi.Buffer data, Datatype type, byte[] out, int position) {
        ByteBuffer target = ByteBuffer.wrap(out).position(position);
        if (type.isObject()) {
            target.putInt(Math.toIntExact(data.lengthBytes()));
        }
        Buffers.use(data, () -> Packing.pack(data, target));
        return target.position();
    }

    /** Unpacks elements; returns the position behind them. */
    public final int unpack(byte[] inBuf, int position, Object outBuf, int outCount, Datatype type) {
        try {
            live();
            return unpacked(inBuf, position, outBuf, 0, outCount, type, false);
        } catch (RuntimeException e) {
            throw failed(e, "unpack", inBuf, position, outBuf, outCount, type);
        }
    }

    /** mpiJava 1.2 form of {@link #unpack}. */
    public final int Unpack(byte[] inBuf, int position, Object outBuf, int offset, int outCount, Datatype type) {
        try {
            live();
            return unpacked(inBuf, position, outBuf, offset, outCount, type, true);
        } catch (RuntimeException e) {
            throw failed(e, "Unpack", inBuf, position, outBuf, offset, outCount, type);
        }
    }

    private static int unpacked(
            byte[] in, int position, Object buf, int offset, int count, Datatype type, boolean strict) {
        ByteBuffer source = ByteBuffer.wrap(in).position(position);
        if (isOfObjects(type)) {
            int length = source.getInt();
            ObjectMessages.decode(source.slice(source.position(), length), buf, offset, count, type);
            return source.position() + length;
        }
        org.reactivempi.Buffer room = Buffers.of(buf, offset, count, type, strict);
        Buffers.use(room, () -> Packing.unpack(source, room));
        return source.position();
    }

    /** How many bytes {@link #pack} takes for elements of a type. */
    public final int packSize(int inCount, Datatype type) {
        return packSize("packSize", inCount, type);
    }

    /** mpiJava 1.2 form of {@link #packSize}. */
    public final int Pack_size(int inCount, Datatype type) {
        return packSize("Pack_size", inCount, type);
    }

    private int packSize(String call, int inCount, Datatype type) {
        try {
            live();
            if (isOfObjects(type)) {
                throw new MPIException(MPI.ERR_TYPE, "nobody knows the length of objects before they are packed");
            }
            return Math.toIntExact(Packing.sizeBytes(type.core(), inCount));
        } catch (RuntimeException e) {
            throw failed(e, call, inCount, type);
        }
    }
}
