package org.reactivempi.core.collective.stream;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.reactivempi.Codec;
import org.reactivempi.ErrorClass;
import org.reactivempi.FromRank;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.core.operation.HeapMemory;

/** Values as bytes, as they travel and wait. */
final class Elements {

    private Elements() {}

    static <T> Payload encoded(Codec<T> codec, T value) {
        Payload data = Payload.of(Objects.requireNonNull(codec.encode(value), "the codec gave null"));
        data.check(false);
        return data;
    }

    static byte[] bytes(Payload data) {
        return bytes(data, 0);
    }

    /** With room for so many bytes ahead of them. */
    private static byte[] bytes(Payload data, int ahead) {
        long length = data.lengthBytes() + ahead;
        if (length > HeapMemory.LONGEST_ARRAY) {
            throw new MpiException(
                    ErrorClass.NO_MEM,
                    "an element of " + data.lengthBytes() + " bytes is too long, at most " + HeapMemory.LONGEST_ARRAY
                            + " are possible");
        }
        byte[] bytes = new byte[(int) length];
        data.copyTo(0, ByteBuffer.wrap(bytes, ahead, bytes.length - ahead).slice());
        return bytes;
    }

    static <T> T decoded(Codec<T> codec, byte[] element) {
        return decoded(codec, ByteBuffer.wrap(element));
    }

    private static <T> T decoded(Codec<T> codec, ByteBuffer element) {
        return Objects.requireNonNull(codec.decode(element.order(ByteOrder.LITTLE_ENDIAN)), "the codec gave null");
    }

    /** A value after the rank that it is from. */
    static <T> byte[] fromRank(int rank, Codec<T> codec, T value) {
        byte[] element = bytes(encoded(codec, value), Integer.BYTES);
        ByteBuffer.wrap(element).order(ByteOrder.LITTLE_ENDIAN).putInt(rank);
        return element;
    }

    static <T> FromRank<T> fromRank(Codec<T> codec, byte[] element) {
        ByteBuffer bytes = ByteBuffer.wrap(element).order(ByteOrder.LITTLE_ENDIAN);
        int rank = bytes.getInt();
        return new FromRank<>(rank, decoded(codec, bytes.slice()));
    }

    static byte[] count(long count) {
        return ByteBuffer.allocate(Long.BYTES).putLong(count).array();
    }

    static long count(byte[] element) {
        return ByteBuffer.wrap(element).getLong();
    }
}
