package mpi;

import java.nio.channels.SocketChannel;
import org.reactivempi.Communicator;
import org.reactivempi.Intercommunicator;

/**
 * A communicator of two groups, whose messages go from one to the other: {@code dest} and {@code source} are ranks of the remote group, and
 * collective calls give each group what the other one has. Those with a root take {@link MPI#ROOT} at the root itself, {@link MPI#PROC_NULL}
 * at the others of its group, and the root's rank in the other group. Calls in place are not allowed.
 */
public final class Intercomm extends Comm {

    Intercomm(Intercommunicator core) {
        super(core);
    }

    /** As {@link Comm#createIntercomm} says. */
    static Intercomm create(Comm peer, Comm localComm, int localLeader, int remoteLeader, int tag) {
        Communicator own = ofOneGroup(localComm);
        Communicator between = ofOneGroup(peer);
        return Derived.of(
                localComm,
                new Intercomm(own.intercommunicator(localLeader, between, remoteLeader, tag)
                        .block()));
    }

    /** As {@link Comm#join} says. */
    static Intercomm joined(SocketChannel socket) {
        Job.check();
        if (socket == null) {
            throw new MPIException(Codes.ERR_ARG, "the socket is null");
        }
        return new Intercomm(Job.session().join(socket).block());
    }

    private static Communicator ofOneGroup(Comm comm) {
        if (comm instanceof Intercomm) {
            throw new MPIException(
                    Codes.ERR_COMM, comm.label() + " has two groups; local and peer communicators have one each");
        }
        return ((Intracomm) comm).intra();
    }

    private Intercommunicator inter() {
        return (Intercommunicator) live();
    }

    /** This communicator in the reactive API, to call new code from old one: the same ranks, the same messages. */
    @Override
    public Intercommunicator communicator() {
        return inter();
    }

    @Override
    int peers() {
        return inter().remoteSize();
    }

    @Override
    boolean isRoot(int root) {
        return root == Codes.ROOT;
    }

    @Override
    boolean isLeaf(int root) {
        return root >= 0;
    }

    @Override
    boolean hasTwoGroups() {
        return true;
    }

    @Override
    Comm emptyCopy() {
        return new Intercomm(null);
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

    /** As {@link #dup}, with hints for the new communicator. */
    @Override
    public Intercomm dupWithInfo(Info info) {
        return (Intercomm) super.dupWithInfo(info);
    }

    /** How many ranks the other group has. */
    public int getRemoteSize() {
        try {
            return peers();
        } catch (RuntimeException e) {
            throw failed(e, "getRemoteSize");
        }
    }

    /** mpiJava 1.2 form of {@link #getRemoteSize}. */
    public int Remote_size() {
        try {
            return peers();
        } catch (RuntimeException e) {
            throw failed(e, "Remote_size");
        }
    }

    /** The other group. */
    public mpi.Group getRemoteGroup() {
        try {
            return new mpi.Group(inter().remoteGroup());
        } catch (RuntimeException e) {
            throw failed(e, "getRemoteGroup");
        }
    }

    /** mpiJava 1.2 form of {@link #getRemoteGroup}. */
    public mpi.Group Remote_group() {
        try {
            return new mpi.Group(inter().remoteGroup());
        } catch (RuntimeException e) {
            throw failed(e, "Remote_group");
        }
    }

    /**
     * Makes one communicator of both groups.
     *
     * @param high whether the own group comes after the other one; the same on all ranks of a group
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
            return Derived.of(this, new Intracomm(inter().merge(high).block()));
        } catch (RuntimeException e) {
            throw failed(e, call, high);
        }
    }

    /** The communicator to the program that has spawned this one: a null handle, since none has. */
    public static Intercomm getParent() {
        Job.check();
        return new Intercomm(null);
    }
}
