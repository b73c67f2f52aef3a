package org.reactivempi;

import java.nio.ByteBuffer;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Primitive arrays as payload: what {@link Buffer} does to an array, both ways. */
final class ArrayCodec<A> implements Codec<A> {

    private final Datatype datatype;
    private final IntFunction<A> newArray;
    private final Function<A, Buffer> buffer;

    ArrayCodec(Datatype datatype, IntFunction<A> newArray, Function<A, Buffer> buffer) {
        this.datatype = datatype;
        this.newArray = newArray;
        this.buffer = buffer;
    }

    @Override
    public Buffer encode(A value) {
        return buffer.apply(value);
    }

    @Override
    public A decode(ByteBuffer payload) {
        int size = datatype.sizeBytes();
        if (payload.remaining() % size != 0) {
            throw new MpiException(
                    ErrorClass.CONVERSION,
                    "payload of " + payload.remaining() + " bytes is no multiple of the " + size + " bytes of "
                            + datatype);
        }
        A array = newArray.apply(payload.remaining() / size);
        buffer.apply(array).copyFrom(0, payload);
        return array;
    }
}
