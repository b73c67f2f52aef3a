package org.reactivempi.transport.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.transport.engine.port.ProtocolException;

class EagerCreditTest {

    private static final int INITIAL = EagerCredit.INITIAL_BYTES;
    private static final int OVERHEAD = EagerCredit.OVERHEAD_BYTES;
    private static final int RANKS = 2;

    private final EagerCredit credit = new EagerCredit(INITIAL, EagerCredit.initialBytes(RANKS), this::owed);

    private int asked;

    private void owed() {
        asked++;
    }

    /** Whether something leads to credit that is to be given back. */
    private boolean asks(Runnable work) {
        int before = asked;
        work.run();
        return asked > before;
    }

    @Test
    @DisplayName("RES-1 before the peer has spoken, the initial credit is there, and no byte more")
    void initial() {
        assertThat(credit.take(INITIAL - OVERHEAD + 1)).isFalse();
        assertThat(credit.take(INITIAL - OVERHEAD)).isTrue();
        assertThat(credit.take(0)).isFalse();
    }

    @Test
    @DisplayName("the peer's grant counts what was taken before it")
    void grant() {
        assertThat(credit.take(1000)).isTrue();
        credit.onGrant(INITIAL + 500);
        assertThat(credit.take(INITIAL + 500 - 1000 - 2 * OVERHEAD)).isTrue();
        assertThat(credit.take(0)).isFalse();
        credit.onReturned(OVERHEAD);
        assertThat(credit.take(0)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "4194304, 67108864,     1, 4194304",
        "4194304, 67108864,    16, 4194304",
        "4194304, 67108864,    17, 3947580",
        "  65536, 67108864,    17,   65536",
        "4194304, 67108864,  4096,   16384",
        "4194304, 67108864, 10000,    6710",
        "4194304, 67108864, 1000000,    67",
        "  16384,  1048576,     2,   16384",
        "  16384,  1048576,    64,   16384",
        "  16384,  1048576, 10000,     104"
    })
    @DisplayName("RES-1 all grants of a rank together keep to its limit, in jobs of any size")
    void grants(int wanted, int limit, int ranks, int grant) {
        assertThat(EagerCredit.grant(wanted, limit, ranks)).isEqualTo(grant);
        assertThat((long) grant * ranks).isLessThanOrEqualTo(limit);
    }

    @Property
    @Label("RES-1 what ranks take from each other unasked is within the grant, whatever its receiver has set")
    void initialIsPartOfTheGrant(
            @ForAll @IntRange(min = EagerCredit.INITIAL_BYTES, max = 1 << 30) int wanted,
            @ForAll @IntRange(min = EagerCredit.LEAST_LIMIT_BYTES, max = 1 << 30) int limit,
            @ForAll @IntRange(min = 1, max = 2_000_000) int ranks) {
        int grant = EagerCredit.grant(wanted, limit, ranks);
        new EagerCredit(grant, EagerCredit.initialBytes(ranks), this::owed).onGrant(grant);
        assertThat(EagerCredit.initialBytes(ranks)).isLessThanOrEqualTo(grant);
        assertThat((long) grant * ranks).isLessThanOrEqualTo(limit);
    }

    @ParameterizedTest
    @CsvSource({"1, 16384", "64, 16384", "65, 16131", "1000, 1048", "10000, 104"})
    @DisplayName("RES-1 what ranks take unasked is less in larger jobs, and so 1 MiB in all at most")
    void initialInLargeJobs(int ranks, int bytes) {
        assertThat(EagerCredit.initialBytes(ranks)).isEqualTo(bytes);
        EagerCredit fresh = new EagerCredit(1 << 20, EagerCredit.initialBytes(ranks), this::owed);
        assertThat(fresh.take(bytes - OVERHEAD + 1)).isFalse();
        if (bytes >= OVERHEAD) {
            assertThat(fresh.take(bytes - OVERHEAD)).isTrue();
        }
    }

