package org.reactivempi.core.collective.stream;

import java.util.List;

/**
 * The elements of all inlets in turn, each in its order, to one outlet (COL-33). In one round, an inlet has as many turns as there
 * are ranks whose elements come through it; so a rank with elements waits for no more than one round of all others.
 */
final class GatherFlow extends Flow {

    private final Outlet outlet;
    private final int[] turns;
    private final int ahead;
    private int current;
    private int used;

    /**
     * A gathering.
     *
     * @param turns for each inlet, how many ranks' elements come through it
     * @param ahead how many elements each inlet is asked for ahead of the ones that have left, times its turns at most
     */
    GatherFlow(List<? extends Inlet<?>> inlets, int[] turns, Outlet outlet, int ahead) {
        super(inlets, List.of(outlet));
        this.outlet = outlet;
        this.turns = turns;
        this.ahead = ahead;
    }

    @Override
    void carry() {
        while (!outlet.isGone() && outlet.open() > 0 && findNext()) {
            used++;
            outlet.give(inlets.get(current).next());
        }
        boolean all = true;
        for (Inlet<?> inlet : inlets) {
            Failure failure = inlet.isDry() ? inlet.failure() : null;
            if (failure != null) {
                fail(failure);
                return;
            }
            all &= inlet.isDry();
        }
        if (all) {
            complete();
        } else {
            inlets.forEach(inlet -> inlet.want(inlet.taken() + ahead, Math.max(1, ahead / 4)));
        }
    }

    /** Goes on to the next inlet that has an element, and turns left; false if none has an element. */
    private boolean findNext() {
        if (inlets.isEmpty()) {
            return false;
        }
        for (int looked = 0; looked <= inlets.size(); looked++) {
            if (used < turns[current] && inlets.get(current).hasNext()) {
                return true;
            }
            current = (current + 1) % inlets.size();
            used = 0;
        }
        return false;
    }
}
