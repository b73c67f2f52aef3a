package org.reactivempi.core.partition;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Status;
import org.reactivempi.core.request.PersistentOperation;

/** Tells how an operation has ended: with a failure, or with nothing. */
record Ends(Consumer<@Nullable Throwable> told) implements PersistentOperation.Owner {

    @Override
    public void onCompleted(Status status) {
        told.accept(null);
    }

    @Override
    public void onFailed(Throwable error) {
        told.accept(error);
    }

    @Override
    public void onCancelled() {
        told.accept(null);
    }
}
