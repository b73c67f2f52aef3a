package org.reactivempi.jackson;

import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffers;
import org.reactivempi.Codec;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.SendBuffer;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.util.ByteBufferBackedInputStream;

/** Values of one type, in the format of a mapper. */
final class MapperCodec<T> implements Codec<T> {

    private final String format;
    private final JavaType type;
    private final ObjectWriter writer;
    private final ObjectReader reader;

    private MapperCodec(JavaType type, ObjectMapper mapper) {
        this.format = mapper.tokenStreamFactory().getFormatName();
        this.type = type;
        this.writer = mapper.writerFor(type);
        this.reader = mapper.readerFor(type);
    }

    static <T> Codec<T> of(Type type, ObjectMapper mapper) {
        JavaType javaType = mapper.constructType(type);
        if (mapper.deserializationConfig().getDefaultTyper(javaType) != null) {
            throw new MpiException(
                    ErrorClass.ARG,
                    "the mapper has default typing activated, with which the bytes of a message name the classes to be made"
                            + " of them; annotate the types instead, with @JsonTypeInfo and @JsonSubTypes");
        }
        return new MapperCodec<>(javaType, mapper);
    }

    @Override
    public SendBuffer encode(T value) {
        // Users who don't check for null may well pass it.
        if ((Object) value == null) {
            throw notWritten("it is null", null);
        }
        try {
            return Buffers.bytes(writer.writeValueAsBytes(value));
        } catch (RuntimeException e) {
            throw notWritten(Reason.of(e), Reason.cause(e));
        }
    }

    @Override
    public T decode(ByteBuffer payload) {
        int length = payload.remaining();
        @Nullable T value;
        try {
            value = read(payload);
        } catch (RuntimeException e) {
            throw notRead(length, Reason.of(e), Reason.cause(e));
        }
        if (value == null) {
            throw notRead(length, "it is null", null);
        }
        return value;
    }

    // A message's payload is read-only, and hides its array; then the parser reads it piece by piece.
    private @Nullable T read(ByteBuffer payload) {
        return payload.hasArray()
                ? reader.readValue(payload.array(), payload.arrayOffset() + payload.position(), payload.remaining())
                : reader.readValue(new ByteBufferBackedInputStream(payload));
    }

    private MpiException notWritten(String reason, @Nullable Throwable cause) {
        return new MpiException(
                ErrorClass.CONVERSION, "cannot write a " + type.toCanonical() + " as " + format + ": " + reason, cause);
    }

    private MpiException notRead(int length, String reason, @Nullable Throwable cause) {
        return new MpiException(
                ErrorClass.CONVERSION,
                "cannot read a " + type.toCanonical() + " from " + length + " bytes of " + format + ": " + reason,
                cause);
    }

    @Override
    public String toString() {
        return format + " of " + type.toCanonical();
    }
}
