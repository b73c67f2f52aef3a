package org.reactivempi.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.jackson.Samples.bytes;
import static org.reactivempi.jackson.Samples.roundTrip;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Codec;
import org.reactivempi.jackson.Samples.Circle;
import org.reactivempi.jackson.Samples.Holder;
import org.reactivempi.jackson.Samples.Named;
import org.reactivempi.jackson.Samples.Point;
import org.reactivempi.jackson.Samples.Shape;
import org.reactivempi.jackson.Samples.Square;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.cbor.CBORMapper;

class JacksonCodecsTest {

    private static final TypeReference<List<Point>> POINTS = new TypeReference<>() {};
    private static final TypeReference<Named<List<Point>>> NAMED_POINTS = new TypeReference<>() {};
    private static final TypeReference<List<Shape>> SHAPES = new TypeReference<>() {};

    @Test
    @DisplayName("TYP-5 records and generic types come back as they were")
    void records() {
        Point point = new Point(1, -2);
        assertThat(roundTrip(JacksonCodecs.json(Point.class), point)).isEqualTo(point);
        assertThat(roundTrip(JacksonCodecs.cbor(Point.class), point)).isEqualTo(point);

        List<Point> points = List.of(point, new Point(3, 4));
        assertThat(roundTrip(JacksonCodecs.json(POINTS), points)).isEqualTo(points);
        assertThat(roundTrip(JacksonCodecs.cbor(POINTS), points)).isEqualTo(points);

        Named<List<Point>> named = new Named<>("Grüße", points);
        assertThat(roundTrip(JacksonCodecs.json(NAMED_POINTS), named)).isEqualTo(named);
        assertThat(roundTrip(JacksonCodecs.cbor(NAMED_POINTS), named)).isEqualTo(named);
    }

    @Test
    @DisplayName("TYP-5 the format is the one that was asked for")
    void formats() {
        Codec<Point> json = JacksonCodecs.json(Point.class);
        assertThat(bytes(json, new Point(1, 2))).asString().isEqualTo("{\"x\":1,\"y\":2}");
        assertThat(bytes(JacksonCodecs.cbor(Point.class), new Point(1, 2)))
                .containsExactly(0xBF, 0x61, 'x', 1, 0x61, 'y', 2, 0xFF);
        assertThat(json).hasToString("JSON of " + Point.class.getName());
    }

    @Test
    @DisplayName("TYP-5 properties that the receiver doesn't know are skipped, and objects that are missing are null")
    void otherProperties() {
        Codec<Named<String>> codec = JacksonCodecs.json(new TypeReference<Named<String>>() {});
        assertThat(codec.decode(text("{\"name\":\"a\",\"more\":[{}]}"))).isEqualTo(new Named<>("a", null));
        assertThat(roundTrip(codec, new Named<>("a", null))).isEqualTo(new Named<>("a", null));
    }

    @Test
    @DisplayName("TYP-5 a value of some megabytes comes back as it was")
    void big() {
        Named<String> text = new Named<>("big", "äöü ".repeat(1_000_000));
        TypeReference<Named<String>> ofText = new TypeReference<>() {};
        assertThat(roundTrip(JacksonCodecs.json(ofText), text).equals(text)).isTrue();
        assertThat(roundTrip(JacksonCodecs.cbor(ofText), text).equals(text)).isTrue();

        int[] numbers = new int[500_000];
        Arrays.setAll(numbers, i -> i * 7919);
        assertThat(Arrays.equals(roundTrip(JacksonCodecs.json(int[].class), numbers), numbers))
                .isTrue();
        assertThat(Arrays.equals(roundTrip(JacksonCodecs.cbor(int[].class), numbers), numbers))
                .isTrue();
    }

    @Test
    @DisplayName("TYP-5 memory of every kind is read, from its position to its limit")
    void kindsOfMemory() {
        Point point = new Point(1, 2);
        for (Codec<Point> codec : List.of(JacksonCodecs.json(Point.class), JacksonCodecs.cbor(Point.class))) {
            byte[] bytes = bytes(codec, point);
            for (UnaryOperator<ByteBuffer> kind : KINDS) {
                ByteBuffer padded = ByteBuffer.allocate(bytes.length + 20).put(7, bytes);
                ByteBuffer payload = kind.apply(padded).position(7).limit(7 + bytes.length);
                assertThat(codec.decode(payload)).isEqualTo(point);
            }
        }
    }

    private static final List<UnaryOperator<ByteBuffer>> KINDS = List.of(
            UnaryOperator.identity(),
            ByteBuffer::asReadOnlyBuffer,
            bytes -> ByteBuffer.allocateDirect(bytes.capacity()).put(bytes).clear(),
            bytes -> ByteBuffer.allocate(bytes.capacity() + 3)
                    .position(3)
                    .slice()
                    .put(bytes)
                    .clear());

    @Test
    @DisplayName("TYP-5 a program's own mapper is used")
    void ownMapper() {
        JsonMapper json = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.UPPER_CAMEL_CASE)
                .build();
        CBORMapper cbor = CBORMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.UPPER_CAMEL_CASE)
                .build();
        assertThat(bytes(JacksonCodecs.json(Point.class, json), new Point(1, 2)))
                .asString()
                .isEqualTo("{\"X\":1,\"Y\":2}");
        assertThat(bytes(JacksonCodecs.json(POINTS, json), List.of(new Point(1, 2))))
                .asString()
                .isEqualTo("[{\"X\":1,\"Y\":2}]");
        assertThat(bytes(JacksonCodecs.cbor(Point.class, cbor), new Point(1, 2)))
                .contains('X', 'Y');
        assertThat(bytes(JacksonCodecs.cbor(POINTS, cbor), List.of(new Point(1, 2))))
                .contains('X', 'Y');
    }

    @Test
    @DisplayName("TYP-5 types that say which others stand for them come back as what they were, also in a list")
    void annotatedTypes() {
        List<Shape> shapes = List.of(new Circle(1.5), new Square(2));
        assertThat(roundTrip(JacksonCodecs.json(SHAPES), shapes)).isEqualTo(shapes);
        assertThat(roundTrip(JacksonCodecs.cbor(SHAPES), shapes)).isEqualTo(shapes);
        assertThat(roundTrip(JacksonCodecs.json(Shape.class), new Square(3))).isEqualTo(new Square(3));
    }

    @Test
    @DisplayName("TYP-5 bytes that name a class get a map, and no object of that class")
    void classNamesAreText() {
        String attack = "{\"content\":{\"@class\":\"java.io.File\",\"path\":\"/etc/passwd\"}}";
        assertThat(JacksonCodecs.json(Holder.class).decode(text(attack)))
                .isEqualTo(new Holder(Map.of("@class", "java.io.File", "path", "/etc/passwd")));
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
