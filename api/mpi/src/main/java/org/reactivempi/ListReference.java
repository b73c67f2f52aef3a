package org.reactivempi;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * How requests know the lists that they stand in. A persistent request may outlive many lists, and must not keep them all;
 * but a list that somebody waits for stays, though nobody else holds it.
 */
final class ListReference extends WeakReference<ReadyRequests> {

    private volatile @Nullable ReadyRequests waitedFor;

    ListReference(ReadyRequests list) {
        super(list);
    }

    @Override
    public @Nullable ReadyRequests get() {
        ReadyRequests list = waitedFor;
        return list == null ? super.get() : list;
    }

    void keep(@Nullable ReadyRequests list) {
        waitedFor = list;
    }
}
