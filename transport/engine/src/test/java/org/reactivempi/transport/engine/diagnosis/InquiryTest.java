package org.reactivempi.transport.engine.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.event.DiagnosedStall;
import org.reactivempi.transport.engine.packet.DiagnosisPackets.Step;

/** Which ranks are asked what, and what comes of it. */
class InquiryTest {

    private static final int SIZE = 4;

    private final List<String> asked = new ArrayList<>();
    private final Map<Integer, Finding> findings = new HashMap<>();
    private @Nullable DiagnosedStall stall;
    private @Nullable String open;
    private int lost = -1;
    private final Inquiry inquiry = new Inquiry(
            1,
            SIZE,
            (rank, step) -> {
                asked.add(step + " " + rank);
                return rank != lost;
            },
            new Inquiry.Outcome() {
                @Override
                public void proven(Map<Integer, Finding> members, Map<Integer, String> descriptions) {
                    stall = Deadlock.of(members, descriptions);
                }

                @Override
                public void open(String why) {
                    open = why;
                }
            });

    @Test
    @DisplayName(
            "it asks the ranks that it waits for, and those that they name, after some ticks all once more, then for words")
    void proven() {
        is(1, "", 10, 2);
        is(2, "", 20, 3);
        is(3, "", 30, 2);
        inquiry.begin();
        answerAll();
        assertThat(asked).containsExactly("LOOK 1", "LOOK 2", "LOOK 3");
        watch();
        answerAll();

        assertThat(asked)
                .containsExactly(
                        "LOOK 1",
                        "LOOK 2",
                        "LOOK 3",
                        "CONFIRM 1",
                        "CONFIRM 2",
                        "CONFIRM 3",
                        "DESCRIBE 1",
                        "DESCRIBE 2",
                        "DESCRIBE 3");
        assertThat(stall).isNotNull();
        assertThat(stall.ranks()).containsExactly(1, 2, 3);
        assertThat(stall.report())
                .isEqualTo(
                        "deadlock: ranks 2 and 3 wait for each other; no message is under way, and no thread can act\n"
                                + "  words of 1\n  words of 2\n  words of 3\n  cycle: rank 2 -> rank 3 -> rank 2");
    }

    @Test
    @DisplayName("a rank that is not still leaves it open, and is named")
    void notStill() {
        is(1, "", 10, 2);
        is(2, "thread main may act", 20, 1);
        inquiry.begin();
        answerAll();

        assertThat(open).isEqualTo("rank 2: thread main may act");
        assertThat(stall).isNull();
    }

    @Test
    @DisplayName("a packet that has been told and not been heard leaves it open")
    void underWay() {
        is(1, "", 10, 2);
        findings.put(2, new Finding(true, "", 20, set(1), set(), Map.of(1, new Finding.Counts(1, 0))));
        inquiry.begin();
        answerAll();

        assertThat(open).isEqualTo("a packet is under way from rank 2 to rank 1");
    }

    @Test
    @DisplayName("whatever happens between the two questions leaves it open")
    void goneOn() {
        is(1, "", 10, 2);
        is(2, "", 20, 1);
        inquiry.begin();
        answer(1, Step.LOOK);
        answer(2, Step.LOOK);
        is(2, "", 21, 1);
        watch();
        answer(1, Step.CONFIRM);
        answer(2, Step.CONFIRM);

        assertThat(open).isEqualTo("rank 2 has gone on");
    }

    @Test
    @DisplayName("a lower rank that waits, too, is left to ask; one that waits for nothing is not")
    void lower() {
        is(1, "", 10, 0);
        findings.put(0, new Finding(false, "", 5, set(), set(), Map.of()));
        inquiry.begin();
        answerAll();
        watch();
        answerAll();
        assertThat(stall).isNotNull();
        assertThat(stall.report()).startsWith("deadlock: rank 1 waits in vain;");
    }

