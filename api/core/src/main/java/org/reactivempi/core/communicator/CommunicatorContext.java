package org.reactivempi.core.communicator;

import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.ContextId.Purpose;
import org.reactivempi.transport.engine.failure.CommunicatorState;

/**
 * What the parts of a communicator have in common.
 *
 * @param number its own: 0 for the world, and what the ranks have agreed on for any other
 * @param state how it stands: its name, and which of its ranks have failed
 */
record CommunicatorContext(Engine engine, int number, Members members, CommunicatorState state, Arguments arguments) {

    /** The context of its messages for a purpose. */
    int context(Purpose purpose) {
        return ContextId.of(number, purpose);
    }

    /** This rank among the members, for the library's own messages for a purpose, which go on when the communicator is freed. */
    OperationContext endpoint(Purpose purpose) {
        return new OperationContext(engine, members, context(purpose), members.rank());
    }

    boolean isWorld() {
        return number == ContextId.WORLD;
    }
}
