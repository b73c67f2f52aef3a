package org.reactivempi.transport.engine.port;

import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;

/**
 * A subscriber that notes how its operation has ended, and runs no code of the program meanwhile. So a thread of the program may
 * tell it that is inside the progress loop for something else.
 */
public interface Noting {

    /**
     * Whether any thread may tell it, and all others of its class.
     *
     * @return false unless overridden
     */
    default boolean isAlwaysQuiet() {
        return false;
    }

    /**
     * Whether the calling thread may tell it.
     *
     * @return {@link #isAlwaysQuiet} unless overridden
     */
    default boolean isQuiet() {
        return isAlwaysQuiet();
    }

    /**
     * Whether the calling thread waits for it, so that all code of the program on the way to it is that thread's own.
     *
     * @return false unless overridden
     */
    default boolean isWaitedFor() {
        return false;
    }

    /** Whether the calling thread may give signals to {@code subscriber}, whichever thread that is. */
    static boolean isQuiet(@Nullable CoreSubscriber<?> subscriber) {
        return subscriber instanceof Noting noting ? noting.isQuiet() : isWaitedFor(subscriber);
    }

    /** Whether the calling thread waits for what {@code subscriber} gets, or makes of it by operators of Reactor. */
    static boolean isWaitedFor(@Nullable CoreSubscriber<?> subscriber) {
        Object last = subscriber;
        while (last instanceof Scannable operator && !(last instanceof Noting)) {
            last = operator.scanUnsafe(Scannable.Attr.ACTUAL);
        }
        return last instanceof Noting noting && noting.isWaitedFor();
    }
}
