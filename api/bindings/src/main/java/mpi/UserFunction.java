package mpi;

import java.nio.ByteBuffer;

/**
 * A program's own reduction. It overrides one method: that of arrays or, which costs less, that of buffers. It must not call MPI,
 * and may run on any thread, with the context class loader of the one that has called the reduction.
 */
public abstract class UserFunction {

    /** For programs. */
    public UserFunction() {}

    /**
     * Reduces elements in arrays of the datatype's basic type: {@code inOutVec[i] = inVec[i] op inOutVec[i]}.
     *
     * @param inVec the operands on the left
     * @param inOutVec those on the right, and the results
     * @param count how many elements of the datatype there are
     */
    public void call(Object inVec, Object inOutVec, int count, Datatype datatype) {
        throw new UnsupportedOperationException("a UserFunction must override one of its two methods named call");
    }

    /**
     * Reduces elements in buffers, in the machine's order.
     *
     * @param in the operands on the left; may be read-only
     * @param inOut those on the right, and the results
     * @param count how many elements of the datatype there are
     */
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
        Object left = datatype.kind().array(in);
        Object right = datatype.kind().array(inOut);
        call(left, right, count, datatype);
        datatype.kind().store(right, inOut);
    }
}
