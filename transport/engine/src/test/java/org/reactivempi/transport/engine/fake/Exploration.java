package org.reactivempi.transport.engine.fake;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/** Runs a scenario once for each way to make its choices. */
public final class Exploration {

    private final List<int[]> path = new ArrayList<>();
    private int depth;

    private Exploration() {}

    /**
     * Runs {@code scenario} until every combination of choices has been made.
     *
     * @param scenario asks the given operator to choose one of so many; must do the same after the same choices
     * @return how many runs that took
     */
    public static int everyOrder(Consumer<IntUnaryOperator> scenario) {
        Exploration exploration = new Exploration();
        int runs = 0;
        do {
            exploration.depth = 0;
            scenario.accept(exploration::choose);
            runs++;
        } while (exploration.next());
        return runs;
    }

    private int choose(int alternatives) {
        if (depth == path.size()) {
            path.add(new int[] {0, alternatives});
        }
        int[] choice = path.get(depth++);
        if (choice[1] != alternatives) {
            throw new IllegalStateException("the scenario is not the same in every run");
        }
        return choice[0];
    }

    private boolean next() {
        while (!path.isEmpty()) {
            int[] last = path.get(path.size() - 1);
            if (++last[0] < last[1]) {
                return true;
            }
            path.remove(path.size() - 1);
        }
        return false;
    }
}
