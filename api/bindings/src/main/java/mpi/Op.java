package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.reactivempi.Payload;

/** What a reduction does with the elements of all ranks: one of the predefined operations, or a program's own. */
public final class Op implements Freeable {

    private final String name;
    /** Of a predefined operation. */
    private final org.reactivempi.Op predefined;

    private final Function function;
    private final boolean commutative;
    private boolean freed;

    /** A program's function on elements in memory; objects are reduced in arrays. */
    private interface Function {

        void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type);

        void call(Object[] in, Object[] inOut, int count);
    }

    /** A predefined operation. */
    Op(String name, org.reactivempi.Op predefined) {
        this.name = name;
        this.predefined = predefined;
        this.function = null;
        this.commutative = true;
    }

    /** An operation of the program's. */
    public Op(UserFunction function, boolean commute) {
        this(new OfBuffers(function), commute);
    }

    /** mpiJava 1.2: an operation of the program's. */
    public Op(User_function function, boolean commute) {
        this(new OfArrays(function), commute);
    }

    /** MPJ Express: an operation of the program's; {@code code} has no meaning here. */
    public Op(User_function function, boolean commute, int code) {
        this(function, commute);
    }

    private Op(Function function, boolean commutative) {
        this.name = "a program's operation";
        this.predefined = null;
        this.function = function;
        this.commutative = commutative;
    }

    private record OfBuffers(UserFunction function) implements Function {

        OfBuffers {
            given(function);
        }

        @Override
        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
            function.call(in, inOut, count, type);
        }

        @Override
        public void call(Object[] in, Object[] inOut, int count) {
            function.call(in, inOut, count, Datatype.OBJECT);
        }
    }

    private record OfArrays(User_function function) implements Function {

        OfArrays {
            given(function);
        }

        @Override
        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
            Object result = type.kind().array(inOut);
            function.Call(type.kind().array(in), 0, result, 0, count, type);
            type.kind().store(result, inOut);
        }

        @Override
        public void call(Object[] in, Object[] inOut, int count) {
            function.Call(in, 0, inOut, 0, count, Datatype.OBJECT);
        }
    }

    private static void given(Object function) {
        if (function == null) {
            throw new MPIException(Codes.ERR_ARG, "new Op: the function is null");
        }
    }

    /** The argument of a call, which must not be null. */
    static Op given(Op op) {
        if (op == null) {
            throw new MPIException(Codes.ERR_OP, "the operation is a Java null");
        }
        return op;
    }

    /** The same for objects: no predefined operation reduces them. */
    static Op ofObjects(Op op) {
        given(op).check();
        if (op.function == null) {
            throw new MPIException(Codes.ERR_OP, "the operation " + op + " has no meaning for objects");
        }
        return op;
    }

    /** Whether operands may change places. */
    public boolean isCommutative() {
        return commutative;
    }

    /** Makes this a null handle, unless it is a predefined operation. */
    @Override
    public void free() {
        if (function == null) {
            throw Errors.raise(
                    null, new MPIException(Codes.ERR_OP, this + " is predefined, and can't be freed"), "free");
        }
        freed = true;
    }

    /** Whether this is a null handle. */
    public boolean isNull() {
        return freed;
    }

    private void checkNotFreed() {
        if (freed) {
            throw new MPIException(Codes.ERR_OP, "the operation is null: it has been freed");
        }
    }

    private void check() {
        checkNotFreed();
        if (predefined == org.reactivempi.Op.REPLACE || predefined == org.reactivempi.Op.NO_OP) {
            throw new MPIException(Codes.ERR_OP, this + " is for one-sided communication, not for reductions");
        }
    }

    /** The core's operation for elements of a type. */
    org.reactivempi.Op core(Datatype type) {
        check();
        if (type == null) {
            throw new MPIException(Codes.ERR_TYPE, "the datatype is null");
        }
        if (function == null) {
            org.reactivempi.Op other = OtherReductions.of(name, type.core());
            return other == null ? predefined : other;
        }
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        boolean dense = type.isDense();
        org.reactivempi.Op made = org.reactivempi.Op.of((left, right, core, count) -> {
            if (dense) {
                call(loader, left.slice(), right.slice(), count, type);
            } else {
                ByteBuffer inOut = spread(right, count, type);
                call(loader, spread(left, count, type), inOut, count, type);
                Payload.of(UserMemory.of(inOut, count, type)).copyTo(0, right.duplicate());
            }
        });
        return commutative ? made.commutative() : made;
    }

    /** The core's operation for elements at the target of one-sided communication, where no function of a program runs. */
    org.reactivempi.Op atTarget(Datatype type) {
        checkNotFreed();
        if (function != null) {
            throw new MPIException(
                    Codes.ERR_OP, "one-sided communication has the predefined operations only, and not " + this);
        }
        if (predefined == org.reactivempi.Op.PROD && type != null && OtherReductions.isComplex(type.core())) {
            // The core would multiply the parts.
            throw new MPIException(Codes.ERR_OP, this + " has no meaning for " + type + " in one-sided communication");
        }
        return predefined;
    }

    /** Elements as they lie in memory, with their gaps, of those of a message. */
    private static ByteBuffer spread(ByteBuffer packed, int count, Datatype type) {
        long bytes = type.core().trueLowerBoundBytes()
                + type.core().extentBytes() * Math.max(0, count - 1)
                + type.core().trueExtentBytes();
        ByteBuffer memory = ByteBuffer.allocate(
                        Math.toIntExact(Math.max(bytes, count * type.core().extentBytes())))
                .order(ByteOrder.nativeOrder());
        Payload.of(UserMemory.of(memory, count, type)).copyFrom(0, packed.duplicate());
        return memory;
    }

    private void call(ClassLoader loader, ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
        inside(
                loader,
                () -> function.call(
                        in.order(ByteOrder.nativeOrder()), inOut.order(ByteOrder.nativeOrder()), count, type));
    }

    /** Reduces objects: {@code inOut[i] = in[i] op inOut[i]}. */
    void reduce(Object[] in, Object[] inOut, int count) {
        inside(Thread.currentThread().getContextClassLoader(), () -> function.call(in, inOut, count));
    }

    private static void inside(ClassLoader loader, Runnable call) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Job.inFunction(call);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** The name of a predefined operation. */
    @Override
    public String toString() {
        return name;
    }
}
