package org.reactivempi.transport.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.sim.Choice.Kind;

/** What connections of simulated jobs count, and the choices that they ask for. */
class LinesTest {

    private static final RunPlan PLAN =
            new RunPlan(1, null, false, Network.ETHERNET, true, Faults.NONE, Duration.ofMinutes(1), false);

    @Test
    @DisplayName("SIM-12 a buffer that a rank has had is counted until it is released, and with its rank")
    void unreleased() {
        Chooser chooser = new Chooser(1, null);
        Lines lines = new Lines(new Turns(2, PLAN, chooser), PLAN, chooser, new Trace(false));
        assertThat(lines.unreleasedBytes(rank -> true)).isZero();
        ByteBuf of0 = lines.room(0, 100);
        ByteBuf of1 = lines.room(1, 1000);
        assertThat(lines.unreleasedBytes(rank -> true)).isEqualTo(1100);
        assertThat(lines.unreleasedBytes(rank -> rank == 0)).isEqualTo(100);
        of1.release();
        assertThat(lines.unreleasedBytes(rank -> true)).isEqualTo(100);
        of0.release();
        assertThat(lines.unreleasedBytes(rank -> true)).isZero();
    }

    @Test
    @DisplayName("SIM-6 a choice is the same whatever others there are, and how many times they were asked for")
    void choices() {
        Chooser all = new Chooser(42, null);
        Set<Choice> late = new TreeSet<>();
        for (int nth = 0; nth < 200; nth++) {
            all.happens(Kind.PART, 1, 0, 0.5);
            if (all.rarely(Kind.LATE, 0, 1, 0.3, 1000) > 0) {
                late.add(new Choice(Kind.LATE, 0, 1, nth));
            }
        }
        assertThat(late).hasSizeBetween(40, 80);
        Chooser alone = new Chooser(42, null);
        Chooser byName = new Chooser(42, late);
        Set<Long> lengths = new HashSet<>();
        for (int nth = 0; nth < 200; nth++) {
            long length = alone.rarely(Kind.LATE, 0, 1, 0.3, 1000);
            assertThat(byName.rarely(Kind.LATE, 0, 1, 0, 1000)).isEqualTo(length);
            assertThat(length > 0).isEqualTo(late.contains(new Choice(Kind.LATE, 0, 1, nth)));
            lengths.add(length);
        }
        assertThat(lengths).hasSizeGreaterThan(30).allMatch(length -> length >= 0 && length <= 1000);
        assertThat(byName.deviations()).isEqualTo(late);
        assertThat(alone.deviations()).isEqualTo(late);
    }

    @Test
    @DisplayName("SIM-19 each choice is written and read again; what is none is named")
    void codes() {
        for (Kind kind : Kind.values()) {
            String code = new Choice(kind, 3, 12, 456).code();
            assertThat(Choice.parse(code).code()).isEqualTo(code);
            assertThat(Choice.parse(code).inWords()).isNotBlank();
        }
        for (String wrong : Set.of("", "late", "late.0-1", "turn.1-2.3", "late.1.2", "never.0-1.2", "late.0-1.-2")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Choice.parse(wrong))
                    .withMessageStartingWith("choice \"" + wrong + "\"");
        }
    }

    @Test
    @DisplayName("faults that can't be are named, with what is allowed")
    void wrongFaults() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Fault.Cut(1, 1, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Fault.Kill(-1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Fault.Stop(0, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Fault.Split(Set.of(), 0, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Faults.NONE.with(new Fault.Kill(5, 0)).check(4))
                .withMessageContaining("there is no rank 5, since the job has 4 ranks");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Faults.parse("kill=1001"))
                .withMessageContaining("faults \"kill=1001\": allowed are");
        assertThat(Faults.parse(" cut=0.5 , kill=2,").kill()).isEqualTo(2);
    }
}
