package org.reactivempi.core.window;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Notification;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.port.EngineWindows.OwnWindow;

/** The notifications that have come to a window, by their tags, and the subscribers that want more. How many there may be, the engine counts. */
@OnProgressThread
final class Notifications {

    /** Wants notifications with a tag. */
    interface Taker {

        /** There is something to {@link #take}. */
        void wakeLater();

        /** No more will come, or not from a rank that is lost. */
        void breakOff(Throwable cause);
    }

    private static final class Tag {

        /** The origins, as they came. */
        private final Queue<Integer> held = new ArrayDeque<>();

        private final List<Taker> takers = new ArrayList<>();
    }

    private final OwnWindow own;
    private final Map<Integer, Tag> tags = new HashMap<>();

    /** None yet. */
    Notifications(OwnWindow own) {
        this.own = own;
    }

    void notified(int origin, int tag) {
        Tag at = at(tag);
        at.held.add(origin);
        at.takers.forEach(Taker::wakeLater);
    }

    private Tag at(int tag) {
        return tags.computeIfAbsent(tag, never -> new Tag());
    }

    /** The first that is there, for a taker that has joined. */
    @Nullable
    Notification take(int tag) {
        Tag at = at(tag);
        if (at.held.isEmpty()) {
            return null;
        }
        int origin = at.held.remove();
        own.taken(origin, tag);
        return new Notification(origin, tag);
    }

    void join(int tag, Taker taker) {
        at(tag).takers.add(taker);
    }

    void leave(int tag, Taker taker) {
        Tag at = at(tag);
        at.takers.remove(taker);
        if (at.takers.isEmpty() && at.held.isEmpty()) {
            tags.remove(tag);
        }
    }

    void lost(Throwable cause) {
        forEach(taker -> taker.breakOff(cause));
    }

    void ended(Throwable cause) {
        tags.values().forEach(at -> at.held.clear());
        lost(cause);
    }

    private void forEach(Consumer<Taker> visitor) {
        tags.values().forEach(at -> at.takers.forEach(visitor));
    }
}
