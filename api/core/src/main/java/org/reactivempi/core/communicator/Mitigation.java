package org.reactivempi.core.communicator;

import java.util.function.Supplier;
import org.reactivempi.Group;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import reactor.core.publisher.Mono;

/** What a communicator's users can do about failed ranks. */
final class Mitigation {

    private final Engine engine;
    private final Members members;
    private final Arguments arguments;
    private final CommunicatorState state;

    Mitigation(Engine engine, Members members, Arguments arguments, CommunicatorState state) {
        this.engine = engine;
        this.members = members;
        this.arguments = arguments;
        this.state = state;
    }

    Mono<Group> failed() {
        return local(() -> members.some(state.failed()));
    }

    Mono<Group> acknowledge() {
        return local(() -> members.some(state.acknowledge()));
    }

    /** Something that is done at once, also where the communicator is revoked. */
    private <T> Mono<T> local(Supplier<T> action) {
        return Mono.defer(() -> {
            arguments.exists();
            return new LocalMono<>(engine, owner -> owner.complete(action.get()));
        });
    }
}
