package mpi;

import java.nio.Buffer;

/**
 * Open MPI's collective calls: each is one of {@link CollectiveOperations}, with the memory of its arguments. mpiJava's are those of
 * {@link Intracomm}.
 */
abstract class CollectiveCalls {

    final CollectiveOperations collective = new CollectiveOperations(self());

    CollectiveCalls() {}

    final Comm self() {
        return (Comm) this;
    }

    /** What to throw for an error in a call: see {@link Errors#raise}. */
    abstract MPIException failed(Throwable error, String call, Object... arguments);

    /** Waits until all ranks have called it. */
    public final void barrier() {
        try {
            collective.barrier(Form.BLOCKING).block();
        } catch (RuntimeException e) {
            throw failed(e, "barrier");
        }
    }

    /** Nonblocking: waits until all ranks have called it. */
    public final Request iBarrier() {
        try {
            return Request.start(self(), collective.barrier(Form.NONBLOCKING));
        } catch (RuntimeException e) {
            throw failed(e, "iBarrier");
        }
    }

    /** Gives all ranks the root's elements. */
    public final void bcast(Object buf, int count, Datatype type, int root) {
        try {
            collective.bcast(Form.BLOCKING, buf, 0, count, type, root).block();
        } catch (RuntimeException e) {
            throw failed(e, "bcast", buf, count, type, root);
        }
    }

    /** Nonblocking: gives all ranks the root's elements. */
    public final Request iBcast(Buffer buf, int count, Datatype type, int root) {
        try {
            return Request.start(self(), collective.bcast(Form.NONBLOCKING, buf, 0, count, type, root));
        } catch (RuntimeException e) {
            throw failed(e, "iBcast", buf, count, type, root);
        }
    }

    /** Nonblocking, with arrays: gives all ranks the root's elements. */
    public final Request iBcast(Object buf, int count, Datatype type, int root) {
        try {
            return Request.start(self(), collective.bcast(Form.NONBLOCKING, buf, 0, count, type, root));
        } catch (RuntimeException e) {
            throw failed(e, "iBcast", buf, count, type, root);
        }
    }

