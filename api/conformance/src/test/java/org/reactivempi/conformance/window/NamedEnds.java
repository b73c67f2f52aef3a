package org.reactivempi.conformance.window;

import java.util.List;
import org.reactivempi.Datatype;
import org.reactivempi.Window;
import org.reactivempi.testkit.Ranks;

/** A test over one window of longs, with names for the ends that it has on the first ranks. */
abstract class NamedEnds {

    /** Of all ranks. */
    List<Window> ends = List.of();

    Window zero;
    Window one;
    /** Null where there are two ranks. */
    Window two;

    /** Makes it: so many elements on each rank, in memory of the library. */
    void allocate(Ranks ranks, int count) {
        ends = Ends.allocated(ranks, count, Datatype.LONG);
        zero = ends.get(0);
        one = ends.get(1);
        two = ranks.size() > 2 ? ends.get(2) : null;
    }
}
