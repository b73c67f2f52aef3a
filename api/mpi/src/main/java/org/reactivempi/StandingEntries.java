package org.reactivempi;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** The places of a persistent request in lists: told of every start and every end, until they are retired. */
final class StandingEntries {

    private static final AtomicReferenceFieldUpdater<StandingEntries, ListEntry[]> ENTRIES =
            AtomicReferenceFieldUpdater.newUpdater(StandingEntries.class, ListEntry[].class, "entries");
    private static final ListEntry[] NONE = {};

    // Copied when changed, which is seldom; read at each start and end.
    private volatile ListEntry[] entries = NONE;

    void add(ListEntry entry) {
        ListEntry[] before = entries;
        while (!ENTRIES.compareAndSet(this, before, with(before, entry))) {
            before = entries;
        }
    }

    void remove(ListEntry entry) {
        ListEntry[] before = entries;
        while (!ENTRIES.compareAndSet(this, before, without(before, entry))) {
            before = entries;
        }
    }

    void onStart() {
        for (ListEntry entry : entries) {
            entry.onStart();
        }
    }

    void onEnd() {
        for (ListEntry entry : entries) {
            entry.onEnd();
        }
    }

    private static ListEntry[] with(ListEntry[] entries, ListEntry added) {
        List<ListEntry> live = live(entries);
        live.add(added);
        return live.toArray(NONE);
    }

    private static ListEntry[] without(ListEntry[] entries, ListEntry removed) {
        List<ListEntry> live = live(entries);
        live.remove(removed);
        return live.isEmpty() ? NONE : live.toArray(NONE);
    }

    // Lists that nobody holds any more are forgotten here.
    private static List<ListEntry> live(ListEntry[] entries) {
        List<ListEntry> live = new ArrayList<>(entries.length + 1);
        for (ListEntry entry : entries) {
            if (!entry.isOver()) {
                live.add(entry);
            }
        }
        return live;
    }
}
