package org.reactivempi.spi;

import org.reactivempi.Session;
import org.reactivempi.Settings;
import reactor.core.publisher.Mono;

/** Makes sessions; the implementation module registers one with {@code ServiceLoader}. */
public interface SessionProvider {

    /**
     * Joins the world that launched the calling thread's rank, or a world of one.
     *
     * @param settings what the program set; everything else comes from system properties and the environment
     * @return cold: each subscription starts a session of its own
     */
    Mono<Session> start(Settings settings);

    /**
     * Ends the calling rank with an exit code: the process, or the rank's thread where several ranks share one JVM.
     *
     * @param code 0 to 255
     */
    void exit(int code);
}
