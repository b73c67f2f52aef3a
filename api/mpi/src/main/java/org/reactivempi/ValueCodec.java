package org.reactivempi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Function;

/** One primitive as payload. */
final class ValueCodec<T> implements Codec<T> {

    private final Datatype datatype;
    private final Function<T, Buffer> buffer;
    private final Function<ByteBuffer, T> value;

    ValueCodec(Datatype datatype, Function<T, Buffer> buffer, Function<ByteBuffer, T> value) {
        this.datatype = datatype;
        this.buffer = buffer;
        this.value = value;
    }

    @Override
    public Buffer encode(T value) {
        return buffer.apply(value);
    }

    @Override
    public T decode(ByteBuffer payload) {
        if (payload.remaining() != datatype.sizeBytes()) {
            throw new MpiException(
                    ErrorClass.CONVERSION,
                    "payload of " + payload.remaining() + " bytes is no " + datatype + ", which has "
                            + datatype.sizeBytes());
        }
        return value.apply(payload.order(ByteOrder.LITTLE_ENDIAN));
    }
}
