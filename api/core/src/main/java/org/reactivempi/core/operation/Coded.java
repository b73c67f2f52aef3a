package org.reactivempi.core.operation;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.reactivempi.Codec;
import org.reactivempi.ErrorClass;
import org.reactivempi.Message;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;

/** Values as messages: what codecs throw is told in the contract's words. */
public final class Coded {

    private Coded() {}

    /** What a codec makes of a value, checked. */
    public static <T> Payload encode(T value, Codec<T> codec) {
        try {
            Payload data = Payload.of(Objects.requireNonNull(codec.encode(value), "the codec gave null"));
            data.check(false);
            return data;
        } catch (MpiException known) {
            throw known;
        } catch (Throwable thrown) {
            throw failed("the codec could not write a value: ", thrown);
        }
    }

    /** What a codec makes of a message that came to {@code ranks}. */
    public static <T> T decode(Message message, Codec<T> codec, RankMap ranks) {
        if (message.lengthBytes() > codec.longestBytes()) {
            Status status = message.status();
            throw new TruncationException(status, codec.longestBytes(), ranks.inWords(status.source()));
        }
        return decode(message.payload(), codec);
    }

    /** What a codec makes of a payload. */
    public static <T> T decode(ByteBuffer payload, Codec<T> codec) {
        try {
            return Objects.requireNonNull(codec.decode(payload), "the codec gave null");
        } catch (MpiException known) {
            throw known;
        } catch (Throwable thrown) {
            throw failed("the codec could not read a value: ", thrown);
        }
    }

    /** Errors as well: another rank waits for what becomes of the value. */
    private static MpiException failed(String what, Throwable thrown) {
        return new MpiException(ErrorClass.CONVERSION, what + ErrorText.inWords(thrown), thrown);
    }
}
