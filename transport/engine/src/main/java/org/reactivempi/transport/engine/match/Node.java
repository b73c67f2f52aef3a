package org.reactivempi.transport.engine.match;

import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.progress.Signal;

/** A link of a {@link Chain}. */
abstract class Node extends Signal {

    @Nullable
    Chain chain;

    @Nullable
    Node previous;

    @Nullable
    Node next;
}
