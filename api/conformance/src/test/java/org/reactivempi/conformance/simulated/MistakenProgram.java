package org.reactivempi.conformance.simulated;

import java.util.List;
import org.reactivempi.conformance.simulated.conversations.Conversation;

/** Looks for what is wrong with the engine, as the other tests here do, until it finds something; prints what that is. */
final class MistakenProgram {

    /** So many schedules of each conversation, in which most mistakes show. */
    private static final int FEW = 25;

    private static final int MANY = 300;

    /** What is printed where nothing is wrong. */
    static final String NOTHING = "nothing is wrong";

    private MistakenProgram() {}

    /** Without arguments. */
    public static void main(String[] arguments) {
        try {
            conversations(FEW);
            kills();
            conversations(MANY);
            for (Conversation conversation : CutAtEachByteTest.conversations()) {
                new CutAtEachByteTest().eachByte(conversation);
            }
            System.out.println(NOTHING);
        } catch (AssertionError found) {
            System.out.println(found.getMessage().lines().findFirst().orElse(found.toString()));
        }
    }

    private static void conversations(int schedules) {
        List<Conversation> all = Conversation.allBasic();
        for (Conversation conversation : all) {
            SimulatedRulesTest.inEachOrder(conversation).schedules(schedules).verify(conversation.program());
        }
        for (Conversation conversation : all) {
            SimulatedRulesTest.withCuts(conversation).schedules(schedules).verify(conversation.program());
        }
    }

    private static void kills() {
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
    }
}
