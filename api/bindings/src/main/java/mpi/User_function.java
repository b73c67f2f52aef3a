package mpi;

/**
 * mpiJava 1.2: a program's own reduction. It must not call MPI, and may run on any thread, with the context class loader of the one that has
 * called the reduction.
 */
public abstract class User_function {

    /** For programs. */
    public User_function() {}

    /**
     * Reduces elements: {@code inoutvec[inoutoff + i] = invec[inoff + i] op inoutvec[inoutoff + i]}.
     *
     * @param invec an array with the operands on the left
     * @param inoff where they begin
     * @param inoutvec an array with those on the right, and the results
     * @param inoutoff where they begin
     * @param count how many elements of the datatype there are
     */
    public abstract void Call(Object invec, int inoff, Object inoutvec, int inoutoff, int count, Datatype datatype);
}