    @Test
    @DisplayName("a lower rank that waits, too, is left to ask")
    void lowerThatWaits() {
        is(1, "", 10, 0);
        is(0, "", 5, 1);
        inquiry.begin();
        answerAll();

        assertThat(open).isEqualTo("rank 0 waits, too, and asks by itself");
    }

    @Test
    @DisplayName("a rank that is lost leaves it open, and answers that nobody has asked for are nothing")
    void lostAndStray() {
        is(1, "", 10, 2);
        is(3, "", 10, 1);
        lost = 2;
        inquiry.begin();
        answer(3, Step.LOOK);
        answer(1, Step.CONFIRM);
        assertThat(open).isNull();
        answer(1, Step.LOOK);

        assertThat(open).isEqualTo("rank 2 is lost, ends, or has not come");
        assertThat(inquiry.isOver()).isTrue();
    }

    @Test
    @DisplayName(
            "ranks of the same JVM, and those that they wait for, have to be still as well, but are not in the report")
    void witnesses() {
        findings.put(1, new Finding(true, "", 10, set(1), set(0, 1), Map.of()));
        is(0, "", 5, 3);
        is(3, "", 7, 3);
        inquiry.begin();
        answerAll();
        watch();
        answerAll();

        assertThat(asked)
                .containsExactly("LOOK 1", "LOOK 0", "LOOK 3", "CONFIRM 0", "CONFIRM 1", "CONFIRM 3", "DESCRIBE 1");
        assertThat(stall).isNotNull();
        assertThat(stall.ranks()).containsExactly(1);
        assertThat(stall.report()).startsWith("deadlock: rank 1 waits for itself;");
    }

    @Test
    @DisplayName("a rank of the same JVM that is not still leaves it open")
    void witnessActs() {
        findings.put(1, new Finding(true, "", 10, set(1), set(1, 2), Map.of()));
        is(2, "a task on its progress thread waits for its time", 5);
        inquiry.begin();
        answerAll();

        assertThat(open).isEqualTo("rank 2: a task on its progress thread waits for its time");
    }

    @Test
    @DisplayName("a witness that turns out to be waited for is part of the knot, with all that it waits for")
    void witnessInTheKnot() {
        findings.put(1, new Finding(true, "", 10, set(3), set(1, 2), Map.of()));
        is(2, "", 20, 0);
        is(3, "", 30, 2);
        findings.put(0, new Finding(false, "", 5, set(), set(), Map.of()));
        inquiry.begin();
        answer(1, Step.LOOK);
        answer(2, Step.LOOK);
        answer(0, Step.LOOK);
        answer(3, Step.LOOK);
        watch();
        for (int rank = 0; rank < SIZE; rank++) {
            answer(rank, Step.CONFIRM);
        }
        for (int rank = 0; rank < SIZE; rank++) {
            findings.remove(rank);
            answer(rank, Step.DESCRIBE);
        }

        assertThat(stall).isNotNull();
        assertThat(stall.ranks()).containsExactly(0, 1, 2, 3);
    }

    private void is(int rank, String unrest, long epoch, int... awaited) {
        findings.put(rank, new Finding(true, unrest, epoch, set(awaited), set(), Map.of()));
    }

    private static BitSet set(int... ranks) {
        BitSet set = new BitSet();
        for (int rank : ranks) {
            set.set(rank);
        }
        return set;
    }

    private void watch() {
        for (int tick = 0; tick < StallSettings.QUIET_TICKS; tick++) {
            inquiry.onTick();
        }
    }

    private void answerAll() {
        for (int i = 0; i < asked.size(); i++) {
            String[] words = asked.get(i).split(" ");
            answer(Integer.parseInt(words[1]), Step.valueOf(words[0]));
        }
    }

    private void answer(int rank, Step step) {
        Finding finding = findings.get(rank);
        byte[] payload = step == Step.DESCRIBE || finding == null
                ? ("words of " + rank).getBytes(StandardCharsets.UTF_8)
                : finding.encode();
        inquiry.onAnswer(rank, step, payload);
    }
}
