package org.reactivempi.spring.codec;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Codec;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.SendBuffer;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.Decoder;
import org.springframework.core.codec.Encoder;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.util.MimeType;

/**
 * A codec made of Spring's encoder and decoder for one type, as those of WebFlux and RSocket are.
 *
 * @param <T> the type of the values
 * @since 0.1
 */
public final class SpringCodec<T> implements Codec<T> {

    private final ResolvableType type;
    private final MimeType mimeType;
    private final Encoder<T> encoder;
    private final Decoder<T> decoder;

    private SpringCodec(ResolvableType type, MimeType mimeType, Encoder<T> encoder, Decoder<T> decoder) {
        this.type = type;
        this.mimeType = mimeType;
        this.encoder = encoder;
        this.decoder = decoder;
    }

    /**
     * A codec for values of a type.
     *
     * @param type what the values are
     * @param mimeType one of the formats that encoder and decoder have
     * @param encoder writes one value into a buffer
     * @param decoder reads one value from a buffer
     * @param <T> what the values are
     * @return the codec
     */
    @SuppressWarnings("unchecked")
    public static <T> SpringCodec<T> of(
            ResolvableType type, MimeType mimeType, Encoder<?> encoder, Decoder<?> decoder) {
        return new SpringCodec<>(type, mimeType, (Encoder<T>) encoder, (Decoder<T>) decoder);
    }

    @Override
    public SendBuffer encode(T value) {
        try {
            return bytes(encoder.encodeValue(value, DefaultDataBufferFactory.sharedInstance, type, mimeType, null));
        } catch (RuntimeException e) {
            throw new MpiException(
                    ErrorClass.CONVERSION, "cannot write a " + type + " as " + mimeType + ": " + e.getMessage(), e);
        }
    }

    private static Buffer bytes(DataBuffer data) {
        try {
            byte[] bytes = new byte[data.readableByteCount()];
            data.read(bytes);
            return Buffers.of(bytes);
        } finally {
            DataBufferUtils.release(data);
        }
    }

    @Override
    public T decode(ByteBuffer payload) {
        int length = payload.remaining();
        @Nullable T value;
        try {
            value = decoder.decode(DefaultDataBufferFactory.sharedInstance.wrap(payload), type, mimeType, null);
        } catch (RuntimeException e) {
            throw notRead(length, String.valueOf(e.getMessage()), e);
        }
        if (value == null) {
            throw notRead(length, "it is null", null);
        }
        return value;
    }

    private MpiException notRead(int length, String reason, @Nullable Throwable cause) {
        return new MpiException(
                ErrorClass.CONVERSION,
                "cannot read a " + type + " from " + length + " bytes of " + mimeType + ": " + reason,
                cause);
    }

    @Override
    public String toString() {
        return mimeType + " of " + type;
    }
}
