package org.reactivempi.transport.engine.operation;

import org.jspecify.annotations.Nullable;
import reactor.core.Scannable;

/**
 * Where the user has called an operation, as far as Reactor can tell: by {@code checkpoint}, or by
 * {@code Hooks.onOperatorDebug()}, the subscribers downstream of an operation know it. Asked only for a diagnosis.
 */
final class CallSite {

    private static final int MOST_STEPS = 1000;
    private static final String KNOWS = "OnAssembly";

    private CallSite() {}

    /** The first that a subscriber, or one downstream of it, knows; null if none does. */
    static @Nullable String of(Object subscriber) {
        Scannable step = Scannable.from(subscriber);
        for (int i = 0; i < MOST_STEPS && step.isScanAvailable(); i++) {
            if (step.getClass().getSimpleName().contains(KNOWS)) {
                return step.stepName();
            }
            step = Scannable.from(step.scanUnsafe(Scannable.Attr.ACTUAL));
        }
        return null;
    }
}
