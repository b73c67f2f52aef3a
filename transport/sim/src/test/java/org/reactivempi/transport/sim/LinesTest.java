package org.reactivempi.transport.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.netty.buffer.ByteBuf;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.sim.Choice.Kind;

/** What connections of simulated jobs count, and the choices that they ask for. */
class LinesTest {

    private static final RunPlan PLAN = new RunPlan(
            1, null, RunPlan.Decided.NOTHING, Network.ETHERNET, false, true, Faults.NONE, Duration.ofMinutes(1), false);

    @Test
    @DisplayName("SIM-12 a buffer that a process has had is counted until it is released, and with its process")
    void unreleased() {
        Chooser chooser = new Chooser(1, null);
        Lines lines = new Lines(new Turns(2, PLAN, chooser), PLAN, chooser, new Trace(false));
        EventLoop one = new DefaultEventLoop();
        EventLoop other = new DefaultEventLoop();
        assertThat(lines.unreleasedBytes(process -> true)).isZero();
        ByteBuf ofOne = lines.room(one, 100);
        ByteBuf ofOther = lines.room(other, 1000);
        assertThat(lines.unreleasedBytes(process -> true)).isEqualTo(1100);
        assertThat(lines.unreleasedBytes(process -> process == one)).isEqualTo(100);
        ofOther.release();
        assertThat(lines.unreleasedBytes(process -> true)).isEqualTo(100);
        ofOne.release();
        assertThat(lines.unreleasedBytes(process -> true)).isZero();
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
        Choice ofNoRank = new Choice(Kind.TURN, Choice.NOBODY, Choice.NOBODY, 1);
        assertThat(Choice.parse(ofNoRank.code())).isEqualTo(ofNoRank);
        assertThat(ofNoRank.inWords()).isEqualTo("turn 1 of the job's own timers comes late");
        for (String wrong : Set.of(
                "",
                "late",
                "turn.-2.1",
                "late.-1-2.3",
                "late.0-1",
                "turn.1-2.3",
                "late.1.2",
                "never.0-1.2",
                "late.0-1.-2")) {
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
        assertThatIllegalArgumentException().isThrownBy(() -> new Fault.Vanish(-1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Fault.VanishAfter(0, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Fault.Stop(0, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Fault.Split(Set.of(), 0, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Faults.NONE.with(new Fault.Kill(5, 0)).check(4))
                .withMessageContaining("there is no rank 5, since the job has 4 ranks");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Faults.parse("kill=1001"))
                .withMessageContaining("faults \"kill=1001\": allowed are");
        assertThat(Faults.parse(" cut=0.5 , kill=2,").kill()).isEqualTo(2);
        assertThat(Faults.parse("vanish=3,kill=1").vanish()).isEqualTo(3);
        for (String wrong : List.of("vanish=-1", "vanish=1001", "vanish=often")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Faults.parse(wrong))
                    .withMessageContaining("faults \"" + wrong + "\": allowed are")
                    .withMessageContaining("vanish=<how many ranks at most, 0 to 1000>");
        }
        for (String wrong : List.of("return=-1", "return=1001", "return=often", "returns=1")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Faults.parse("kill=1," + wrong))
                    .withMessageContaining("faults \"" + wrong + "\": allowed are")
                    .withMessageContaining("return=<how many of those come again at most, 0 to 1000>");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Fault.Return(-1, 5))
                .withMessage("return of rank -1 at 5 for 1: a rank from 0 on, at 0 or later, for more than 0");
        assertThatIllegalArgumentException().isThrownBy(() -> new Fault.ReturnAfter(0, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Fault.ReturnAfterKill(0, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Fault.Start(0, -1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Faults.NONE.with(new Fault.Start(1, 5)).with(new Fault.Start(1, 5)))
                .withMessage("rank 1 starts once, and has a time for that");
    }

    @Test
    @DisplayName(
            "SIM-10 ranks start late, or return, in jobs alone in which they come and go, and a plan with such a fault is one of these")
    void listed() {
        assertThat(PLAN.listed()).isFalse();
        for (Faults faults : List.of(
                Faults.parse("kill=1,return=1"),
                Faults.NONE.with(new Fault.Start(1, 0)),
                Faults.NONE.with(new Fault.Return(1, 0)),
                Faults.NONE.with(new Fault.ReturnAfter(1, 0)),
                Faults.NONE.with(new Fault.ReturnAfterKill(1, 0)))) {
            assertThat(new RunPlan(
                                    1,
                                    null,
                                    RunPlan.Decided.NOTHING,
                                    Network.ETHERNET,
                                    false,
                                    true,
                                    faults,
                                    Duration.ofMinutes(1),
                                    false)
                            .listed())
                    .isTrue();
        }
    }
}
