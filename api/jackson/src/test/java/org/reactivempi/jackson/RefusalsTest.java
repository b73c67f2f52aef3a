package org.reactivempi.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.reactivempi.jackson.Samples.bytes;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Codec;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.jackson.Samples.Broken;
import org.reactivempi.jackson.Samples.Colour;
import org.reactivempi.jackson.Samples.Holder;
import org.reactivempi.jackson.Samples.Named;
import org.reactivempi.jackson.Samples.Point;
import org.reactivempi.jackson.Samples.Positive;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import tools.jackson.databind.jsontype.PolymorphicTypeValidator;
import tools.jackson.dataformat.cbor.CBORMapper;

class RefusalsTest {

    private static final PolymorphicTypeValidator EVERYTHING = BasicPolymorphicTypeValidator.builder()
            .allowIfBaseType(Object.class)
            .build();
    private static final List<Codec<Point>> BOTH =
            List.of(JacksonCodecs.json(Point.class), JacksonCodecs.cbor(Point.class));

    @Test
    @DisplayName("TYP-5 a mapper with default typing is refused, since bytes would then choose classes")
    void defaultTyping() {
        for (DefaultTyping typing : DefaultTyping.values()) {
            JsonMapper json = JsonMapper.builder()
                    .activateDefaultTyping(EVERYTHING, typing)
                    .build();
            CBORMapper cbor = CBORMapper.builder()
                    .activateDefaultTyping(EVERYTHING, typing)
                    .build();
            assertFails(ErrorClass.ARG, () -> JacksonCodecs.json(Point.class, json));
            assertFails(ErrorClass.ARG, () -> JacksonCodecs.json(new TypeReference<List<Holder>>() {}, json));
            assertFails(ErrorClass.ARG, () -> JacksonCodecs.cbor(new TypeReference<List<Holder>>() {}, cbor));
            assertThat(assertFails(ErrorClass.ARG, () -> JacksonCodecs.cbor(Holder.class, cbor)))
                    .hasMessageContaining("default typing")
                    .hasMessageContaining("@JsonTypeInfo");
        }
    }

    @Test
    @DisplayName("TYP-5 a default typing that was taken back is none")
    void defaultTypingTakenBack() {
        JsonMapper json = JsonMapper.builder()
                .activateDefaultTyping(EVERYTHING)
                .deactivateDefaultTyping()
                .build();
        assertThat(Samples.roundTrip(JacksonCodecs.json(Point.class, json), new Point(1, 2)))
                .isEqualTo(new Point(1, 2));
    }

    @Test
    @DisplayName("TYP-5 null instead of a value fails on both sides")
    void nulls() {
        for (Codec<Point> codec : BOTH) {
            assertThat(assertConversionFails(() -> codec.encode(null))).hasMessageContaining("it is null");
        }
        assertThat(assertConversionFails(() -> decode(Point.class, "null"))).hasMessageContaining("it is null");
        assertConversionFails(() -> BOTH.get(1).decode(ByteBuffer.wrap(new byte[] {(byte) 0xF6})));
    }

    @Test
    @DisplayName("TYP-5 an error names the type, the length and Jackson's reason")
    void reasons() {
        assertThat(assertConversionFails(() -> decode(Point.class, "{\"x\":true,\"y\":1}")))
                .hasMessageStartingWith("cannot read a " + Point.class.getName() + " from 16 bytes of JSON: ")
                .hasMessageContaining("Boolean value")
                .hasMessageContaining("[\"x\"]");
        assertThat(assertConversionFails(() -> decode(Positive.class, "{\"value\":-1}")))
                .hasMessageContaining("-1 is not positive")
                .hasStackTraceContaining("Positive.<init>");
        assertThat(assertConversionFails(() -> JacksonCodecs.json(Broken.class).encode(new Broken(3))))
                .hasMessageStartingWith("cannot write a " + Broken.class.getName() + " as JSON: no other than 3")
                .hasStackTraceContaining("Broken.getOther");
    }

    @Test
    @DisplayName("TYP-5 an empty payload, a part of one, and one with more behind it are errors")
    void cutAndLengthened() {
        for (Codec<Point> codec : BOTH) {
            byte[] bytes = bytes(codec, new Point(1, 2));
            for (int length = 0; length < bytes.length; length++) {
                ByteBuffer part = ByteBuffer.wrap(bytes, 0, length);
                assertConversionFails(() -> codec.decode(part));
            }
            byte[] twice = Arrays.copyOf(bytes, 2 * bytes.length);
            System.arraycopy(bytes, 0, twice, bytes.length, bytes.length);
            assertConversionFails(() -> codec.decode(ByteBuffer.wrap(twice)));
        }
    }

    @Test
    @DisplayName("TYP-5 neither an error's message nor its stack trace quotes a long payload")
    void longPayloads() {
        String text = "x".repeat(100_000);
        for (Class<?> type : List.of(Point.class, Colour.class, UUID.class, Integer.class)) {
            for (String json : List.of("\"" + text + "\"", text, "1".repeat(900), "[\"" + text + "\"]")) {
                assertBrief(assertConversionFails(() -> decode(type, json)));
            }
        }
        assertBrief(assertConversionFails(() -> JacksonCodecs.json(Object.class).encode(Samples.endless())));
        assertBrief(assertConversionFails(() -> decode(Object.class, "[".repeat(100_000))));
    }

    @Test
    @DisplayName("TYP-5 a payload of another type, or in the other format, is an error")
    void otherType() {
        byte[] named = bytes(JacksonCodecs.cbor(new TypeReference<Named<String>>() {}), new Named<>("a", "b"));
        for (Codec<Point> codec : BOTH) {
            assertConversionFails(() -> codec.decode(ByteBuffer.wrap(named)));
        }
        byte[] json = bytes(BOTH.get(0), new Point(1, 2));
        assertConversionFails(() -> BOTH.get(1).decode(ByteBuffer.wrap(json)));
    }

    private static void assertBrief(MpiException error) {
        assertThat(error.getMessage()).hasSizeLessThan(700);
        StringWriter trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString()).hasSizeLessThan(30_000);
    }

    private static <T> T decode(Class<T> type, String json) {
        return JacksonCodecs.json(type).decode(ByteBuffer.wrap(json.getBytes(StandardCharsets.UTF_8)));
    }

    private static MpiException assertConversionFails(ThrowingCallable call) {
        return assertFails(ErrorClass.CONVERSION, call);
    }

    private static MpiException assertFails(ErrorClass errorClass, ThrowingCallable call) {
        MpiException error = catchThrowableOfType(MpiException.class, call);
        assertThat(error).isNotNull();
        assertThat(error.errorClass()).isEqualTo(errorClass);
        return error;
    }
}
