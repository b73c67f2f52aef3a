package org.reactivempi.conformance.simulated;

import java.util.List;
import org.reactivempi.conformance.simulated.conversations.Conversation;

/** Looks for what is wrong with the engine, as the other tests here do, until it finds something; prints what that is. */
final class MistakenProgram {

    private static final int SCHEDULES = 300;

    /** What is printed where nothing is wrong. */
    static final String NOTHING = "nothing is wrong";

    private MistakenProgram() {}

    /** Without arguments. */
    public static void main(String[] arguments) {
        try {
            List<Conversation> all = Conversation.allBasic();
            for (Conversation conversation : all) {
                SimulatedRulesTest.inEachOrder(conversation)
                        .schedules(SCHEDULES)
                        .verify(conversation.program());
            }
            for (Conversation conversation : all) {
                SimulatedRulesTest.withCuts(conversation).schedules(SCHEDULES).verify(conversation.program());
            }
            KilledAtEachArrivalTest killed = new KilledAtEachArrivalTest();
            for (int rank = 0; rank < KilledAtEachArrivalTest.SIZE; rank++) {
                killed.one(rank);
            }
            for (int rank = 1; rank < KilledAtEachArrivalTest.SIZE; rank++) {
                killed.anySource(rank);
            }
            for (int first = 0; first < 2; first++) {
                killed.two(first);
            }
            for (Conversation conversation : CutAtEachByteTest.conversations()) {
                new CutAtEachByteTest().eachByte(conversation);
            }
            System.out.println(NOTHING);
        } catch (AssertionError found) {
            System.out.println(found.getMessage().lines().findFirst().orElse(found.toString()));
        }
    }
}
