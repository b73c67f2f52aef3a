package org.reactivempi.core.collective.stream;

import java.util.List;

/** How many elements of a scattered stream the subscriber has taken, to its root: the newest number whenever that wants one. */
final class TakenFlow extends Flow {

    private final UserOutlet<?> user;
    private final Flow elements;
    private final Outlet outlet;
    private long told;

    TakenFlow(UserOutlet<?> user, Flow elements, Outlet outlet) {
        super(List.of(), List.of(outlet));
        this.user = user;
        this.elements = elements;
        this.outlet = outlet;
    }

    @Override
    void carry() {
        // The end comes after the last number.
        boolean last = elements.isEnded();
        if (user.taken() > told && outlet.open() > 0) {
            told = user.taken();
            outlet.give(Elements.count(told));
        }
        if (last && told == user.taken()) {
            complete();
        }
    }
}
