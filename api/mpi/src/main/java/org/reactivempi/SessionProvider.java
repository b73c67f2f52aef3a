package org.reactivempi;

import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** What an implementation of this contract provides; it registers one with {@code ServiceLoader}. Users never call it. */
public interface SessionProvider {

    /**
     * Joins the world that launched the calling thread's rank, or a world of one.
     *
     * @param settings what the program set; everything else comes from system properties and the environment
     * @return cold: each subscription starts a session of its own
     */
    Mono<Session> start(Settings settings);

    /**
     * Runs a program as one rank, as {@link Mpi#run(String[], Settings, Function)} says.
     *
     * @param args the arguments of {@code main}; those which are settings win over {@code settings}
     * @param settings the program's own
     * @param program what the rank does
     */
    void run(String[] args, Settings settings, Function<Communicator, Publisher<?>> program);
}
