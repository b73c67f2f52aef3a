package org.reactivempi.transport.engine.match;

import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.progress.Completable;

/** A link of a {@link Chain}. */
abstract class Node extends Completable {

    @Nullable
    Chain chain;

    @Nullable
    Node previous;

    @Nullable
    Node next;
}
