package org.reactivempi.transport.bootstrap.detect;

import java.util.Map;
import org.reactivempi.transport.bootstrap.Bootstrap;
import reactor.core.publisher.Mono;

/** A protocol of launchers that a module of its own speaks, found by {@link java.util.ServiceLoader}. */
public interface LauncherProtocol {

    /**
     * Whether a launcher that speaks it has started the process.
     *
     * @param environment the process's
     * @return true where the environment has the protocol's variables
     */
    boolean launched(Map<String, String> environment);

    /**
     * Joins the launcher's job.
     *
     * @param environment the process's, for which {@link #launched} is true
     * @return cold; the rank once the launcher has answered, or a {@link org.reactivempi.transport.bootstrap.BootstrapException}
     */
    Mono<Bootstrap> join(Map<String, String> environment);
}
