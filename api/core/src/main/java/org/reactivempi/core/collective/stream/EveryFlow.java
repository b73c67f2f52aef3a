package org.reactivempi.core.collective.stream;

import java.util.List;

/**
 * Each element of one inlet to all outlets (COL-31). The inlet is asked for what all outlets want, which is the least of them; so the
 * publisher at the beginning of a tree of these gets the least demand of all ranks.
 */
final class EveryFlow extends Flow {

    /** How many elements are asked for at once, where the demand is larger. */
    static final int MOST = 256;

    private final Inlet<?> inlet;

    EveryFlow(Inlet<?> inlet, List<? extends Outlet> outlets) {
        super(List.of(inlet), outlets);
        this.inlet = inlet;
    }

    @Override
    void carry() {
        long open = leastOpen();
        while (open > 0 && inlet.hasNext() && !isEnded()) {
            giveAll(inlet.next());
            open = leastOpen();
        }
        if (inlet.isDry()) {
            Failure failure = inlet.failure();
            if (failure == null) {
                complete();
            } else {
                fail(failure);
            }
        } else {
            inlet.want(inlet.taken() + Math.min(open, MOST), open > MOST ? MOST / 2 : 1);
        }
    }
}
