package org.reactivempi.conformance.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Communicator;
import org.reactivempi.conformance.simulated.conversations.Conversation;
import org.reactivempi.testkit.SimulatedRun;
import org.reactivempi.testkit.Simulation;
import org.reactivestreams.Publisher;

/**
 * A connection is cut at each byte of each of its directions, and then, where that was early, a second one soon after it; and two are cut at each
 * pair of batches.
 */
@Tag("long")
class CutAtEachByteTest {

    /** Each byte by the profile {@code simulation}: 1; else some of them, others at each place. */
    private static final int STEP = Integer.getInteger("simulation.step", 5);

    /** Longer than any of these conversations. */
    private static final int MOST_BYTES = 100_000;

    /** Of all batches of a conversation; with each of these as a first one as many second ones, others for each. */
    private static final int FEW_BATCHES = 6;

    /** More batches than any rank sends here, with two cuts. */
    private static final int MOST_BATCHES = 2_000;

    static List<Conversation> conversations() {
        return Conversation.allBasic().stream().filter(each -> each.size() == 2).toList();
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

    /** A batch at which its connection is cut: the {@code nth} from one rank, whichever connection it takes. */
    private record Batch(int from, int nth) {

        String code() {
            return "cut." + from + "-" + (1 - from) + "." + nth;
        }

        /** The cut is not before the batch, but within it; {@code before} are as many cuts of the same direction. */
        String withinIt(int before) {
            return "place." + from + "-" + (1 - from) + "." + before;
        }
    }

    /**
     * The second batch of a pair may be on its way on the same connection, from the other end, greet on the second connection, or come much later.
     * Each pair is cut by the profile {@code simulation}, else some.
     */
    @ParameterizedTest
    @MethodSource("conversations")
    @DisplayName(
            "SIM-7, SIM-8, SIM-12 cuts at any two batches, of one direction or of both, lose nothing, and repeat nothing")
    void eachPairOfBatches(Conversation conversation) {
        Pairs pairs = new Pairs(SimulatedRulesTest.of(conversation), conversation.program());
        int each = STEP == 1 ? 1 : Math.max(1, pairs.batches() / FEW_BATCHES);
        int cut = 0;
        for (int from = 0; from < 2; from++) {
            for (int nth = 0; pairs.has(new Batch(from, nth)); nth += each) {
                Batch first = new Batch(from, nth);
                int offset = nth / each % each;
                cut += pairs.cut(first, new Batch(from, nth + 1 + offset), each);
                if (from == 0) {
                    cut += pairs.cut(first, new Batch(1, offset), each);
                }
            }
        }
        assertThat(cut).as("pairs").isGreaterThan(FEW_BATCHES);
    }

    /** The runs of a conversation in which two batches are cut. */
    private record Pairs(Simulation job, Function<Communicator, Publisher<?>> program) {

        /** How many leave where nothing is cut, both ways. */
        int batches() {
            return run().traffic().stream()
                    .mapToInt(SimulatedRun.Traffic::batches)
                    .sum();
        }

        /** Whether there is such a batch, which is then cut. */
        boolean has(Batch batch) {
            return !run(batch.code()).choices().isEmpty();
        }

        /** A batch and others of one direction, each so many after the one before, as long as there are any: how many. */
        int cut(Batch first, Batch second, int each) {
            int before = first.from == second.from ? 1 : 0;
            for (int nth = second.nth; nth < MOST_BATCHES; nth += each) {
                Batch other = new Batch(second.from, nth);
                SimulatedRun twice = (first.nth + nth) % 2 == 0
                        ? run(first.code(), other.code())
                        : run(first.code(), other.code(), first.withinIt(0), other.withinIt(before));
                if (!twice.choices().contains(other.code())) {
                    return (nth - second.nth) / each;
                }
            }
            throw new AssertionError("more than " + MOST_BATCHES + " batches");
        }

        private SimulatedRun run(String... choices) {
            try {
                return job.only(choices).run(program);
            } catch (AssertionError failure) {
                throw new AssertionError("cuts " + List.of(choices) + ": " + failure.getMessage(), failure);
            }
        }
    }

    private static SimulatedRun run(Simulation cut, Function<Communicator, Publisher<?>> program, int at) {
        try {
            return cut.run(program);
        } catch (AssertionError failure) {
            throw new AssertionError("cut at byte " + at + ": " + failure.getMessage(), failure);
        }
    }
}
