package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
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
        Buffer encoded = codec.encode(value);
        encoded.check(false);
        byte[] payload = new byte[(int) encoded.lengthBytes()];
        encoded.copyTo(0, ByteBuffer.wrap(payload));
        return codec.decode(ByteBuffer.wrap(payload).asReadOnlyBuffer());
    }

    private static void assertConversionFails(ThrowingCallable call) {
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.CONVERSION));
    }
}
