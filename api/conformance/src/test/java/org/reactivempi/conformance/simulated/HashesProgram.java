package org.reactivempi.conformance.simulated;

import java.util.List;
import org.reactivempi.conformance.simulated.conversations.Conversation;
import org.reactivempi.testkit.SimulatedRun;
import org.reactivempi.testkit.Simulation;

/** Prints what identifies some runs, a line each. */
final class HashesProgram {

    private HashesProgram() {}

    /** {@code arguments} are how many seeds there are. */
    public static void main(String[] arguments) {
        int seeds = Integer.parseInt(arguments[0]);
        List<Conversation> all = Conversation.all();
        for (int seed = 0; seed < seeds; seed++) {
            Conversation conversation = all.get(seed % all.size());
            Simulation simulation = SimulatedRulesTest.of(conversation).seed(seed);
            SimulatedRun run =
                    (seed % 2 == 0 ? simulation.faults("cut=0.05") : simulation.unbroken()).run(conversation.program());
            System.out.printf("%d %x %d %s%n", seed, run.hash(), run.events(), run.time());
        }
    }
}
