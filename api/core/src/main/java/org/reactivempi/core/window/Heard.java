package org.reactivempi.core.window;

import org.reactivempi.transport.engine.port.EngineWindows.Listener;
import org.reactivempi.transport.engine.port.EngineWindows.OwnWindow;
import org.reactivempi.transport.engine.port.EngineWindows.Word;

/**
 * What a window hears of other ranks, from its first moment on: before its user has it.
 *
 * @param notifications that have come
 * @param streams to and from its memory
 */
record Heard(Notifications notifications, StreamTable streams) implements Listener {

    /** Begins to hear. On the progress thread, in the step that makes the window. */
    static Heard of(OwnWindow own) {
        Heard heard = new Heard(new Notifications(own), new StreamTable(own));
        own.heardBy(heard);
        return heard;
    }

    @Override
    public void notified(int origin, int tag) {
        notifications.notified(origin, tag);
    }

    @Override
    public void told(int origin, Word word) {
        streams.told(origin, word);
    }

    @Override
    public void answered(int target, Word word) {
        streams.answered(target, word);
    }

    @Override
    public void lost(int member, Throwable cause) {
        notifications.lost(cause);
        streams.lost(member, cause);
    }

    @Override
    public void ended(Throwable cause) {
        notifications.ended(cause);
        streams.ended(cause);
    }
}
