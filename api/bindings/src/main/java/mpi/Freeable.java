package mpi;

/** What a program may free before it is collected. */
public interface Freeable {

    /** Frees it; afterwards it is a null handle. */
    void free();
}
