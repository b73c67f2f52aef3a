package org.reactivempi.core.collective.stream;

import org.jspecify.annotations.Nullable;

/** Where elements leave a flow; for the progress thread. */
interface Outlet {

    /** How many more elements it takes. */
    long open();

    /** Gives one that it has room for. */
    void give(byte[] element);

    /** After all that was given, the end comes: {@code why}, or completion. */
    void end(@Nullable Failure why);

    /** Whether it takes no more, for whatever reason. */
    boolean isGone();

    /** Why it is gone, if that is a failure of the stream. */
    @Nullable
    Failure failure();

    /** Whether nothing of it is under way any more. */
    boolean isOver();
}
