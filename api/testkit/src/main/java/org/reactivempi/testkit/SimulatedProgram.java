package org.reactivempi.testkit;

import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Communicator;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.transport.sim.RankProcess;
import org.reactivempi.transport.sim.SimulationException;
import org.reactivempi.transport.sim.World;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What each rank of a simulated job runs. */
sealed interface SimulatedProgram {

    /**
     * Begins it in a process that has started.
     *
     * @param onEnd gets what it fails with, or null, once
     */
    void begin(World world, RankProcess process, CoreSession session, Consumer<@Nullable Throwable> onEnd);

    /** One that returns at once, and whose publisher ends when it has. It runs in turns of its rank. */
    record Reactive(Function<? super Communicator, ? extends Publisher<?>> program) implements SimulatedProgram {

        @Override
        public void begin(World world, RankProcess process, CoreSession session, Consumer<@Nullable Throwable> onEnd) {
            session.scheduler()
                    .schedule(() -> Mono.defer(() ->
                                    Flux.from(program.apply(session.world())).then())
                            .subscribe(nothing -> {}, onEnd::accept, () -> onEnd.accept(null)));
        }
    }

    /** One that may block, on a thread of its own. */
    record Blocking(Simulation.BlockingProgram program) implements SimulatedProgram {

        @Override
        public void begin(World world, RankProcess process, CoreSession session, Consumer<@Nullable Throwable> onEnd) {
            world.start(process, () -> run(session.world()), onEnd);
        }

        private void run(Communicator communicator) {
            try {
                program.run(communicator);
            } catch (RuntimeException | Error thrown) {
                throw thrown;
            } catch (Exception checked) {
                throw new Failed(checked);
            }
        }
    }

    /** Carries what a program has thrown that is checked. */
    final class Failed extends RuntimeException {

        private static final long serialVersionUID = 1;

        Failed(Exception cause) {
            super(cause);
        }
    }

    /** What a program has really thrown; null where that is only that it was ended. */
    static @Nullable Throwable cause(Throwable thrown) {
        Throwable cause = thrown instanceof Failed && thrown.getCause() != null ? thrown.getCause() : thrown;
        return cause instanceof SimulationException ended && ended.isEnd() ? null : cause;
    }
}
