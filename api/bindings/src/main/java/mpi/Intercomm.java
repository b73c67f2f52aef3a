package mpi;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.reactivempi.Buffer;
import org.reactivempi.Collectives;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.MpiException;
import org.reactivempi.Status;
import reactor.core.publisher.Mono;

/**
 * A communicator of two groups, whose messages go from one to the other: {@code dest} and {@code source} are ranks of the remote group, and
 * collective calls give each group what the other one has. Those with a root take {@link MPI#ROOT} at the root itself, {@link MPI#PROC_NULL}
 * at the others of its group, and the root's rank in the other group. Calls in place are not allowed.
 *
 * <p>Under it is a communicator of all ranks of both groups, one group behind the other:
 *
 * <pre>
 *  rank here       0   1   2 | 0   1
 *  in the core     0   1   2 | 3   4
 * </pre>
 */
public final class Intercomm extends Comm {

    /** For the messages of collective calls, which no receive of the program may take; of the same ranks as the core's. */
    private Communicator messages;
    /** The own group alone. */
    private Communicator local;
    /** The ranks in the core of the first ones of either group. */
    private int ownFirst;

    private int remoteFirst;

    private Intercomm() {
        super(null);
    }

    /** As {@link Comm#createIntercomm} says. */
    static Intercomm create(Comm peer, Comm localComm, int localLeader, int remoteLeader, int tag) {
        Communicator between = peer.live();
        Communicator own = localComm.live();
        if (localLeader < 0 || localLeader >= own.size()) {
            throw new MPIException(
                    Codes.ERR_RANK, "local leader " + localLeader + " is outside 0.." + (own.size() - 1));
        }
        int[] members = worldRanks(own.group());
        int[] others =
                own.rank() == localLeader ? exchanged(between, members, peer.toCore(remoteLeader), tag) : new int[0];
        int[] count = {others.length};
        own.bcast(Buffer.ints(count), localLeader).block();
        others = own.rank() == localLeader ? others : new int[count[0]];
        own.bcast(Buffer.ints(others), localLeader).block();
        boolean first = members[0] < others[0];
        int[] all = first ? joined(members, others) : joined(others, members);
        Communicator world = Job.world().core;
        Intercomm made = new Intercomm();
        made.errhandler = localComm.errhandler;
        made.ownFirst = first ? 0 : others.length;
        made.remoteFirst = first ? members.length : 0;
        made.core = world.create(world.group().incl(all), tag).block();
        made.messages = made.core.dup().block();
        made.local = own.dup().block();
        return made;
    }

    /** What the leaders tell each other: their groups. */
    private static int[] exchanged(Communicator between, int[] members, int remoteLeader, int tag) {
        org.reactivempi.Request sending =
                org.reactivempi.Request.start(between.isend(Buffer.ints(members), remoteLeader, tag));
        java.nio.IntBuffer others = between.receive(remoteLeader, tag)
                .blockOptional()
                .orElseThrow(() -> new MPIException(Codes.ERR_RANK, "the remote leader is PROC_NULL"))
                .payload()
                .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer();
        sending.completion().block();
        int[] read = new int[others.remaining()];
        others.get(read);
        return read;
    }

    private static int[] joined(int[] one, int[] two) {
        return IntStream.concat(Arrays.stream(one), Arrays.stream(two)).toArray();
    }

    private static int[] worldRanks(Group group) {
        return IntStream.range(0, group.size()).map(group::worldRank).toArray();
    }

    private int remoteSize() {
        return live().size() - local.size();
    }

    @Override
    int ownSize() {
        known();
        return local.size();
    }

    @Override
    int ownRank() {
        known();
        return local.rank();
    }

    @Override
    Group ownGroup() {
        live();
        return local.group();
    }

    private Group remoteGroup() {
        return live().group()
                .incl(IntStream.range(remoteFirst, remoteFirst + remoteSize()).toArray());
    }

    @Override
    Collectives collectives() {
        live();
        return new InterCollectives(messages, local.rank(), local.size(), remoteFirst, remoteSize());
    }

    @Override
    int peers() {
        return remoteSize();
    }

    @Override
    boolean isRoot(int root) {
        if (root != Codes.ROOT && root != Codes.PROC_NULL && (root < 0 || root >= remoteSize())) {
            throw new MpiException(
                    ErrorClass.ROOT,
                    "root " + root + " is outside 0.." + (remoteSize() - 1)
                            + " of the other group, and neither ROOT nor" + " PROC_NULL");
        }
        return root == Codes.ROOT;
    }

    @Override
    boolean isLeaf(int root) {
        return root >= 0;
    }

