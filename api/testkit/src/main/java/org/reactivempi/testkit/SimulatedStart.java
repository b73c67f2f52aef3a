package org.reactivempi.testkit;

import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.CoreSessionProvider;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import org.reactivempi.transport.bootstrap.JobJvm;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.bootstrap.Life;
import org.reactivempi.transport.sim.RankProcess;
import org.reactivempi.transport.sim.RunPlan;
import reactor.core.publisher.Mono;

/** How the processes of a simulated job start, and find each other. */
sealed interface SimulatedStart {

    /** Starts the session of a process. */
    Mono<CoreSession> start(RankProcess process, Settings settings);

    /** A process has ended without its session. */
    void ended(RankProcess process);

    static SimulatedStart of(int size, RunPlan plan) {
        return plan.listed()
                ? new Listed(size)
                : new Launched(InJvmWorld.of(size, Map.of(), Runnable::run, new SplittableRandom(plan.seed())));
    }

    /** All at the same time: ranks meet before any of them goes on. */
    record Launched(InJvmWorld job) implements SimulatedStart {

        @Override
        public Mono<CoreSession> start(RankProcess process, Settings settings) {
            return CoreSessionProvider.start(job.bootstrap(process.rank()), settings);
        }

        @Override
        public void ended(RankProcess process) {
            job.left(process.rank());
        }
    }

    /** Each by itself, by a list that says where all others listen: so a rank may come again. */
    record Listed(int size) implements SimulatedStart {

        private static final int FIRST_PORT = 7000;
        private static final String SECRET = "what the peers of a simulated job know";

        @Override
        public Mono<CoreSession> start(RankProcess process, Settings settings) {
            JobPlace place = new JobPlace("simulated", process.rank(), size, 1, new JobJvm(1, Map.of()));
            return CoreSessionProvider.start(
                    new Bootstrap(place, Optional.empty(), new Unlaunched(process)),
                    settings.with("peers", "10.0.0.1:{" + FIRST_PORT + ".." + (FIRST_PORT + size - 1) + "}")
                            .with("rank", Integer.toString(process.rank()))
                            .secret(SECRET));
        }

        @Override
        public void ended(RankProcess process) {
            // The others notice it by their connections.
        }
    }

    /** A process that nothing has launched: nobody is told of its end, and nobody else ends with it. */
    record Unlaunched(RankProcess process) implements Life {

        @Override
        public Mono<Void> finish(Mono<Void> closing) {
            return closing;
        }

        @Override
        public Mono<Boolean> hasLeft(int rank) {
            return Mono.just(false);
        }

        @Override
        public void exit(int code) {
            process.exit(code);
        }

        @Override
        public Mono<Void> abort(int code) {
            return Mono.<Void>fromRunnable(() -> exit(code)).then(Mono.never());
        }
    }
}
