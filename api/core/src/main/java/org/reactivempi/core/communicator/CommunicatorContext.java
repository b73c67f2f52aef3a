package org.reactivempi.core.communicator;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.buffered.Attachment;
import org.reactivempi.core.operation.BufferCheck;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.TypeCheck;
import org.reactivempi.core.settings.CollectiveSettings;
import org.reactivempi.core.settings.TypeCheck;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.ContextId.Purpose;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineCommunicator;
import reactor.core.publisher.Mono;

/**
 * What the parts of a communicator have in common.
 *
 * @param number its own: 0 for the world, and what the ranks have agreed on for any other
 * @param state how it stands: its name, and which of its ranks have failed
 */
record CommunicatorContext(
        OfSession session, int number, Members members, EngineCommunicator state, Arguments arguments) {

    /**
     * What all communicators of a session share.
     *
     * @param abort ends all ranks of the job with a code
     * @param numbers what this rank gives to communicators that it leads
     * @param bufferCheck looks at the buffers of sends, if anybody wants that
     * @param types whether messages say what their elements are
     * @param collectives how collective operations are done
     */
    record OfSession(
            Engine engine,
            Attachment buffers,
            IntFunction<Mono<Void>> abort,
            ContextNumbers numbers,
            @Nullable BufferCheck bufferCheck,
            TypeCheck types,
            CollectiveSettings collectives) {}

    Engine engine() {
        return session.engine();
    }

    /** The context of its messages for a purpose. */
    int context(Purpose purpose) {
        return ContextId.of(number, purpose);
    }

    /** This rank among the members, for the library's own messages for a purpose, which go on when the communicator is freed. */
    OperationContext endpoint(Purpose purpose) {
        return new OperationContext(engine(), members, context(purpose), members.rank(), types(purpose));
    }

    /** Collective operations may move a user's elements as bytes. */
    private TypeCheck types(Purpose purpose) {
        boolean ofUsers = purpose == Purpose.MESSAGES || purpose == Purpose.COLLECTIVE;
        return !ofUsers || session.types() == TypeCheck.OFF ? TypeCheck.OFF : TypeCheck.ON;
    }

    boolean isWorld() {
        return number == ContextId.WORLD;
    }

    /**
     * Whether communicators are made of it by a call of all processes that are there: of the world, where ranks come and go, and
     * nobody can know what the others have been through.
     */
    boolean callsAll() {
        return isWorld() && engine().ranksComeAndGo();
    }
}
