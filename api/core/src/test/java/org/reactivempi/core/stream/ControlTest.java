package org.reactivempi.core.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.MpiException;
import org.reactivempi.StreamException;

class ControlTest {

    private static final int SEEDS = 5_000;

    private static final int NUMBER_AT = 1 + Long.BYTES;

    @Test
    @DisplayName("RX-11 an answer may have every number whose tags exist")
    void largestNumber() {
        int largest = Integer.MAX_VALUE / 2;
        assertThat(Control.answered(answer(largest))).isEqualTo(largest);
        assertThat(Element.tag(largest)).isPositive();
        assertThat(Control.tag(largest)).isEqualTo(Integer.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE / 2 + 1, Integer.MAX_VALUE})
    @DisplayName("RX-11 an answer with a number whose tags do not exist is refused")
    void wrongNumbers(int number) {
        assertThatThrownBy(() -> Control.answered(answer(number))).isInstanceOf(MpiException.class);
    }

    private static ByteBuffer answer(int number) {
        ByteBuffer answer = Control.room(Control.USUAL_BYTES);
        return answer.put((byte) Control.Kind.ANSWER.ordinal())
                .putLong(1)
                .putInt(NUMBER_AT, number)
                .rewind();
    }

    @Test
    @DisplayName("RX-11 whatever the other side sends is a control message, or is refused as a breach")
    void anyBytes() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            byte[] bytes = new byte[random.nextInt(random.nextInt(10) == 0 ? Control.LONGEST_BYTES : 32)];
            random.nextBytes(bytes);
            if (bytes.length > 0) {
                bytes[0] = (byte) random.nextInt(Control.Kind.values().length + 1);
            }
            ByteBuffer control = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            try {
                assertThat(read(control)).as("seed %d", seed).isNotNull();
            } catch (MpiException breach) {
                assertThat(breach).as("seed %d", seed).hasMessageContaining("the other side of a stream sent");
            }
        }
    }

    private static Object read(ByteBuffer control) {
        return switch (Control.kind(control)) {
            case ANSWER -> Control.amount(control) + Control.answered(control);
            case ERROR ->
                Control.amount(control)
                        + Control.error(control, StreamException::new).toString();
            default -> Control.amount(control);
        };
    }
}
