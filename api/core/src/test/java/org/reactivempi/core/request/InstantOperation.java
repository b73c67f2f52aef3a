package org.reactivempi.core.request;

import org.reactivempi.Status;

/** Ends inside of its start. */
final class InstantOperation implements PersistentOperation {

    static final Status STATUS = Status.of(1, 2, 3);

    @Override
    public void start(Owner owner) {
        owner.onCompleted(STATUS);
    }

    @Override
    public void cancel() {
        throw new AssertionError("it never runs");
    }
}