    @Test
    @DisplayName("credit that nobody may give is a breach")
    void breaches() {
        assertThatThrownBy(() -> credit.onGrant(INITIAL - 1)).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> credit.onGrant(-1)).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> credit.onReturned(0)).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> credit.onReturned(-5)).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> credit.onReturned(Long.MAX_VALUE)).isInstanceOf(ProtocolException.class);
        credit.onGrant(Long.MAX_VALUE);
        assertThatThrownBy(() -> credit.onReturned(1L << 40)).isInstanceOf(ProtocolException.class);
    }

    @Test
    @DisplayName("a peer that sends more than it may is a breach")
    void beyondTheCredit() {
        credit.onArrival(INITIAL - OVERHEAD);
        assertThatThrownBy(() -> credit.onArrival(0))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("beyond the credit");
    }

    @Test
    @DisplayName("credit goes back in halves of the window, and not for every message")
    void inHalves() {
        int half = INITIAL / 2;
        credit.onArrival(half - OVERHEAD - 1);
        assertThat(asks(() -> credit.consume(half - OVERHEAD - 1))).isFalse();
        credit.onArrival(0);
        assertThat(asks(() -> credit.consume(0))).isTrue();
        assertThat(credit.giveBack()).isEqualTo(half - 1 + OVERHEAD);
        credit.onArrival(0);
        assertThat(asks(() -> credit.consume(0))).isFalse();
    }

    @Test
    @DisplayName("RES-1 messages that nobody asks for leave the rest of the window to those that are received")
    void besidesUnexpectedOnes() {
        EagerCredit sender = new EagerCredit(INITIAL, EagerCredit.initialBytes(RANKS), this::owed);
        // As much as is not yet given back.
        for (int i = 0; i < 20; i++) {
            assertThat(sender.take(0)).isTrue();
            assertThat(asks(() -> credit.onArrival(0))).isFalse();
            assertThat(asks(() -> credit.consume(0))).isFalse();
        }
        for (int i = 0; i < INITIAL / OVERHEAD - 1; i++) {
            assertThat(sender.take(0)).isTrue();
            if (asks(() -> credit.onArrival(0))) {
                sender.onReturned(credit.giveBack());
            }
        }
        for (int i = 0; i < 100; i++) {
            assertThat(sender.take(0)).isTrue();
            credit.onArrival(0);
            if (asks(() -> credit.consume(0))) {
                sender.onReturned(credit.giveBack());
            }
        }
    }

    @Test
    @DisplayName("RES-1 what was given back counts until it is received, also more than there is room for")
    void charged() {
        long window = 4 * EagerCredit.INITIAL_BYTES;
        EagerCredit credit = new EagerCredit(window, EagerCredit.initialBytes(RANKS), this::owed);
        credit.charge(10 * window);
        long swallowed = 0;
        for (int i = 0; i < 3; i++) {
            credit.onArrival(window / 4);
            swallowed += EagerCredit.cost(window / 4);
            assertThat(asks(() -> credit.consume(window / 4))).isFalse();
        }

        assertThat(asks(() -> credit.consume(10 * window))).isTrue();
        assertThat(credit.giveBack()).isEqualTo(swallowed);
    }

    @Property(tries = 200)
    void aSenderThatKeepsToItsCreditIsNeverBeyondItAndHasHalfOfWhatIsFree(
            @ForAll long seed, @ForAll @LongRange(min = EagerCredit.INITIAL_BYTES, max = 1 << 20) long window) {
        Random random = new Random(seed);
        EagerCredit sender = new EagerCredit(EagerCredit.INITIAL_BYTES, EagerCredit.initialBytes(RANKS), this::owed);
        EagerCredit receiver = new EagerCredit(window, EagerCredit.initialBytes(RANKS), this::owed);
        Queue<Long> waiting = new ArrayDeque<>();
        boolean granted = false;
        long held = 0;
        for (int step = 0; step < 2000; step++) {
            if (!granted && random.nextInt(100) == 0) {
                sender.onGrant(window);
                granted = true;
            }
            long length = random.nextInt(20_000);
            if (random.nextInt(3) > 0) {
                if (sender.take(length)) {
                    if (asks(() -> receiver.onArrival(length))) {
                        sender.onReturned(receiver.giveBack());
                    }
                    waiting.add(length);
                    held += EagerCredit.cost(length);
                }
            } else if (!waiting.isEmpty()) {
                long consumed = waiting.remove();
                held -= EagerCredit.cost(consumed);
                if (asks(() -> receiver.consume(consumed))) {
                    sender.onReturned(receiver.giveBack());
                }
            }
            assertThat(2 * receiver.room()).isGreaterThanOrEqualTo(window - held);
            assertThat(held).isLessThanOrEqualTo(window);
        }
    }
}
