package org.reactivempi.core.ask;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivempi.MpiException;
import org.reactivempi.core.ask.QuestionTail.Form;

/** What stands after the codec's bytes of a question. */
class QuestionTailTest {

    @ParameterizedTest
    @EnumSource(Form.class)
    @DisplayName("what is written is read, whatever the codec has written before it")
    void written(Form form) {
        boolean ends = form != Form.VALUE;
        QuestionTail tail = new QuestionTail(
                form, 77, form == Form.STREAMS ? 5 : 0, ends ? Integer.MAX_VALUE / 2 : 0, ends ? 4096 : 0);
        for (int length : new int[] {0, 1, 100}) {
            byte[] tailBytes = tail.encode();
            byte[] question = new byte[length + tailBytes.length];
            Arrays.fill(question, 0, length, (byte) -1);
            System.arraycopy(tailBytes, 0, question, length, tailBytes.length);

            assertThat(QuestionTail.of(question)).isEqualTo(tail);
            assertThat(question.length - tail.lengthBytes()).isEqualTo(length);
        }
    }

    @Test
    @DisplayName("any bytes are a tail that could have been written, or none; those of an answer's ends as well")
    void anyBytes() {
        LongStream.range(0, 20_000).forEach(seed -> {
            Random random = new Random(seed);
            byte[] bytes = new byte[random.nextInt(30)];
            random.nextBytes(bytes);
            if (bytes.length > 0) {
                bytes[bytes.length - 1] = (byte) random.nextInt(4);
            }
            QuestionTail tail = QuestionTail.of(bytes);
            if (tail != null) {
                byte[] again = tail.encode();
                assertThat(tail.number()).isNotNegative();
                assertThat(tail.demand()).isNotNegative();
                assertThat(QuestionTail.of(again)).as("seed %d", seed).isEqualTo(tail);
            }
            try {
                assertThat(Answer.sender(bytes)).as("seed %d", seed).isNotNegative();
            } catch (MpiException breach) {
                assertThat(breach).hasMessageContaining("names no ends of streams");
            }
        });
    }
}
