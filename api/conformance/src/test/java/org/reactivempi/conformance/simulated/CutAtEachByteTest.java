package org.reactivempi.conformance.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Communicator;
import org.reactivempi.testkit.SimulatedRun;
import org.reactivempi.testkit.Simulation;
import org.reactivestreams.Publisher;

/** A connection is cut at each byte of each of its directions, and then, where that was early, a second one soon after it. */
@Tag("long")
class CutAtEachByteTest {

    /** Each byte by the profile {@code simulation}: 1; else some of them, others at each place. */
    private static final int STEP = Integer.getInteger("simulation.step", 5);

    /** Longer than any of these conversations. */
    private static final int MOST_BYTES = 100_000;

    static List<Conversation> conversations() {
        return Conversation.all().stream().filter(each -> each.size() == 2).toList();
    }

    @ParameterizedTest
    @MethodSource("conversations")
    @DisplayName("SIM-7, SIM-8, SIM-12 a cut at any byte of either direction loses nothing, and repeats nothing")
    void eachByte(Conversation conversation) {
        Simulation plain = SimulatedRulesTest.of(conversation).only();
        Function<Communicator, Publisher<?>> program = conversation.program();
        SimulatedRun uncut = plain.run(program);
        int cuts = 0;
        for (int from = 0; from < 2; from++) {
            for (int connection = 0; connection < 2; connection++) {
                cuts += eachByte(plain, program, uncut, from, connection);
            }
        }
        assertThat(cuts).as("cuts").isGreaterThan(100 / STEP);
    }

    /** Until a cut changes nothing, since so much is not sent. */
    private static int eachByte(
            Simulation plain,
            Function<Communicator, Publisher<?>> program,
            SimulatedRun uncut,
            int from,
            int connection) {
        int cuts = 0;
        for (int at = from; at < MOST_BYTES; at += STEP) {
            Simulation cut = plain.cut(from, 1 - from, connection, at);
            if (run(cut, program, at).hash() == uncut.hash()) {
                return cuts;
            }
            cuts++;
            if (cuts % 7 == 0) {
                run(cut.cut(1 - from, from, connection + 1, at % 97L), program, at);
            }
        }
        throw new AssertionError("more than " + MOST_BYTES + " bytes");
    }

    private static SimulatedRun run(Simulation cut, Function<Communicator, Publisher<?>> program, int at) {
        try {
            return cut.run(program);
        } catch (AssertionError failure) {
            throw new AssertionError("cut at byte " + at + ": " + failure.getMessage(), failure);
        }
    }
}
