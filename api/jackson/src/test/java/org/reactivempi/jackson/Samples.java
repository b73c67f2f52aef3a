package org.reactivempi.jackson;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.Message;
import org.reactivempi.Payload;
import org.reactivempi.SendBuffer;
import org.reactivempi.Status;

/** What the tests write and read. */
final class Samples {

    enum Colour {
        RED,
        GREEN
    }

    record Point(int x, int y) {}

    record Named<T>(String name, T value) {}

    record Everything(
            boolean flag,
            byte small,
            short shorter,
            char letter,
            int number,
            long longer,
            float real,
            double precise,
            @Nullable String text,
            @Nullable Colour colour,
            @Nullable BigInteger integer,
            @Nullable BigDecimal decimal,
            @Nullable UUID id,
            @Nullable Instant instant,
            @Nullable LocalDate day,
            Optional<String> maybe,
            @Nullable Point point,
            List<Point> points,
            Map<String, Long> counts) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes({@JsonSubTypes.Type(Circle.class), @JsonSubTypes.Type(Square.class)})
    sealed interface Shape permits Circle, Square {}

    record Circle(double radius) implements Shape {}

    record Square(double side) implements Shape {}

    /** Anything may be in it, so default typing would let the bytes decide what. */
    record Holder(Object content) {}

    record Positive(int value) {
        Positive {
            if (value <= 0) {
                throw new IllegalArgumentException(value + " is not positive");
            }
        }
    }

    /** Cannot be written. */
    record Broken(int value) {
        public int getOther() {
            throw new IllegalStateException("no other than " + value);
        }
    }

    private Samples() {}

    static <T> T roundTrip(Codec<T> codec, T value) {
        byte[] bytes = bytes(codec, value);
        return Message.of(Status.of(0, 0, bytes.length), bytes).as(codec);
    }

    static <T> byte[] bytes(Codec<T> codec, T value) {
        SendBuffer encoded = codec.encode(value);
        Payload.of(encoded).check(false);
        byte[] bytes = new byte[(int) encoded.lengthBytes()];
        Payload.of(encoded).copyTo(0, ByteBuffer.wrap(bytes));
        return bytes;
    }

    /** A list that contains itself. */
    static List<Object> endless() {
        List<Object> list = new ArrayList<>();
        list.add(list);
        return list;
    }
}
