package org.reactivempi.core.communicator;

import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.ContextId.Purpose;

/**
 * The contexts of a communicator, one for each {@link Purpose}.
 *
 * @param number its number: 0 for the world, and what the ranks have agreed on for any other
 */
record Contexts(int number) {

    static final Contexts WORLD = new Contexts(ContextId.WORLD);

    int messages() {
        return ContextId.of(number, Purpose.MESSAGES);
    }

    int collective() {
        return ContextId.of(number, Purpose.COLLECTIVE);
    }

    int streamControl() {
        return ContextId.of(number, Purpose.STREAM_ANNOUNCEMENTS);
    }

    int streamElements() {
        return ContextId.of(number, Purpose.STREAM_ELEMENTS);
    }
}
