package org.reactivempi;

/**
 * The values of MPI's constants. Programs know them as those of {@link Mpi}, which needs the whole contract to run a program; what needs no
 * more than a constant takes it from here.
 */
final class Constants {

    static final int ANY_SOURCE = -1;
    static final int PROC_NULL = -2;
    static final int ANY_TAG = -1;
    static final int ROOT = -4;
    static final int UNDEFINED = -32766;
    static final int BSEND_OVERHEAD_BYTES = 32;
    static final int MAX_OBJECT_NAME = 128;
    static final int MAX_STRING_TAG = 256;
    static final int STREAM_PREFETCH = 32;

    private Constants() {}
}
