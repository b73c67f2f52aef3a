package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CodecsTest {

    @Test
    @DisplayName("TYP-5 arrays come back as they were")
    void arrays() {
        byte[] bytes = {1, -2, 3};
        int[] ints = {Integer.MIN_VALUE, 0, 7};
        long[] longs = {Long.MIN_VALUE, 0, 7};
        double[] doubles = {Double.NaN, -0.0, Math.PI};

        assertThat(roundTrip(Codecs.bytes(), bytes)).isEqualTo(bytes);
        assertThat(roundTrip(Codecs.ints(), ints)).isEqualTo(ints);
        assertThat(roundTrip(Codecs.longs(), longs)).isEqualTo(longs);
        assertThat(roundTrip(Codecs.doubles(), doubles)).isEqualTo(doubles);
        assertThat(roundTrip(Codecs.ints(), new int[0])).isEmpty();
    }

    @Test
    @DisplayName("TYP-5 arrays of the small types come back as they were")
    void smallArrays() {
        boolean[] booleans = {true, false, true};
        short[] shorts = {Short.MIN_VALUE, 0, 7};
        char[] chars = {'a', Character.MAX_VALUE, 0};
        float[] floats = {Float.NaN, -0.0f, Float.MIN_VALUE};

        assertThat(roundTrip(Codecs.booleans(), booleans)).isEqualTo(booleans);
        assertThat(roundTrip(Codecs.shorts(), shorts)).isEqualTo(shorts);
        assertThat(roundTrip(Codecs.chars(), chars)).isEqualTo(chars);
        assertThat(roundTrip(Codecs.floats(), floats)).isEqualTo(floats);
    }

    @Test
    @DisplayName("TYP-5 single values come back as they were")
    void values() {
        assertThat(roundTrip(Codecs.booleanValue(), true)).isTrue();
        assertThat(roundTrip(Codecs.booleanValue(), false)).isFalse();
        assertThat(roundTrip(Codecs.byteValue(), (byte) -5)).isEqualTo((byte) -5);
        assertThat(roundTrip(Codecs.shortValue(), (short) -300)).isEqualTo((short) -300);
        assertThat(roundTrip(Codecs.charValue(), 'ü')).isEqualTo('ü');
        assertThat(roundTrip(Codecs.intValue(), 0x01020304)).isEqualTo(0x01020304);
        assertThat(roundTrip(Codecs.floatValue(), -0.0f)).isEqualTo(-0.0f);
        assertThat(roundTrip(Codecs.longValue(), Long.MIN_VALUE + 3)).isEqualTo(Long.MIN_VALUE + 3);
        assertThat(roundTrip(Codecs.doubleValue(), Double.NaN)).isNaN();
    }

    @Test
    @DisplayName("TYP-5 a single value is what an array of one is: little-endian")
    void valuesAreLittleEndian() {
        assertThat(payload(Codecs.intValue(), 0x01020304)).containsExactly(4, 3, 2, 1);
        assertThat(payload(Codecs.longValue(), 7L)).isEqualTo(payload(Codecs.longs(), new long[] {7}));
    }

    @Test
    @DisplayName("TYP-5 a payload that is longer or shorter than the value is an error that names both lengths")
    void wrongLength() {
        for (Codec<?> codec : List.of(
                Codecs.booleanValue(),
                Codecs.byteValue(),
                Codecs.shortValue(),
                Codecs.charValue(),
                Codecs.intValue(),
                Codecs.floatValue(),
                Codecs.longValue(),
                Codecs.doubleValue())) {
            assertConversionFails(() -> codec.decode(ByteBuffer.allocate(0)));
            assertConversionFails(() -> codec.decode(ByteBuffer.allocate(9)));
        }
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(() -> Codecs.longValue().decode(ByteBuffer.allocate(4)))
                .withMessage("payload of 4 bytes is no LONG, which has 8");
    }

    @Test
    @DisplayName("TYP-5 text of any script comes back as it was")
    void text() {
        for (String value : new String[] {"", "plain", "Grüße, κόσμε, 世界, \uD83D\uDE00", "\0"}) {
            assertThat(roundTrip(Codecs.string(), value)).isEqualTo(value);
        }
        assertThat(Codecs.string().encode("ü").lengthBytes()).isEqualTo(2);
    }

    @Test
    @DisplayName("TYP-5 malformed text is an error on both sides, and not replaced")
    void malformedText() {
        assertConversionFails(() -> Codecs.string().decode(ByteBuffer.wrap(new byte[] {'a', (byte) 0xFF})));
        assertConversionFails(() -> Codecs.string().decode(ByteBuffer.wrap(new byte[] {(byte) 0xC3})));
        assertConversionFails(() -> Codecs.string().encode("half \uD83D"));
    }

    @Test
    @DisplayName("TYP-5 a payload that is no multiple of the element's size is an error that names both")
    void raggedPayload() {
        assertConversionFails(() -> Codecs.ints().decode(ByteBuffer.allocate(7)));
        assertConversionFails(() -> Codecs.longs().decode(ByteBuffer.allocate(4)));
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(() -> Codecs.doubles().decode(ByteBuffer.allocate(9)))
                .withMessageContainingAll("9 bytes", "8 bytes", "DOUBLE");
    }

    private static <T> T roundTrip(Codec<T> codec, T value) {
        return codec.decode(ByteBuffer.wrap(payload(codec, value)).asReadOnlyBuffer());
    }

    private static <T> byte[] payload(Codec<T> codec, T value) {
        SendBuffer encoded = codec.encode(value);
        Payload.of(encoded).check(false);
        byte[] payload = new byte[(int) encoded.lengthBytes()];
        Payload.of(encoded).copyTo(0, ByteBuffer.wrap(payload));
        return payload;
    }

    private static void assertConversionFails(ThrowingCallable call) {
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.CONVERSION));
    }
}
