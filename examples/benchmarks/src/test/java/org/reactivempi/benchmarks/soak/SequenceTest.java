package org.reactivempi.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A soak that overlooks what is wrong is worth nothing. */
class SequenceTest {

    private static final int LENGTH = 100;

    private final Ledger ledger = new Ledger(List.of("plain"));
    private final Sequence sequence = new Sequence(ledger, "plain", 3);

    private void came(long... numbers) {
        sequence.begin(10);
        for (int i = 0; i < numbers.length; i++) {
            sequence.came(10 + i, LENGTH, numbers[i], LENGTH);
        }
        sequence.end(5);
    }

    private void assertCounted(int lost, int repeated, int reordered, int wrong) {
        Report report = ledger.report(0, new Usage());
        assertThat(report.counts()
                        .subList(Report.Count.LOST.ordinal(), report.counts().size()))
                .containsExactly((long) lost, (long) repeated, (long) reordered, (long) wrong);
        assertThat(report.isGood()).isEqualTo(lost + repeated + reordered + wrong == 0);
        assertThat(ledger.mishap() == null).isEqualTo(report.isGood());
    }

    @Test
    @DisplayName("all in their turn: nothing is wrong, also where some are too short for a number")
    void good() {
        came(10, 11, Stamp.NONE, 13, 14);
        assertCounted(0, 0, 0, 0);
    }

    @Test
    @DisplayName("one that does not come is lost")
    void lost() {
        came(10, 11, 12, 13);
        assertCounted(1, 0, 0, 0);
        assertThat(ledger.mishap())
                .isEqualTo("lane plain, from rank 3: expected 5 messages from 10 on, came 4, without 14");
    }

    @Test
    @DisplayName("what is told is the first thing that went wrong: lane, source, what was expected, what came")
    void mishap() {
        came(10, 12, 12, 13, 14);
        assertThat(ledger.mishap())
                .isEqualTo("lane plain, from rank 3: expected message 11 of 100 bytes, came message 12 of 100 bytes");
    }

    @Test
    @DisplayName("one that comes twice is repeated, and the one whose place it took is lost")
    void repeated() {
        came(10, 11, 11, 13, 14);
        assertCounted(1, 1, 0, 0);
    }

    @Test
    @DisplayName("one of another round is repeated")
    void ofAnotherRound() {
        came(10, 9, 12, 13, 14);
        assertCounted(0, 1, 0, 0);
    }

    @Test
    @DisplayName("two in each other's place are reordered")
    void reordered() {
        came(10, 12, 11, 13, 14);
        assertCounted(0, 0, 2, 0);
    }

    @Test
    @DisplayName("a damaged one, and one of a wrong length, are damaged")
    void wrong() {
        sequence.begin(0);
        sequence.came(0, LENGTH, Stamp.DAMAGED, LENGTH);
        sequence.came(1, LENGTH, 1, LENGTH - 1);
        sequence.came(2, 3, Stamp.NONE, 4);
        sequence.end(3);
        assertCounted(0, 0, 0, 3);
    }

    @Test
    @DisplayName("a stamp tells the number, and finds each bit that has changed")
    void stamp() {
        ByteBuffer memory = ByteBuffer.allocate(70);
        new Stamp(1).write(memory.position(3).limit(53), 1234567890123L);
        assertThat(Stamp.read(memory)).isEqualTo(1234567890123L);
        for (int bit = 3 * 8; bit < 53 * 8; bit++) {
            byte before = memory.get(bit / 8);
            memory.put(bit / 8, (byte) (before ^ (1 << bit % 8)));
            assertThat(Stamp.read(memory)).as("bit %d", bit).isEqualTo(Stamp.DAMAGED);
            memory.put(bit / 8, before);
        }
        assertThat(Stamp.read(memory.limit(3 + Stamp.LENGTH_BYTES - 1))).isEqualTo(Stamp.NONE);
    }
}
