package org.reactivempi.core.collective.stream;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;

/**
 * One element of each inlet, reduced to one, which goes to all outlets (COL-32). The inlets stand in the order of their ranks, and each is
 * a row of ranks, so operands never change places, and the brackets depend on the number of ranks alone (OPS-5, OPS-6).
 */
final class ReduceFlow extends Flow {

    private final int rank;
    private final int ahead;
    private final Combiner<?> combiner;

    /**
     * A reduction on rank {@code rank}.
     *
     * @param ahead how many elements each inlet is asked for ahead of the ones that are reduced
     */
    ReduceFlow(
            List<? extends Inlet<?>> inlets,
            List<? extends Outlet> outlets,
            int rank,
            int ahead,
            Combiner<?> combiner) {
        super(inlets, outlets);
        this.rank = rank;
        this.ahead = ahead;
        this.combiner = combiner;
    }

    @Override
    void carry() {
        while (!isEnded() && leastOpen() > 0 && allHaveNext()) {
            reduceNext();
        }
        Inlet<?> dry = firstDry();
        if (!isEnded() && dry != null) {
            lookAtEnd(dry);
        }
        if (!isEnded()) {
            inlets.forEach(inlet -> inlet.want(inlet.taken() + ahead, Math.max(1, ahead / 4)));
        }
    }

    private boolean allHaveNext() {
        for (Inlet<?> inlet : inlets) {
            if (!inlet.hasNext()) {
                return false;
            }
        }
        return true;
    }

    private void reduceNext() {
        byte[] result;
        try {
            result = inlets.get(0).next();
            for (int i = 1; i < inlets.size(); i++) {
                result = combiner.combine(result, inlets.get(i).next());
            }
        } catch (MpiException wrong) {
            fail(Failure.here(rank, wrong));
            return;
        } catch (Throwable thrown) {
            fail(Failure.here(rank, new MpiException(ErrorClass.CONVERSION, "the codec has thrown " + thrown, thrown)));
            return;
        }
        giveAll(result);
    }

    private @Nullable Inlet<?> firstDry() {
        Inlet<?> first = null;
        for (Inlet<?> inlet : inlets) {
            if (inlet.isDry() && (first == null || inlet.failure() != null)) {
                first = inlet;
            }
        }
        return first;
    }

    /** One inlet ends here. If all do, the streams are equally long; what has one more is longer. */
    private void lookAtEnd(Inlet<?> dry) {
        Failure failure = dry.failure();
        if (failure != null) {
            fail(failure);
            return;
        }
        boolean all = true;
        for (Inlet<?> inlet : inlets) {
            if (inlet.hasNext()) {
                fail(unequal(dry, inlet));
                return;
            }
            all &= inlet.isDry();
        }
        if (all) {
            complete();
        }
    }

    private Failure unequal(Inlet<?> shorter, Inlet<?> longer) {
        return Failure.here(
                rank,
                new MpiException(
                        ErrorClass.COUNT,
                        "the streams are not equally long: that of rank " + shorter.rank + " has " + shorter.taken()
                                + " elements, that of rank " + longer.rank + " at least " + (longer.taken() + 1)));
    }
}
