package org.reactivempi.conformance.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.conformance.simulated.conversations.Conversation;
import org.reactivempi.testkit.Simulation;

/** What ranks do for each other, in hundreds of orders: of the messages that receives meet, of turns, of batches, and with cuts. */
@Tag("long")
class SimulatedRulesTest {

    /** Thousands by the profile {@code simulation}. */
    static final int SCHEDULES = Integer.getInteger("simulation.schedules", 200);

    static List<Conversation> conversations() {
        return Conversation.all();
    }

    static Simulation of(Conversation conversation) {
        return Simulation.of(conversation.size())
                .schedules(conversation.schedules(SCHEDULES))
                .with("eager-limit-bytes", "512")
                .with("eager-credit-bytes", "16384");
    }

    private static boolean isKilled(Conversation conversation) {
        return conversation.kind() == Conversation.Kind.KILLED;
    }

    /** In each order, over connections that don't break. */
    static Simulation inEachOrder(Conversation conversation) {
        Simulation unbroken = of(conversation).unbroken();
        return isKilled(conversation) ? unbroken.faults("kill=1") : unbroken;
    }

    /** Where connections break. */
    static Simulation withCuts(Conversation conversation) {
        return of(conversation).faults("cut=0.03,refuse=0.1" + (isKilled(conversation) ? ",kill=1" : ""));
    }

    @ParameterizedTest
    @MethodSource("conversations")
    @DisplayName("SIM-12, SIM-15 each order of a conversation gives the same data, and leaves nothing")
    void eachOrder(Conversation conversation) {
        assertThat(inEachOrder(conversation).verify(conversation.program()).runs())
                .isEqualTo(conversation.schedules(SCHEDULES));
    }

    @ParameterizedTest
    @MethodSource("conversations")
    @DisplayName(
            "SIM-8, SIM-11, SIM-12 cuts and refused connections change nothing of a conversation, and leave nothing")
    void cuts(Conversation conversation) {
        assertThat(withCuts(conversation).verify(conversation.program()).runs())
                .isEqualTo(conversation.schedules(SCHEDULES));
    }
}
