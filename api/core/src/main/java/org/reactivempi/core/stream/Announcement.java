package org.reactivempi.core.stream;

import org.reactivempi.transport.engine.event.OperationTrace;
import org.reactivempi.transport.engine.event.StreamOpening;
import org.reactivempi.transport.engine.protocol.SendMode;
import reactor.util.context.ContextView;

/** Announces a stream. Synchronous, since only what waits for its receive can be taken back. */
final class Announcement extends ControlSend implements StreamOpening {

    private final StreamSend<?> end;

    Announcement(StreamSend<?> end, int destination, int tag) {
        super(
                end,
                end.streams.announcements.context(),
                destination,
                tag,
                SendMode.SYNCHRONOUS,
                Control.announcement(end.number()));
        this.end = end;
    }

    @Override
    public ContextView reactorContext() {
        return end.currentContext();
    }

    @Override
    public void goOn(OperationTrace trace) {
        end.goOn(trace);
    }
}
