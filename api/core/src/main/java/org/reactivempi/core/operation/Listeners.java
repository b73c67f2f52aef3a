package org.reactivempi.core.operation;

import java.util.Map;
import org.reactivempi.Mpi;
import reactor.util.context.ContextView;

/** Knows operations of listeners by the Reactor context of their subscribers: see {@link Mpi#LISTENING}. */
public final class Listeners {

    private static final Object KEY =
            Mpi.LISTENING.stream().map(Map.Entry::getKey).findFirst().orElseThrow();

    private Listeners() {}

    /** Whether a subscriber with this context waits for what others may want of it. */
    public static boolean areMarked(ContextView context) {
        return context.hasKey(KEY);
    }
}
