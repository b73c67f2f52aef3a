package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * How processes that have been started apart find each other: one opens a port, another one connects by the port's name.
 *
 * <pre>
 *  a service                                             a client, of any job
 *   Port port = session.ports().open().block();
 *   world.accepts(port, 0)  &lt;---------------------------- world.connect(port.name(), 0)
 *    Intercommunicator of both  ==== messages, collectives ====  Intercommunicator of both
 *   disconnect                                            disconnect
 * </pre>
 * Who connects has to know the secret of the port's rank: the setting {@code port-secret}, which both have. Without one, only
 * processes of the same job can connect.
 *
 * @see SessionView#ports
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.11.9">MPI-4.1, 11.9</a>
 * @since 0.1
 */
public interface Ports {

    /**
     * Opens a port of this rank ({@code MPI_Open_port}), where it listens already: nothing is bound, and nothing is said to anybody.
     *
     * @return cold: each subscription opens one, which is signalled on the progress scheduler; fails with {@link ErrorClass#SESSION} if the
     *     session is closed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.11.9.2">MPI-4.1, 11.9.2</a>
     */
    Mono<Port> open();
}