    @Override
    int toCore(int rank) {
        if (rank == Codes.PROC_NULL || rank == Codes.ANY_SOURCE) {
            return rank;
        }
        if (rank < 0 || rank >= remoteSize()) {
            throw new MpiException(
                    ErrorClass.RANK, "rank " + rank + " is outside 0.." + (remoteSize() - 1) + " of the other group");
        }
        return remoteFirst + rank;
    }

    @Override
    Status fromCore(Status status) {
        if (status.source() < 0) {
            return status;
        }
        boolean remote = remoteFirst > ownFirst ? status.source() >= remoteFirst : status.source() < ownFirst;
        int first = remote ? remoteFirst : ownFirst;
        Status mapped = Status.of(status.source() - first, status.tag(), status.lengthBytes());
        return status.isCancelled() ? mapped.asCancelled() : mapped;
    }

    @Override
    boolean hasTwoGroups() {
        return true;
    }

    @Override
    int comparedWith(CommHandle other) {
        if (!(other instanceof Intercomm inter)) {
            return Codes.UNEQUAL;
        }
        int own = mpi.Group.compared(ownGroup(), inter.ownGroup());
        int remote = mpi.Group.compared(remoteGroup(), inter.remoteGroup());
        if (own == Codes.UNEQUAL || remote == Codes.UNEQUAL) {
            return Codes.UNEQUAL;
        }
        return own == Codes.IDENT && remote == Codes.IDENT ? Codes.CONGRUENT : Codes.SIMILAR;
    }

    @Override
    Comm emptyCopy() {
        Intercomm copy = new Intercomm();
        copy.ownFirst = ownFirst;
        copy.remoteFirst = remoteFirst;
        return copy;
    }

    @Override
    Mono<Void> fill(CommHandle copy) {
        Intercomm made = (Intercomm) copy;
        return super.fill(copy)
                .then(Mono.defer(() -> messages.dup().doOnNext(own -> made.messages = own)))
                .then(Mono.defer(() -> local.dup().doOnNext(own -> made.local = own)))
                .then();
    }

    @Override
    Mono<Void> freeParts() {
        return messages.free().then(Mono.defer(local::free));
    }

    /** The same as {@link #dup}. */
    @Override
    public Intercomm clone() {
        return (Intercomm) duplicated("clone");
    }

    /** Makes a communicator of the same groups, with copies of the attributes. */
    @Override
    public Intercomm dup() {
        return (Intercomm) duplicated("dup");
    }

    /** Starts to make one, whose {@link #getRequest} is to be waited for before it is used. */
    @Override
    public Intercomm iDup() {
        return (Intercomm) duplicating();
    }

    /** As {@link #dup}; the hints have no effect. */
    @Override
    public Intercomm dupWithInfo(Info info) {
        return (Intercomm) super.dupWithInfo(info);
    }

    /** How many ranks the other group has. */
    public int getRemoteSize() {
        try {
            return remoteSize();
        } catch (RuntimeException e) {
            throw failed(e, "getRemoteSize");
        }
    }

    /** mpiJava 1.2 form of {@link #getRemoteSize}. */
    public int Remote_size() {
        try {
            return remoteSize();
        } catch (RuntimeException e) {
            throw failed(e, "Remote_size");
        }
    }

    /** The other group. */
    public mpi.Group getRemoteGroup() {
        try {
            return new mpi.Group(remoteGroup());
        } catch (RuntimeException e) {
            throw failed(e, "getRemoteGroup");
        }
    }

    /** mpiJava 1.2 form of {@link #getRemoteGroup}. */
    public mpi.Group Remote_group() {
        try {
            return new mpi.Group(remoteGroup());
        } catch (RuntimeException e) {
            throw failed(e, "Remote_group");
        }
    }

    /**
     * Makes one communicator of both groups.
     *
     * @param high whether the own group comes behind the other one; the same on all ranks of a group
     */
    public Intracomm merge(boolean high) {
        return mergedBy("merge", high);
    }

    /** mpiJava 1.2 form of {@link #merge}. */
    public Intracomm Merge(boolean high) {
        return mergedBy("Merge", high);
    }

    private Intracomm mergedBy(String call, boolean high) {
        try {
            Communicator all = live();
            int[] wishes = new int[all.size()];
            messages.allgather(Buffer.ints(high ? 1 : 0), Buffer.ints(wishes)).block();
            boolean remoteHigh = wishes[remoteFirst] != 0;
            boolean behind = high == remoteHigh ? ownFirst > remoteFirst : high;
            Intracomm made = new Intracomm(messages.split(0, local.rank() + (behind ? remoteSize() : 0))
                    .block());
            made.errhandler = errhandler;
            return made;
        } catch (RuntimeException e) {
            throw failed(e, call, high);
        }
    }

    /** The communicator to the program that has spawned this one: a null handle, since none has. */
    public static Intercomm getParent() {
        Job.check();
        return new Intercomm();
    }
}
