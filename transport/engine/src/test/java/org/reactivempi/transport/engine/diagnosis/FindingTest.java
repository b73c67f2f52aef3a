package org.reactivempi.transport.engine.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.port.ProtocolException;

/** What a rank finds, on its way over a link. */
class FindingTest {

    private static final int SIZE = 5;
    private static final Finding FINDING = new Finding(
            true,
            "a thread may act: \u00fcber",
            -7,
            BitSet.valueOf(new long[] {0b10010}),
            BitSet.valueOf(new long[] {0b00101}),
            Map.of(1, new Finding.Counts(3, Long.MAX_VALUE), 4, new Finding.Counts(0, 1)));

    @Test
    @DisplayName("what is read is what was written")
    void roundTrip() {
        assertThat(Finding.decode(FINDING.encode(), SIZE)).isEqualTo(FINDING);
    }

    @Test
    @DisplayName("one that ends too early, or names a rank that there isn't, is a breach")
    void breaches() {
        byte[] whole = FINDING.encode();
        int fixed = whole.length - FINDING.unrest().getBytes(StandardCharsets.UTF_8).length;
        for (int length = 0; length < fixed; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> Finding.decode(part, SIZE)).isInstanceOf(ProtocolException.class);
        }
        assertThatThrownBy(() -> Finding.decode(whole, 4))
                .isInstanceOf(ProtocolException.class)
                .hasMessage("finding names rank 4, outside 0..3");
    }

    @Test
    @DisplayName("any bytes are a finding, or a breach")
    void garbage() {
        Random random = new Random(22);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = random.nextBoolean() ? FINDING.encode() : new byte[random.nextInt(80)];
            for (int changes = random.nextInt(4); changes > 0 && bytes.length > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                assertThat(Finding.decode(bytes, SIZE).awaited().length()).isLessThanOrEqualTo(SIZE);
            } catch (ProtocolException breach) {
                assertThat(breach).hasMessageContaining("finding");
            }
        }
    }
}
