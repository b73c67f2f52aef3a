package mpi;

/** How a call was written, and what follows from that for its memory. */
enum Form {
    /** Open MPI's, which blocks. */
    BLOCKING,
    /** Open MPI's that gives a request. */
    NONBLOCKING,
    /** mpiJava's, which refuses arrays of other elements than the datatype's. */
    MPIJAVA;

    boolean isStrict() {
        return this == MPIJAVA;
    }

    /** Whether the call sends serialized objects. One that gives a request refuses them, as {@link UserMemory} says. */
    boolean sendsObjects(Datatype type) {
        return this != NONBLOCKING && type != null && type.isObject();
    }

    /** The same for a call with a root, whose unused type may be anything, also null, on some ranks. */
    boolean sendsObjects(Datatype sendType, Datatype recvType) {
        return sendsObjects(sendType) || sendsObjects(recvType);
    }
}
