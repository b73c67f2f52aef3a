package org.reactivempi.transport.engine.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.packet.PacketKind.AfterGoodbye;
import org.reactivempi.transport.engine.packet.PacketKind.Family;

/** What is known of each kind without a look at its handler. */
class PacketKindTest {

    private static Set<PacketKind> all(Predicate<PacketKind> property) {
        return Arrays.stream(PacketKind.values())
                .filter(property)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(PacketKind.class)));
    }

    @Test
    @DisplayName("each kind belongs to the family whose handler takes it")
    void families() {
        assertThat(all(kind -> kind.family() == Family.HANDSHAKE))
                .containsExactly(PacketKind.HELLO, PacketKind.WELCOME, PacketKind.REFUSAL);
        assertThat(all(kind -> kind.family() == Family.LINK))
                .containsExactly(
                        PacketKind.GOODBYE,
                        PacketKind.GOODBYE_SEEN,
                        PacketKind.ACKNOWLEDGE,
                        PacketKind.ABORTED,
                        PacketKind.GIVEN_UP);
        assertThat(all(kind -> kind.family() == Family.FAILURE)).containsExactly(PacketKind.REVOKE, PacketKind.BALLOT);
        assertThat(all(kind -> kind.family() == Family.MEMBERSHIP))
                .containsExactly(PacketKind.ROLL_CALL, PacketKind.SIGHTINGS);
        assertThat(all(kind -> kind.family() == Family.DIAGNOSIS))
                .containsExactly(PacketKind.STALL_QUESTION, PacketKind.STALL_ANSWER);
        assertThat(all(kind -> kind.family() == Family.MESSAGE)).hasSize(15);
        assertThat(all(kind -> kind.family() == Family.CREDIT)).containsExactly(PacketKind.CREDIT);
        assertThat(all(kind -> kind.family() == Family.ASK))
                .containsExactly(PacketKind.RECALL, PacketKind.QUESTION_STATE);
        assertThat(all(kind -> kind.family() == Family.EXTENSION))
                .containsExactly(PacketKind.FAMILIES, PacketKind.EXTENDED);
        assertThat(all(kind -> kind.family() == Family.WINDOW)).hasSize(20);
        assertThat(all(kind -> kind.family() == Family.MEETING)).containsExactly(PacketKind.MEETING);
    }

    @Test
    @DisplayName("all but the greetings are numbered; asides are those of the link and of the diagnosis")
    void numbers() {
        assertThat(all(kind -> !kind.family().isNumbered()))
                .containsExactly(PacketKind.HELLO, PacketKind.WELCOME, PacketKind.REFUSAL);
        assertThat(all(kind -> kind.family().isNumbered() && kind.family().isAside()))
                .containsExactly(
                        PacketKind.GOODBYE,
                        PacketKind.GOODBYE_SEEN,
                        PacketKind.ACKNOWLEDGE,
                        PacketKind.ABORTED,
                        PacketKind.STALL_QUESTION,
                        PacketKind.STALL_ANSWER,
                        PacketKind.GIVEN_UP);
    }

    @Test
    @DisplayName("behind a goodbye only the link's own packets matter, and answers may have been on their way")
    void behindAGoodbye() {
        assertThat(all(kind -> kind.afterGoodbye() == AfterGoodbye.HANDLED))
                .containsExactly(
                        PacketKind.GOODBYE_SEEN, PacketKind.ACKNOWLEDGE, PacketKind.ABORTED, PacketKind.GIVEN_UP);
        assertThat(all(kind -> kind.afterGoodbye() == AfterGoodbye.IGNORED))
                .containsExactly(
                        PacketKind.CREDIT,
                        PacketKind.WITHDRAWN,
                        PacketKind.DECLINED,
                        PacketKind.REVOKE,
                        PacketKind.BALLOT,
                        PacketKind.STALL_QUESTION,
                        PacketKind.STALL_ANSWER,
                        PacketKind.RECALL,
                        PacketKind.ROLL_CALL,
                        PacketKind.QUESTION_STATE,
                        PacketKind.FAMILIES,
                        PacketKind.EXTENDED,
                        PacketKind.SIGHTINGS,
                        PacketKind.PUT,
                        PacketKind.GET,
                        PacketKind.GOT,
                        PacketKind.ACCUMULATE,
                        PacketKind.COMPARE_AND_SWAP,
                        PacketKind.FLUSH,
                        PacketKind.LOCK,
                        PacketKind.UNLOCK,
                        PacketKind.POST,
                        PacketKind.COMPLETE,
                        PacketKind.DONE,
                        PacketKind.REFUSED,
                        PacketKind.HELD,
                        PacketKind.NOTIFY,
                        PacketKind.TAKEN,
                        PacketKind.FENCE,
                        PacketKind.OPEN,
                        PacketKind.PUT_RUNS,
                        PacketKind.GET_RUNS,
                        PacketKind.ACCUMULATE_RUNS,
                        PacketKind.MEETING);
    }

    @Test
    @DisplayName(
            "payload follows those kinds that bring some, and data alone may be in the memory of the sender's user")
    void payload() {
        assertThat(all(kind -> kind.maxPayloadBytes() > 0))
                .containsExactly(
                        PacketKind.EAGER,
                        PacketKind.EAGER_SYNCHRONOUS,
                        PacketKind.DATA,
                        PacketKind.EAGER_READY,
                        PacketKind.BALLOT,
                        PacketKind.TRACE_CONTEXT,
                        PacketKind.STALL_ANSWER,
                        PacketKind.SIGNATURE,
                        PacketKind.ROLL_CALL,
                        PacketKind.FAMILIES,
                        PacketKind.EXTENDED,
                        PacketKind.SIGHTINGS,
                        PacketKind.PUT,
                        PacketKind.GOT,
                        PacketKind.ACCUMULATE,
                        PacketKind.REFUSED,
                        PacketKind.NOTIFY,
                        PacketKind.PUT_RUNS,
                        PacketKind.ACCUMULATE_RUNS,
                        PacketKind.MEETING);
        assertThat(all(kind -> kind.mayHoldMemory(1))).containsExactly(PacketKind.DATA);
        assertThat(all(kind -> kind.mayHoldMemory(PacketKind.LEAST_HELD_BYTES)))
                .containsExactly(PacketKind.DATA, PacketKind.PUT, PacketKind.GOT);
    }
}
