package org.reactivempi.transport.engine.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.RankParts;
import org.reactivempi.transport.engine.event.Ages;
import org.reactivempi.transport.engine.event.OpenOperations;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.fake.FakeNetwork;
import org.reactivempi.transport.engine.fake.FakeRank;

/** Rank 1 of four has a kind of operations. The diagnosis knows of them only what they tell. */
class OwnEvidenceTest {

    private static final int RANK = 1;

    private final FakeRank fake = new FakeRank(new FakeNetwork(), RANK, 4);
    private final OwnEvidence evidence =
            RankParts.of(fake.context(4096, null), fake.links()).evidence();
    private final Locks locks = new Locks();

    /** Locks that other ranks hold, one for each holder that is known, and some whose holders aren't. */
    private static final class Locks implements OpenOperations {

        final BitSet holders = new BitSet();
        int unknown;
        int idle;

        @Nullable
        String unrest;

        @Override
        public long running() {
            return holders.cardinality() + unknown;
        }

        @Override
        public long idle() {
            return idle;
        }

        @Override
        public long addAwaited(BitSet ranks) {
            ranks.or(holders);
            return holders.cardinality();
        }

        @Override
        public @Nullable String unrest() {
            return unrest;
        }

        @Override
        public void forEachPending(Ages ages, Consumer<PendingOperation> visitor) {
            holders.stream().forEach(holder -> visitor.accept(PendingOperation.other("lock(" + holder + ")")));
        }

        @Override
        public void forEachAbsence(Absence visitor) {
            visitor.accept("fence(window)", holders, false);
        }
    }

    @BeforeEach
    void register() {
        evidence.register(locks);
    }

    private void hold(int rank) {
        locks.holders.set(rank);
        fake.signals().started();
    }

    private List<String> pending() {
        return evidence.pending().stream().map(PendingOperation::line).toList();
    }

    @Test
    @DisplayName(
            "PRG-4 a rank waits for the ranks that the owners of its operations name, and for all where none is named")
    void awaited() {
        assertThat(evidence.waits()).isFalse();
        hold(2);
        assertThat(evidence.waits()).isTrue();
        assertThat(evidence.awaited().stream()).containsExactly(2);

        locks.unknown = 1;
        fake.signals().started();
        assertThat(evidence.awaited().stream()).containsExactly(0, 2, 3);
    }

    @Test
    @DisplayName("what is idle keeps nobody from going on")
    void idle() {
        locks.idle = 1;
        hold(3);
        assertThat(evidence.waits()).isFalse();
    }

    @Test
    @DisplayName("a rank isn't still as long as one kind of its operations may go on")
    void unrest() {
        assertThat(evidence.unrest()).isNull();
        locks.unrest = "a lock is on its way";
        assertThat(evidence.unrest()).isEqualTo("a lock is on its way");
    }

    @Test
    @DisplayName("operations stand in the list as those that run them describe them, and the others by their number")
    void inWords() {
        hold(0);
        hold(3);
        assertThat(pending()).containsExactly("lock(0)", "lock(3)");

        fake.signals().started();
        assertThat(pending()).containsExactly("lock(0)", "lock(3)", "an operation that is no message");
    }

    @Test
    @DisplayName("who has not called stands in words")
    void absences() {
        hold(0);
        assertThat(evidence.absences()).containsExactly("rank 0 has not called fence(window)");
    }
}
