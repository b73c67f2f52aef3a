package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * A rank's part in a job, from joining to finalizing. Several sessions may live in one JVM. Libraries and components {@linkplain #open open}
 * sessions of their own from it.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#chapter.11">MPI-4.1, 11</a>
 * @since 0.1
 */
public interface Session extends SessionView {

    /**
     * Joins the world that launched this process, or, where nothing did, a world of one.
     *
     * @return cold: each subscription starts a session; fails with {@link ErrorClass#SESSION} if it cannot
     *     join, and with {@link ErrorClass#ARG} if a setting is wrong
     */
    static Mono<Session> start() {
        return start(Settings.create());
    }

    /**
     * Joins the world with some settings changed.
     *
     * @param settings what differs from system properties and environment
     * @return as {@link #start()}
     */
    static Mono<Session> start(Settings settings) {
        return Mono.defer(() -> Providers.create(SessionProvider.class).start(settings));
    }

    /**
     * All ranks of the job ({@code MPI_COMM_WORLD}).
     *
     * @return the same communicator at each call
     */
    Communicator world();
}
