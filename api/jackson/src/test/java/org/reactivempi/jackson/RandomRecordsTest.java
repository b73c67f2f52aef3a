package org.reactivempi.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.jackson.Samples.bytes;
import static org.reactivempi.jackson.Samples.roundTrip;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Codec;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.jackson.Samples.Colour;
import org.reactivempi.jackson.Samples.Everything;
import org.reactivempi.jackson.Samples.Point;

/** Random records there and back, and their bytes with random mistakes. */
class RandomRecordsTest {

    private static final int MUTATIONS = 20_000;
    private static final List<Codec<Everything>> BOTH =
            List.of(JacksonCodecs.json(Everything.class), JacksonCodecs.cbor(Everything.class));

    @Property(tries = 500)
    void recordsComeBackAsTheyWere(@ForAll long seed, @ForAll String text) {
        // Half a surrogate pair is no text, and refused.
        boolean whole = StandardCharsets.UTF_8.newEncoder().canEncode(text);
        Everything value = new Values(new Random(seed)).everything(whole ? text : "");
        for (Codec<Everything> codec : BOTH) {
            assertThat(roundTrip(codec, value)).isEqualTo(value);
        }
    }

    @Test
    @DisplayName("TYP-5 of bytes with random mistakes becomes a value or an error of class CONVERSION, nothing else")
    void mutations() {
        for (Codec<Everything> codec : BOTH) {
            Random random = new Random(7);
            Values values = new Values(random);
            int refused = 0;
            for (int i = 0; i < MUTATIONS; i++) {
                ByteBuffer bytes = ByteBuffer.wrap(mutated(bytes(codec, values.everything("Grüße")), random));
                try {
                    // From the array itself, or piece by piece.
                    assertThat(codec.decode(i % 2 == 0 ? bytes : bytes.asReadOnlyBuffer()))
                            .isNotNull();
                } catch (MpiException e) {
                    assertThat(e.errorClass()).isEqualTo(ErrorClass.CONVERSION);
                    refused++;
                }
            }
            assertThat(refused).isBetween(MUTATIONS / 10, MUTATIONS - 1);
        }
    }

    /** One to four bytes changed, moved or taken out, or the end cut off. */
    private static byte[] mutated(byte[] bytes, Random random) {
        for (int changes = random.nextInt(4); changes >= 0; changes--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        int from = random.nextInt(bytes.length);
        return switch (random.nextInt(4)) {
            case 0 -> Arrays.copyOf(bytes, from);
            case 1 -> Arrays.copyOfRange(bytes, from, bytes.length);
            case 2 -> Arrays.copyOf(bytes, bytes.length + random.nextInt(9));
            default -> bytes;
        };
    }

    private record Values(Random random) {

        Everything everything(String text) {
            return new Everything(
                    random.nextBoolean(),
                    (byte) random.nextInt(),
                    (short) random.nextInt(),
                    (char) random.nextInt(Character.MIN_SURROGATE),
                    random.nextInt(),
                    random.nextLong(),
                    Float.intBitsToFloat(random.nextInt()),
                    Double.longBitsToDouble(random.nextLong()),
                    orNull(() -> text),
                    orNull(() -> Colour.values()[random.nextInt(2)]),
                    orNull(() -> new BigInteger(random.nextInt(200), random)),
                    orNull(() -> new BigDecimal(new BigInteger(random.nextInt(200), random), random.nextInt(40) - 20)),
                    orNull(() -> new UUID(random.nextLong(), random.nextLong())),
                    orNull(() -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000))),
                    orNull(() -> LocalDate.ofEpochDay(random.nextInt(100_000))),
                    Optional.ofNullable(orNull(() -> text)),
                    orNull(this::point),
                    points(),
                    counts());
        }

        private Point point() {
            return new Point(random.nextInt(), random.nextInt());
        }

        private List<Point> points() {
            List<Point> points = new ArrayList<>();
            for (int left = random.nextInt(4); left > 0; left--) {
                points.add(point());
            }
            return points;
        }

        private Map<String, Long> counts() {
            Map<String, Long> counts = new LinkedHashMap<>();
            for (int left = random.nextInt(4); left > 0; left--) {
                counts.put("key " + random.nextInt(), random.nextLong());
            }
            return counts;
        }

        private <T> @Nullable T orNull(Supplier<T> value) {
            return random.nextInt(4) == 0 ? null : value.get();
        }
    }
}
