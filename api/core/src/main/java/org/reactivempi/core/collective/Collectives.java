package org.reactivempi.core.collective;

import java.util.function.Function;
import org.reactivempi.core.operation.Endpoint;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import reactor.core.publisher.Mono;

/** The collective operations of one communicator, as this rank takes part in them. */
public final class Collectives {

    final Endpoint at;
    final CommunicatorState state;
    final int size;
    private int started;
    private int running;
    private boolean unfinished;

    /**
     * No operations yet.
     *
     * @param at the context of the communicator's collective operations
     * @param state the communicator as reports see it
     * @param size how many ranks the communicator has
     */
    public Collectives(Endpoint at, CommunicatorState state, int size) {
        this.at = at;
        this.state = state;
        this.size = size;
    }

    /**
     * An operation that is not subscribed.
     *
     * @param name what the operation is called in descriptions of what runs
     * @param check throws what is wrong with its arguments; asked at each subscription
     * @param body what this rank does; called and subscribed on the progress thread
     * @param <T> the type of the result
     * @return cold; on the progress scheduler
     */
    public <T> Mono<T> operation(String name, Runnable check, Function<Collective, Mono<T>> body) {
        return new LocalMono<>(at.engine(), () -> {
            check.run();
            return new Running<>(this, name, body);
        });
    }

    /**
     * Whether an operation runs here alone, and all others have ended well; for the progress thread. Then no message of
     * another operation is here, or will be.
     *
     * @return false if another one runs, or has been cancelled, or has failed
     */
    public boolean isLastOfAll() {
        return running == 1 && !unfinished;
    }

    /** The next operation starts. */
    Collective begin() {
        running++;
        return new Collective(this, started++);
    }

    /** One has ended, well or not. */
    void end(boolean well) {
        running--;
        unfinished |= !well;
    }
}
