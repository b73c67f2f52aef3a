package org.reactivempi.spi;

import org.reactivempi.PersistentRequest;

/**
 * Implemented by the cold {@code Mono}s of an implementation: each is an operation with its arguments bound, which {@link
 * PersistentRequest#of} can start again and again.
 */
public interface PersistentMono {

    /**
     * The same operation for one persistent request.
     *
     * @return a new object at each call, not started
     */
    PersistentOperation persistent();
}