    /** Collects a block of each rank at the root; {@code recvCount} is that of one block. */
    public final void gather(
            Object sendBuf,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvCount,
            Datatype recvType,
            int root) {
        try {
            collective
                    .gather(Form.BLOCKING, sendBuf, 0, sendCount, sendType, recvBuf, 0, recvCount, recvType, root)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "gather", sendBuf, sendCount, sendType, recvBuf, recvCount, recvType, root);
        }
    }

    /** Nonblocking: collects a block of each rank at the root; {@code recvCount} is that of one block. */
    public final Request iGather(
            Buffer sendBuf,
            int sendCount,
            Datatype sendType,
            Buffer recvBuf,
            int recvCount,
            Datatype recvType,
            int root) {
        try {
            return Request.start(
                    self(),
                    collective.gather(
                            Form.NONBLOCKING, sendBuf, 0, sendCount, sendType, recvBuf, 0, recvCount, recvType, root));
        } catch (RuntimeException e) {
            throw failed(e, "iGather", sendBuf, sendCount, sendType, recvBuf, recvCount, recvType, root);
        }
    }

    /** Nonblocking, with arrays: collects a block of each rank at the root; {@code recvCount} is that of one block. */
    public final Request iGather(
            Object sendBuf,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvCount,
            Datatype recvType,
            int root) {
        try {
            return Request.start(
                    self(),
                    collective.gather(
                            Form.NONBLOCKING, sendBuf, 0, sendCount, sendType, recvBuf, 0, recvCount, recvType, root));
        } catch (RuntimeException e) {
            throw failed(e, "iGather", sendBuf, sendCount, sendType, recvBuf, recvCount, recvType, root);
        }
    }

    /** The same in place: the root's own block stands in {@code buf}, which gets all; others send it. */
    public final void gather(Object buf, int count, Datatype type, int root) {
        try {
            collective.gatherInPlace(Form.BLOCKING, buf, count, type, root).block();
        } catch (RuntimeException e) {
            throw failed(e, "gather", buf, count, type, root);
        }
    }

    /** Nonblocking: the same in place: the root's own block stands in {@code buf}, which gets all; others send it. */
    public final Request iGather(Buffer buf, int count, Datatype type, int root) {
        try {
            return Request.start(self(), collective.gatherInPlace(Form.NONBLOCKING, buf, count, type, root));
        } catch (RuntimeException e) {
            throw failed(e, "iGather", buf, count, type, root);
        }
    }

    /** Nonblocking, with arrays: the same in place: the root's own block stands in {@code buf}, which gets all; others send it. */
    public final Request iGather(Object buf, int count, Datatype type, int root) {
        try {
            return Request.start(self(), collective.gatherInPlace(Form.NONBLOCKING, buf, count, type, root));
        } catch (RuntimeException e) {
            throw failed(e, "iGather", buf, count, type, root);
        }
    }

    /** Collects a block of each rank, of whatever length, at the root; displacements are in elements. */
    public final void gatherv(
            Object sendBuf,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType,
            int root) {
        try {
            collective
                    .gatherv(
                            Form.BLOCKING,
                            sendBuf,
                            0,
                            sendCount,
                            sendType,
                            recvBuf,
                            0,
                            recvCounts,
                            recvDispls,
                            recvType,
                            root)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "gatherv", sendBuf, sendCount, sendType, recvBuf, recvCounts, recvDispls, recvType, root);
        }
    }

    /** Nonblocking: collects a block of each rank, of whatever length, at the root; displacements are in elements. */
    public final Request iGatherv(
            Buffer sendBuf,
            int sendCount,
            Datatype sendType,
            Buffer recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType,
            int root) {
        try {
            return Request.start(
                    self(),
                    collective.gatherv(
                            Form.NONBLOCKING,
                            sendBuf,
                            0,
                            sendCount,
                            sendType,
                            recvBuf,
                            0,
                            recvCounts,
                            recvDispls,
                            recvType,
                            root));
        } catch (RuntimeException e) {
            throw failed(e, "iGatherv", sendBuf, sendCount, sendType, recvBuf, recvCounts, recvDispls, recvType, root);
        }
    }

    /** Nonblocking, with arrays: collects a block of each rank, of whatever length, at the root; displacements are in elements. */
    public final Request iGatherv(
            Object sendBuf,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType,
            int root) {
        try {
            return Request.start(
                    self(),
                    collective.gatherv(
                            Form.NONBLOCKING,
                            sendBuf,
                            0,
                            sendCount,
                            sendType,
                            recvBuf,
                            0,
                            recvCounts,
                            recvDispls,
                            recvType,
                            root));
        } catch (RuntimeException e) {
            throw failed(e, "iGatherv", sendBuf, sendCount, sendType, recvBuf, recvCounts, recvDispls, recvType, root);
        }
    }

    /** The same in place, for the root. */
    public final void gatherv(Object recvBuf, int[] recvCounts, int[] recvDispls, Datatype recvType, int root) {
        try {
            collective
                    .gathervInPlace(Form.BLOCKING, recvBuf, recvCounts, recvDispls, recvType, root)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "gatherv", recvBuf, recvCounts, recvDispls, recvType, root);
        }
    }

    /** Nonblocking: the same in place, for the root. */
    public final Request iGatherv(Buffer recvBuf, int[] recvCounts, int[] recvDispls, Datatype recvType, int root) {
        try {
            return Request.start(
                    self(),
                    collective.gathervInPlace(Form.NONBLOCKING, recvBuf, recvCounts, recvDispls, recvType, root));
        } catch (RuntimeException e) {
            throw failed(e, "iGatherv", recvBuf, recvCounts, recvDispls, recvType, root);
        }
    }

    /** Nonblocking, with arrays: the same in place, for the root. */
    public final Request iGatherv(Object recvBuf, int[] recvCounts, int[] recvDispls, Datatype recvType, int root) {
        try {
            return Request.start(
                    self(),
                    collective.gathervInPlace(Form.NONBLOCKING, recvBuf, recvCounts, recvDispls, recvType, root));
        } catch (RuntimeException e) {
            throw failed(e, "iGatherv", recvBuf, recvCounts, recvDispls, recvType, root);
        }
    }

    /** The same, for all but the root. */
    public final void gatherv(Object sendBuf, int sendCount, Datatype sendType, int root) {
        try {
            collective
                    .gathervLeaf(Form.BLOCKING, sendBuf, sendCount, sendType, root)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "gatherv", sendBuf, sendCount, sendType, root);
        }
    }

    /** Nonblocking: the same, for all but the root. */
    public final Request iGatherv(Buffer sendBuf, int sendCount, Datatype sendType, int root) {
        try {
            return Request.start(self(), collective.gathervLeaf(Form.NONBLOCKING, sendBuf, sendCount, sendType, root));
        } catch (RuntimeException e) {
            throw failed(e, "iGatherv", sendBuf, sendCount, sendType, root);
        }
    }

    /** Nonblocking, with arrays: the same, for all but the root. */
    public final Request iGatherv(Object sendBuf, int sendCount, Datatype sendType, int root) {
        try {
            return Request.start(self(), collective.gathervLeaf(Form.NONBLOCKING, sendBuf, sendCount, sendType, root));
        } catch (RuntimeException e) {
            throw failed(e, "iGatherv", sendBuf, sendCount, sendType, root);
        }
    }

    /** Gives each rank a block of the root; {@code sendCount} is that of one block. */
    public final void scatter(
            Object sendBuf,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvCount,
            Datatype recvType,
            int root) {
        try {
            collective
                    .scatter(Form.BLOCKING, sendBuf, 0, sendCount, sendType, recvBuf, 0, recvCount, recvType, root)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "scatter", sendBuf, sendCount, sendType, recvBuf, recvCount, recvType, root);
        }
    }

    /** Nonblocking: gives each rank a block of the root; {@code sendCount} is that of one block. */
    public final Request iScatter(
            Buffer sendBuf,
            int sendCount,
            Datatype sendType,
            Buffer recvBuf,
            int recvCount,
            Datatype recvType,
            int root) {
        try {
            return Request.start(
                    self(),
                    collective.scatter(
                            Form.NONBLOCKING, sendBuf, 0, sendCount, sendType, recvBuf, 0, recvCount, recvType, root));
        } catch (RuntimeException e) {
            throw failed(e, "iScatter", sendBuf, sendCount, sendType, recvBuf, recvCount, recvType, root);
        }
    }

    /** Nonblocking, with arrays: gives each rank a block of the root; {@code sendCount} is that of one block. */
    public final Request iScatter(
            Object sendBuf,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int recvCount,
            Datatype recvType,
            int root) {
        try {
            return Request.start(
                    self(),
                    collective.scatter(
                            Form.NONBLOCKING, sendBuf, 0, sendCount, sendType, recvBuf, 0, recvCount, recvType, root));
        } catch (RuntimeException e) {
            throw failed(e, "iScatter", sendBuf, sendCount, sendType, recvBuf, recvCount, recvType, root);
        }
    }

    /** The same in place: the root's own block stays in {@code buf}, which has all; others receive into it. */
    public final void scatter(Object buf, int count, Datatype type, int root) {
        try {
            collective.scatterInPlace(Form.BLOCKING, buf, count, type, root).block();
        } catch (RuntimeException e) {
            throw failed(e, "scatter", buf, count, type, root);
        }
    }

    /** Nonblocking: the same in place: the root's own block stays in {@code buf}, which has all; others receive into it. */
    public final Request iScatter(Buffer buf, int count, Datatype type, int root) {
        try {
            return Request.start(self(), collective.scatterInPlace(Form.NONBLOCKING, buf, count, type, root));
        } catch (RuntimeException e) {
            throw failed(e, "iScatter", buf, count, type, root);
        }
    }

    /** Nonblocking, with arrays: the same in place: the root's own block stays in {@code buf}, which has all; others receive into it. */
    public final Request iScatter(Object buf, int count, Datatype type, int root) {
        try {
            return Request.start(self(), collective.scatterInPlace(Form.NONBLOCKING, buf, count, type, root));
        } catch (RuntimeException e) {
            throw failed(e, "iScatter", buf, count, type, root);
        }
    }

    /** Gives each rank a block of the root, of whatever length; displacements are in elements. */
    public final void scatterv(
            Object sendBuf,
            int[] sendCounts,
            int[] sendDispls,
            Datatype sendType,
            Object recvBuf,
            int recvCount,
            Datatype recvType,
            int root) {
        try {
            collective
                    .scatterv(
                            Form.BLOCKING,
                            sendBuf,
                            0,
                            sendCounts,
                            sendDispls,
                            sendType,
                            recvBuf,
                            0,
                            recvCount,
                            recvType,
                            root)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "scatterv", sendBuf, sendCounts, sendDispls, sendType, recvBuf, recvCount, recvType, root);
        }
    }

    /** Nonblocking: gives each rank a block of the root, of whatever length; displacements are in elements. */
    public final Request iScatterv(
            Buffer sendBuf,
            int[] sendCounts,
            int[] sendDispls,
            Datatype sendType,
            Buffer recvBuf,
            int recvCount,
            Datatype recvType,
            int root) {
        try {
            return Request.start(
                    self(),
                    collective.scatterv(
                            Form.NONBLOCKING,
                            sendBuf,
                            0,
                            sendCounts,
                            sendDispls,
                            sendType,
                            recvBuf,
                            0,
                            recvCount,
                            recvType,
                            root));
        } catch (RuntimeException e) {
            throw failed(e, "iScatterv", sendBuf, sendCounts, sendDispls, sendType, recvBuf, recvCount, recvType, root);
        }
    }

    /** Nonblocking, with arrays: gives each rank a block of the root, of whatever length; displacements are in elements. */
    public final Request iScatterv(
            Object sendBuf,
            int[] sendCounts,
            int[] sendDispls,
            Datatype sendType,
            Object recvBuf,
            int recvCount,
            Datatype recvType,
            int root) {
        try {
            return Request.start(
                    self(),
                    collective.scatterv(
                            Form.NONBLOCKING,
                            sendBuf,
                            0,
                            sendCounts,
                            sendDispls,
                            sendType,
                            recvBuf,
                            0,
                            recvCount,
                            recvType,
                            root));
        } catch (RuntimeException e) {
            throw failed(e, "iScatterv", sendBuf, sendCounts, sendDispls, sendType, recvBuf, recvCount, recvType, root);
        }
    }

    /** The same in place, for the root. */
    public final void scatterv(Object sendBuf, int[] sendCounts, int[] sendDispls, Datatype sendType, int root) {
        try {
            collective
                    .scattervInPlace(Form.BLOCKING, sendBuf, sendCounts, sendDispls, sendType, root)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "scatterv", sendBuf, sendCounts, sendDispls, sendType, root);
        }
    }

    /** Nonblocking: the same in place, for the root. */
    public final Request iScatterv(Buffer sendBuf, int[] sendCounts, int[] sendDispls, Datatype sendType, int root) {
        try {
            return Request.start(
                    self(),
                    collective.scattervInPlace(Form.NONBLOCKING, sendBuf, sendCounts, sendDispls, sendType, root));
        } catch (RuntimeException e) {
            throw failed(e, "iScatterv", sendBuf, sendCounts, sendDispls, sendType, root);
        }
    }

    /** Nonblocking, with arrays: the same in place, for the root. */
    public final Request iScatterv(Object sendBuf, int[] sendCounts, int[] sendDispls, Datatype sendType, int root) {
        try {
            return Request.start(
                    self(),
                    collective.scattervInPlace(Form.NONBLOCKING, sendBuf, sendCounts, sendDispls, sendType, root));
        } catch (RuntimeException e) {
            throw failed(e, "iScatterv", sendBuf, sendCounts, sendDispls, sendType, root);
        }
    }

    /** The same, for all but the root. */
    public final void scatterv(Object recvBuf, int recvCount, Datatype recvType, int root) {
        try {
            collective
                    .scattervLeaf(Form.BLOCKING, recvBuf, recvCount, recvType, root)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "scatterv", recvBuf, recvCount, recvType, root);
        }
    }

    /** Nonblocking: the same, for all but the root. */
    public final Request iScatterv(Buffer recvBuf, int recvCount, Datatype recvType, int root) {
        try {
            return Request.start(self(), collective.scattervLeaf(Form.NONBLOCKING, recvBuf, recvCount, recvType, root));
        } catch (RuntimeException e) {
            throw failed(e, "iScatterv", recvBuf, recvCount, recvType, root);
        }
    }

    /** Nonblocking, with arrays: the same, for all but the root. */
    public final Request iScatterv(Object recvBuf, int recvCount, Datatype recvType, int root) {
        try {
            return Request.start(self(), collective.scattervLeaf(Form.NONBLOCKING, recvBuf, recvCount, recvType, root));
        } catch (RuntimeException e) {
            throw failed(e, "iScatterv", recvBuf, recvCount, recvType, root);
        }
    }

    /** Collects a block of each rank at all ranks. */
    public final void allGather(
            Object sendBuf, int sendCount, Datatype sendType, Object recvBuf, int recvCount, Datatype recvType) {
        try {
            collective
                    .allGather(Form.BLOCKING, sendBuf, 0, sendCount, sendType, recvBuf, 0, recvCount, recvType)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "allGather", sendBuf, sendCount, sendType, recvBuf, recvCount, recvType);
        }
    }

    /** Nonblocking: collects a block of each rank at all ranks. */
    public final Request iAllGather(
            Buffer sendBuf, int sendCount, Datatype sendType, Buffer recvBuf, int recvCount, Datatype recvType) {
        try {
            return Request.start(
                    self(),
                    collective.allGather(
                            Form.NONBLOCKING, sendBuf, 0, sendCount, sendType, recvBuf, 0, recvCount, recvType));
        } catch (RuntimeException e) {
            throw failed(e, "iAllGather", sendBuf, sendCount, sendType, recvBuf, recvCount, recvType);
        }
    }

    /** Nonblocking, with arrays: collects a block of each rank at all ranks. */
    public final Request iAllGather(
            Object sendBuf, int sendCount, Datatype sendType, Object recvBuf, int recvCount, Datatype recvType) {
        try {
            return Request.start(
                    self(),
                    collective.allGather(
                            Form.NONBLOCKING, sendBuf, 0, sendCount, sendType, recvBuf, 0, recvCount, recvType));
        } catch (RuntimeException e) {
            throw failed(e, "iAllGather", sendBuf, sendCount, sendType, recvBuf, recvCount, recvType);
        }
    }

    /** The same in place: this rank's block stands in {@code buf} already. */
    public final void allGather(Object buf, int count, Datatype type) {
        try {
            collective.allGatherInPlace(Form.BLOCKING, buf, count, type).block();
        } catch (RuntimeException e) {
            throw failed(e, "allGather", buf, count, type);
        }
    }

    /** Nonblocking: the same in place: this rank's block stands in {@code buf} already. */
    public final Request iAllGather(Buffer buf, int count, Datatype type) {
        try {
            return Request.start(self(), collective.allGatherInPlace(Form.NONBLOCKING, buf, count, type));
        } catch (RuntimeException e) {
            throw failed(e, "iAllGather", buf, count, type);
        }
    }

    /** Nonblocking, with arrays: the same in place: this rank's block stands in {@code buf} already. */
    public final Request iAllGather(Object buf, int count, Datatype type) {
        try {
            return Request.start(self(), collective.allGatherInPlace(Form.NONBLOCKING, buf, count, type));
        } catch (RuntimeException e) {
            throw failed(e, "iAllGather", buf, count, type);
        }
    }

    /** Collects a block of each rank, of whatever length, at all ranks. */
    public final void allGatherv(
            Object sendBuf,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType) {
        try {
            collective
                    .allGatherv(
                            Form.BLOCKING,
                            sendBuf,
                            0,
                            sendCount,
                            sendType,
                            recvBuf,
                            0,
                            recvCounts,
                            recvDispls,
                            recvType)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "allGatherv", sendBuf, sendCount, sendType, recvBuf, recvCounts, recvDispls, recvType);
        }
    }

    /** Nonblocking: collects a block of each rank, of whatever length, at all ranks. */
    public final Request iAllGatherv(
            Buffer sendBuf,
            int sendCount,
            Datatype sendType,
            Buffer recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType) {
        try {
            return Request.start(
                    self(),
                    collective.allGatherv(
                            Form.NONBLOCKING,
                            sendBuf,
                            0,
                            sendCount,
                            sendType,
                            recvBuf,
                            0,
                            recvCounts,
                            recvDispls,
                            recvType));
        } catch (RuntimeException e) {
            throw failed(e, "iAllGatherv", sendBuf, sendCount, sendType, recvBuf, recvCounts, recvDispls, recvType);
        }
    }

    /** Nonblocking, with arrays: collects a block of each rank, of whatever length, at all ranks. */
    public final Request iAllGatherv(
            Object sendBuf,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType) {
        try {
            return Request.start(
                    self(),
                    collective.allGatherv(
                            Form.NONBLOCKING,
                            sendBuf,
                            0,
                            sendCount,
                            sendType,
                            recvBuf,
                            0,
                            recvCounts,
                            recvDispls,
                            recvType));
        } catch (RuntimeException e) {
            throw failed(e, "iAllGatherv", sendBuf, sendCount, sendType, recvBuf, recvCounts, recvDispls, recvType);
        }
    }

    /** The same in place: this rank's block stands in {@code buf} already. */
    public final void allGatherv(Object buf, int[] counts, int[] displs, Datatype type) {
        try {
            collective
                    .allGathervInPlace(Form.BLOCKING, buf, counts, displs, type)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "allGatherv", buf, counts, displs, type);
        }
    }

    /** Nonblocking: the same in place: this rank's block stands in {@code buf} already. */
    public final Request iAllGatherv(Buffer buf, int[] counts, int[] displs, Datatype type) {
        try {
            return Request.start(self(), collective.allGathervInPlace(Form.NONBLOCKING, buf, counts, displs, type));
        } catch (RuntimeException e) {
            throw failed(e, "iAllGatherv", buf, counts, displs, type);
        }
    }

    /** Nonblocking, with arrays: the same in place: this rank's block stands in {@code buf} already. */
    public final Request iAllGatherv(Object buf, int[] counts, int[] displs, Datatype type) {
        try {
            return Request.start(self(), collective.allGathervInPlace(Form.NONBLOCKING, buf, counts, displs, type));
        } catch (RuntimeException e) {
            throw failed(e, "iAllGatherv", buf, counts, displs, type);
        }
    }

    /** Gives a block of each rank to each rank. */
    public final void allToAll(
            Object sendBuf, int sendCount, Datatype sendType, Object recvBuf, int recvCount, Datatype recvType) {
        try {
            collective
                    .allToAll(Form.BLOCKING, sendBuf, 0, sendCount, sendType, recvBuf, 0, recvCount, recvType)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "allToAll", sendBuf, sendCount, sendType, recvBuf, recvCount, recvType);
        }
    }

    /** Nonblocking: gives a block of each rank to each rank. */
    public final Request iAllToAll(
            Buffer sendBuf, int sendCount, Datatype sendType, Buffer recvBuf, int recvCount, Datatype recvType) {
        try {
            return Request.start(
                    self(),
                    collective.allToAll(
                            Form.NONBLOCKING, sendBuf, 0, sendCount, sendType, recvBuf, 0, recvCount, recvType));
        } catch (RuntimeException e) {
            throw failed(e, "iAllToAll", sendBuf, sendCount, sendType, recvBuf, recvCount, recvType);
        }
    }

    /** Nonblocking, with arrays: gives a block of each rank to each rank. */
    public final Request iAllToAll(
            Object sendBuf, int sendCount, Datatype sendType, Object recvBuf, int recvCount, Datatype recvType) {
        try {
            return Request.start(
                    self(),
                    collective.allToAll(
                            Form.NONBLOCKING, sendBuf, 0, sendCount, sendType, recvBuf, 0, recvCount, recvType));
        } catch (RuntimeException e) {
            throw failed(e, "iAllToAll", sendBuf, sendCount, sendType, recvBuf, recvCount, recvType);
        }
    }

    /** Gives a block of each rank, of whatever length, to each rank. */
    public final void allToAllv(
            Object sendBuf,
            int[] sendCounts,
            int[] sendDispls,
            Datatype sendType,
            Object recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType) {
        try {
            collective
                    .allToAllv(
                            Form.BLOCKING,
                            sendBuf,
                            0,
                            sendCounts,
                            sendDispls,
                            sendType,
                            recvBuf,
                            0,
                            recvCounts,
                            recvDispls,
                            recvType)
                    .block();
        } catch (RuntimeException e) {
            throw failed(
                    e,
                    "allToAllv",
                    sendBuf,
                    sendCounts,
                    sendDispls,
                    sendType,
                    recvBuf,
                    recvCounts,
                    recvDispls,
                    recvType);
        }
    }

    /** Nonblocking: gives a block of each rank, of whatever length, to each rank. */
    public final Request iAllToAllv(
            Buffer sendBuf,
            int[] sendCounts,
            int[] sendDispls,
            Datatype sendType,
            Buffer recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType) {
        try {
            return Request.start(
                    self(),
                    collective.allToAllv(
                            Form.NONBLOCKING,
                            sendBuf,
                            0,
                            sendCounts,
                            sendDispls,
                            sendType,
                            recvBuf,
                            0,
                            recvCounts,
                            recvDispls,
                            recvType));
        } catch (RuntimeException e) {
            throw failed(
                    e,
                    "iAllToAllv",
                    sendBuf,
                    sendCounts,
                    sendDispls,
                    sendType,
                    recvBuf,
                    recvCounts,
                    recvDispls,
                    recvType);
        }
    }

    /** Nonblocking, with arrays: gives a block of each rank, of whatever length, to each rank. */
    public final Request iAllToAllv(
            Object sendBuf,
            int[] sendCounts,
            int[] sendDispls,
            Datatype sendType,
            Object recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType) {
        try {
            return Request.start(
                    self(),
                    collective.allToAllv(
                            Form.NONBLOCKING,
                            sendBuf,
                            0,
                            sendCounts,
                            sendDispls,
                            sendType,
                            recvBuf,
                            0,
                            recvCounts,
                            recvDispls,
                            recvType));
        } catch (RuntimeException e) {
            throw failed(
                    e,
                    "iAllToAllv",
                    sendBuf,
                    sendCounts,
                    sendDispls,
                    sendType,
                    recvBuf,
                    recvCounts,
                    recvDispls,
                    recvType);
        }
    }

    /** The same with a type for each block, and displacements in bytes. */
    public final void allToAllw(
            Object sendBuf,
            int[] sendCounts,
            int[] sendDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype[] recvTypes) {
        try {
            collective
                    .allToAllw(
                            Form.BLOCKING,
                            sendBuf,
                            sendCounts,
                            sendDispls,
                            sendTypes,
                            recvBuf,
                            recvCounts,
                            recvDispls,
                            recvTypes)
                    .block();
        } catch (RuntimeException e) {
            throw failed(
                    e,
                    "allToAllw",
                    sendBuf,
                    sendCounts,
                    sendDispls,
                    sendTypes,
                    recvBuf,
                    recvCounts,
                    recvDispls,
                    recvTypes);
        }
    }

    /** Nonblocking: the same with a type for each block, and displacements in bytes. */
    public final Request iAllToAllw(
            Buffer sendBuf,
            int[] sendCounts,
            int[] sendDispls,
            Datatype[] sendTypes,
            Buffer recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype[] recvTypes) {
        try {
            return Request.start(
                    self(),
                    collective.allToAllw(
                            Form.NONBLOCKING,
                            sendBuf,
                            sendCounts,
                            sendDispls,
                            sendTypes,
                            recvBuf,
                            recvCounts,
                            recvDispls,
                            recvTypes));
        } catch (RuntimeException e) {
            throw failed(
                    e,
                    "iAllToAllw",
                    sendBuf,
                    sendCounts,
                    sendDispls,
                    sendTypes,
                    recvBuf,
                    recvCounts,
                    recvDispls,
                    recvTypes);
        }
    }

    /** Nonblocking, with arrays: the same with a type for each block, and displacements in bytes. */
    public final Request iAllToAllw(
            Object sendBuf,
            int[] sendCounts,
            int[] sendDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype[] recvTypes) {
        try {
            return Request.start(
                    self(),
                    collective.allToAllw(
                            Form.NONBLOCKING,
                            sendBuf,
                            sendCounts,
                            sendDispls,
                            sendTypes,
                            recvBuf,
                            recvCounts,
                            recvDispls,
                            recvTypes));
        } catch (RuntimeException e) {
            throw failed(
                    e,
                    "iAllToAllw",
                    sendBuf,
                    sendCounts,
                    sendDispls,
                    sendTypes,
                    recvBuf,
                    recvCounts,
                    recvDispls,
                    recvTypes);
        }
    }

    /** Gives this rank's block to its neighbors in the topology, and collects theirs. */
    public final void neighborAllGather(
            Object sendBuf, int sendCount, Datatype sendType, Object recvBuf, int recvCount, Datatype recvType) {
        try {
            collective
                    .neighborAllGather(Form.BLOCKING, sendBuf, sendCount, sendType, recvBuf, recvCount, recvType)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "neighborAllGather", sendBuf, sendCount, sendType, recvBuf, recvCount, recvType);
        }
    }

    /** Nonblocking: gives this rank's block to its neighbors in the topology, and collects theirs. */
    public final Request iNeighborAllGather(
            Buffer sendBuf, int sendCount, Datatype sendType, Buffer recvBuf, int recvCount, Datatype recvType) {
        try {
            return Request.start(
                    self(),
                    collective.neighborAllGather(
                            Form.NONBLOCKING, sendBuf, sendCount, sendType, recvBuf, recvCount, recvType));
        } catch (RuntimeException e) {
            throw failed(e, "iNeighborAllGather", sendBuf, sendCount, sendType, recvBuf, recvCount, recvType);
        }
    }

    /** Nonblocking, with arrays: gives this rank's block to its neighbors in the topology, and collects theirs. */
    public final Request iNeighborAllGather(
            Object sendBuf, int sendCount, Datatype sendType, Object recvBuf, int recvCount, Datatype recvType) {
        try {
            return Request.start(
                    self(),
                    collective.neighborAllGather(
                            Form.NONBLOCKING, sendBuf, sendCount, sendType, recvBuf, recvCount, recvType));
        } catch (RuntimeException e) {
            throw failed(e, "iNeighborAllGather", sendBuf, sendCount, sendType, recvBuf, recvCount, recvType);
        }
    }

    /** The same with blocks of whatever length. */
    public final void neighborAllGatherv(
            Object sendBuf,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType) {
        try {
            collective
                    .neighborAllGatherv(
                            Form.BLOCKING, sendBuf, sendCount, sendType, recvBuf, recvCounts, recvDispls, recvType)
                    .block();
        } catch (RuntimeException e) {
            throw failed(
                    e, "neighborAllGatherv", sendBuf, sendCount, sendType, recvBuf, recvCounts, recvDispls, recvType);
        }
    }

    /** Nonblocking: the same with blocks of whatever length. */
    public final Request iNeighborAllGatherv(
            Buffer sendBuf,
            int sendCount,
            Datatype sendType,
            Buffer recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType) {
        try {
            return Request.start(
                    self(),
                    collective.neighborAllGatherv(
                            Form.NONBLOCKING, sendBuf, sendCount, sendType, recvBuf, recvCounts, recvDispls, recvType));
        } catch (RuntimeException e) {
            throw failed(
                    e, "iNeighborAllGatherv", sendBuf, sendCount, sendType, recvBuf, recvCounts, recvDispls, recvType);
        }
    }

    /** Nonblocking, with arrays: the same with blocks of whatever length. */
    public final Request iNeighborAllGatherv(
            Object sendBuf,
            int sendCount,
            Datatype sendType,
            Object recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType) {
        try {
            return Request.start(
                    self(),
                    collective.neighborAllGatherv(
                            Form.NONBLOCKING, sendBuf, sendCount, sendType, recvBuf, recvCounts, recvDispls, recvType));
        } catch (RuntimeException e) {
            throw failed(
                    e, "iNeighborAllGatherv", sendBuf, sendCount, sendType, recvBuf, recvCounts, recvDispls, recvType);
        }
    }

    /** Gives a block to each neighbor in the topology, and collects one of each. */
    public final void neighborAllToAll(
            Object sendBuf, int sendCount, Datatype sendType, Object recvBuf, int recvCount, Datatype recvType) {
        try {
            collective
                    .neighborAllToAll(Form.BLOCKING, sendBuf, sendCount, sendType, recvBuf, recvCount, recvType)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "neighborAllToAll", sendBuf, sendCount, sendType, recvBuf, recvCount, recvType);
        }
    }

    /** Nonblocking: gives a block to each neighbor in the topology, and collects one of each. */
    public final Request iNeighborAllToAll(
            Buffer sendBuf, int sendCount, Datatype sendType, Buffer recvBuf, int recvCount, Datatype recvType) {
        try {
            return Request.start(
                    self(),
                    collective.neighborAllToAll(
                            Form.NONBLOCKING, sendBuf, sendCount, sendType, recvBuf, recvCount, recvType));
        } catch (RuntimeException e) {
            throw failed(e, "iNeighborAllToAll", sendBuf, sendCount, sendType, recvBuf, recvCount, recvType);
        }
    }

    /** Nonblocking, with arrays: gives a block to each neighbor in the topology, and collects one of each. */
    public final Request iNeighborAllToAll(
            Object sendBuf, int sendCount, Datatype sendType, Object recvBuf, int recvCount, Datatype recvType) {
        try {
            return Request.start(
                    self(),
                    collective.neighborAllToAll(
                            Form.NONBLOCKING, sendBuf, sendCount, sendType, recvBuf, recvCount, recvType));
        } catch (RuntimeException e) {
            throw failed(e, "iNeighborAllToAll", sendBuf, sendCount, sendType, recvBuf, recvCount, recvType);
        }
    }

    /** The same with blocks of whatever length. */
    public final void neighborAllToAllv(
            Object sendBuf,
            int[] sendCounts,
            int[] sendDispls,
            Datatype sendType,
            Object recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType) {
        try {
            collective
                    .neighborAllToAllv(
                            Form.BLOCKING,
                            sendBuf,
                            sendCounts,
                            sendDispls,
                            sendType,
                            recvBuf,
                            recvCounts,
                            recvDispls,
                            recvType)
                    .block();
        } catch (RuntimeException e) {
            throw failed(
                    e,
                    "neighborAllToAllv",
                    sendBuf,
                    sendCounts,
                    sendDispls,
                    sendType,
                    recvBuf,
                    recvCounts,
                    recvDispls,
                    recvType);
        }
    }

    /** Nonblocking: the same with blocks of whatever length. */
    public final Request iNeighborAllToAllv(
            Buffer sendBuf,
            int[] sendCounts,
            int[] sendDispls,
            Datatype sendType,
            Buffer recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType) {
        try {
            return Request.start(
                    self(),
                    collective.neighborAllToAllv(
                            Form.NONBLOCKING,
                            sendBuf,
                            sendCounts,
                            sendDispls,
                            sendType,
                            recvBuf,
                            recvCounts,
                            recvDispls,
                            recvType));
        } catch (RuntimeException e) {
            throw failed(
                    e,
                    "iNeighborAllToAllv",
                    sendBuf,
                    sendCounts,
                    sendDispls,
                    sendType,
                    recvBuf,
                    recvCounts,
                    recvDispls,
                    recvType);
        }
    }

    /** Nonblocking, with arrays: the same with blocks of whatever length. */
    public final Request iNeighborAllToAllv(
            Object sendBuf,
            int[] sendCounts,
            int[] sendDispls,
            Datatype sendType,
            Object recvBuf,
            int[] recvCounts,
            int[] recvDispls,
            Datatype recvType) {
        try {
            return Request.start(
                    self(),
                    collective.neighborAllToAllv(
                            Form.NONBLOCKING,
                            sendBuf,
                            sendCounts,
                            sendDispls,
                            sendType,
                            recvBuf,
                            recvCounts,
                            recvDispls,
                            recvType));
        } catch (RuntimeException e) {
            throw failed(
                    e,
                    "iNeighborAllToAllv",
                    sendBuf,
                    sendCounts,
                    sendDispls,
                    sendType,
                    recvBuf,
                    recvCounts,
                    recvDispls,
                    recvType);
        }
    }

    /** Reduces the elements of all ranks for the root. */
    public final void reduce(Object sendBuf, Object recvBuf, int count, Datatype type, Op op, int root) {
        try {
            collective
                    .reduce(Form.BLOCKING, sendBuf, 0, recvBuf, 0, count, type, op, root)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "reduce", sendBuf, recvBuf, count, type, op, root);
        }
    }

    /** Nonblocking: reduces the elements of all ranks for the root. */
    public final Request iReduce(Buffer sendBuf, Buffer recvBuf, int count, Datatype type, Op op, int root) {
        try {
            return Request.start(
                    self(), collective.reduce(Form.NONBLOCKING, sendBuf, 0, recvBuf, 0, count, type, op, root));
        } catch (RuntimeException e) {
            throw failed(e, "iReduce", sendBuf, recvBuf, count, type, op, root);
        }
    }

    /** Nonblocking, with arrays: reduces the elements of all ranks for the root. */
    public final Request iReduce(Object sendBuf, Object recvBuf, int count, Datatype type, Op op, int root) {
        try {
            return Request.start(
                    self(), collective.reduce(Form.NONBLOCKING, sendBuf, 0, recvBuf, 0, count, type, op, root));
        } catch (RuntimeException e) {
            throw failed(e, "iReduce", sendBuf, recvBuf, count, type, op, root);
        }
    }

    /** The same in place: the root's elements stand in {@code buf}, which gets the result; others send it. */
    public final void reduce(Object buf, int count, Datatype type, Op op, int root) {
        try {
            collective.reduceInPlace(Form.BLOCKING, buf, count, type, op, root).block();
        } catch (RuntimeException e) {
            throw failed(e, "reduce", buf, count, type, op, root);
        }
    }

    /** Nonblocking: the same in place: the root's elements stand in {@code buf}, which gets the result; others send it. */
    public final Request iReduce(Buffer buf, int count, Datatype type, Op op, int root) {
        try {
            return Request.start(self(), collective.reduceInPlace(Form.NONBLOCKING, buf, count, type, op, root));
        } catch (RuntimeException e) {
            throw failed(e, "iReduce", buf, count, type, op, root);
        }
    }

    /** Nonblocking, with arrays: the same in place: the root's elements stand in {@code buf}, which gets the result; others send it. */
    public final Request iReduce(Object buf, int count, Datatype type, Op op, int root) {
        try {
            return Request.start(self(), collective.reduceInPlace(Form.NONBLOCKING, buf, count, type, op, root));
        } catch (RuntimeException e) {
            throw failed(e, "iReduce", buf, count, type, op, root);
        }
    }

    /** Reduces the elements of all ranks for all. */
    public final void allReduce(Object sendBuf, Object recvBuf, int count, Datatype type, Op op) {
        try {
            collective
                    .allReduce(Form.BLOCKING, sendBuf, 0, recvBuf, 0, count, type, op)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "allReduce", sendBuf, recvBuf, count, type, op);
        }
    }

    /** Nonblocking: reduces the elements of all ranks for all. */
    public final Request iAllReduce(Buffer sendBuf, Buffer recvBuf, int count, Datatype type, Op op) {
        try {
            return Request.start(
                    self(), collective.allReduce(Form.NONBLOCKING, sendBuf, 0, recvBuf, 0, count, type, op));
        } catch (RuntimeException e) {
            throw failed(e, "iAllReduce", sendBuf, recvBuf, count, type, op);
        }
    }

    /** Nonblocking, with arrays: reduces the elements of all ranks for all. */
    public final Request iAllReduce(Object sendBuf, Object recvBuf, int count, Datatype type, Op op) {
        try {
            return Request.start(
                    self(), collective.allReduce(Form.NONBLOCKING, sendBuf, 0, recvBuf, 0, count, type, op));
        } catch (RuntimeException e) {
            throw failed(e, "iAllReduce", sendBuf, recvBuf, count, type, op);
        }
    }

    /** The same in place. */
    public final void allReduce(Object buf, int count, Datatype type, Op op) {
        try {
            collective.allReduceInPlace(Form.BLOCKING, buf, count, type, op).block();
        } catch (RuntimeException e) {
            throw failed(e, "allReduce", buf, count, type, op);
        }
    }

    /** Nonblocking: the same in place. */
    public final Request iAllReduce(Buffer buf, int count, Datatype type, Op op) {
        try {
            return Request.start(self(), collective.allReduceInPlace(Form.NONBLOCKING, buf, count, type, op));
        } catch (RuntimeException e) {
            throw failed(e, "iAllReduce", buf, count, type, op);
        }
    }

    /** Nonblocking, with arrays: the same in place. */
    public final Request iAllReduce(Object buf, int count, Datatype type, Op op) {
        try {
            return Request.start(self(), collective.allReduceInPlace(Form.NONBLOCKING, buf, count, type, op));
        } catch (RuntimeException e) {
            throw failed(e, "iAllReduce", buf, count, type, op);
        }
    }

    /** Reduces the elements of all ranks, and gives each a block of the result, of whatever length. */
    public final void reduceScatter(Object sendBuf, Object recvBuf, int[] recvCounts, Datatype type, Op op) {
        try {
            collective
                    .reduceScatter(Form.BLOCKING, sendBuf, 0, recvBuf, 0, recvCounts, type, op)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "reduceScatter", sendBuf, recvBuf, recvCounts, type, op);
        }
    }

    /** Nonblocking: reduces the elements of all ranks, and gives each a block of the result, of whatever length. */
    public final Request iReduceScatter(Buffer sendBuf, Buffer recvBuf, int[] recvCounts, Datatype type, Op op) {
        try {
            return Request.start(
                    self(), collective.reduceScatter(Form.NONBLOCKING, sendBuf, 0, recvBuf, 0, recvCounts, type, op));
        } catch (RuntimeException e) {
            throw failed(e, "iReduceScatter", sendBuf, recvBuf, recvCounts, type, op);
        }
    }

    /** Nonblocking, with arrays: reduces the elements of all ranks, and gives each a block of the result, of whatever length. */
    public final Request iReduceScatter(Object sendBuf, Object recvBuf, int[] recvCounts, Datatype type, Op op) {
        try {
            return Request.start(
                    self(), collective.reduceScatter(Form.NONBLOCKING, sendBuf, 0, recvBuf, 0, recvCounts, type, op));
        } catch (RuntimeException e) {
            throw failed(e, "iReduceScatter", sendBuf, recvBuf, recvCounts, type, op);
        }
    }

    /** The same in place. */
    public final void reduceScatter(Object buf, int[] counts, Datatype type, Op op) {
        try {
            collective
                    .reduceScatterInPlace(Form.BLOCKING, buf, counts, type, op)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "reduceScatter", buf, counts, type, op);
        }
    }

    /** Nonblocking: the same in place. */
    public final Request iReduceScatter(Buffer buf, int[] counts, Datatype type, Op op) {
        try {
            return Request.start(self(), collective.reduceScatterInPlace(Form.NONBLOCKING, buf, counts, type, op));
        } catch (RuntimeException e) {
            throw failed(e, "iReduceScatter", buf, counts, type, op);
        }
    }

    /** Nonblocking, with arrays: the same in place. */
    public final Request iReduceScatter(Object buf, int[] counts, Datatype type, Op op) {
        try {
            return Request.start(self(), collective.reduceScatterInPlace(Form.NONBLOCKING, buf, counts, type, op));
        } catch (RuntimeException e) {
            throw failed(e, "iReduceScatter", buf, counts, type, op);
        }
    }

    /** Reduces the elements of all ranks, and gives each a block of the result. */
    public final void reduceScatterBlock(Object sendBuf, Object recvBuf, int recvCount, Datatype type, Op op) {
        try {
            collective
                    .reduceScatterBlock(Form.BLOCKING, sendBuf, 0, recvBuf, 0, recvCount, type, op)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "reduceScatterBlock", sendBuf, recvBuf, recvCount, type, op);
        }
    }

    /** Nonblocking: reduces the elements of all ranks, and gives each a block of the result. */
    public final Request iReduceScatterBlock(Buffer sendBuf, Buffer recvBuf, int recvCount, Datatype type, Op op) {
        try {
            return Request.start(
                    self(),
                    collective.reduceScatterBlock(Form.NONBLOCKING, sendBuf, 0, recvBuf, 0, recvCount, type, op));
        } catch (RuntimeException e) {
            throw failed(e, "iReduceScatterBlock", sendBuf, recvBuf, recvCount, type, op);
        }
    }

    /** Nonblocking, with arrays: reduces the elements of all ranks, and gives each a block of the result. */
    public final Request iReduceScatterBlock(Object sendBuf, Object recvBuf, int recvCount, Datatype type, Op op) {
        try {
            return Request.start(
                    self(),
                    collective.reduceScatterBlock(Form.NONBLOCKING, sendBuf, 0, recvBuf, 0, recvCount, type, op));
        } catch (RuntimeException e) {
            throw failed(e, "iReduceScatterBlock", sendBuf, recvBuf, recvCount, type, op);
        }
    }

    /** The same in place. */
    public final void reduceScatterBlock(Object buf, int count, Datatype type, Op op) {
        try {
            collective
                    .reduceScatterBlockInPlace(Form.BLOCKING, buf, count, type, op)
                    .block();
        } catch (RuntimeException e) {
            throw failed(e, "reduceScatterBlock", buf, count, type, op);
        }
    }

    /** Nonblocking: the same in place. */
    public final Request iReduceScatterBlock(Buffer buf, int count, Datatype type, Op op) {
        try {
            return Request.start(self(), collective.reduceScatterBlockInPlace(Form.NONBLOCKING, buf, count, type, op));
        } catch (RuntimeException e) {
            throw failed(e, "iReduceScatterBlock", buf, count, type, op);
        }
    }

    /** Nonblocking, with arrays: the same in place. */
    public final Request iReduceScatterBlock(Object buf, int count, Datatype type, Op op) {
        try {
            return Request.start(self(), collective.reduceScatterBlockInPlace(Form.NONBLOCKING, buf, count, type, op));
        } catch (RuntimeException e) {
            throw failed(e, "iReduceScatterBlock", buf, count, type, op);
        }
    }

    /** Reduces elements of this rank without communication: {@code inOutBuf} becomes {@code inBuf op inOutBuf}. */
    public static void reduceLocal(Object inBuf, Object inOutBuf, int count, Datatype type, Op op) {
        try {
            Job.check();
            CollectiveOperations.reduceLocal(inBuf, inOutBuf, count, type, op);
        } catch (RuntimeException e) {
            throw Errors.raise(null, e, "reduceLocal", inBuf, inOutBuf, count, type, op);
        }
    }
}
