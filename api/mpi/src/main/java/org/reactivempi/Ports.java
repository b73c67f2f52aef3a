package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * How processes that have been started apart find each other: one opens a port, another one connects by the port's name, which it may look up
 * by a name that was published.
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

    /**
     * Gives a port a name by which others find it ({@code MPI_Publish_name}), until this process ends, closes the port or calls
     * {@link #unpublish}; a port of another process keeps the name when that closes it. Who keeps the names is the setting {@code name-service}; without one that is rank 0 of this job, for this job
     * alone.
     *
     * @param name 1 to 255 characters, none of which is a control character
     * @param portName of an open port, of this process or of another one
     * @return cold: completes, without a value, when others can find the name, on the progress scheduler; cancelling withdraws it. Fails with
     *     {@link ErrorClass#SERVICE} if the name is published already or is not allowed, or who keeps the names can't be reached, with
     *     {@link ErrorClass#PORT} if {@code portName} is no port name, or one of this process that is closed, and with {@link ErrorClass#SESSION} if the session is closed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.11.9.4">MPI-4.1, 11.9.4</a>
     */
    Mono<Void> publish(String name, String portName);

    /**
     * The same of a port of this process, which withdraws the name when it is closed.
     *
     * @param name 1 to 255 characters, none of which is a control character
     * @param port open
     * @return as {@link #publish(String, String)}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.11.9.4">MPI-4.1, 11.9.4</a>
     */
    default Mono<Void> publish(String name, Port port) {
        return publish(name, port.name());
    }

    /**
     * Withdraws a name that this process has published ({@code MPI_Unpublish_name}).
     *
     * @param name as it was published
     * @return cold: completes, without a value, when nobody can find the name any more, on the progress scheduler; a call that is cancelled
     *     after it has begun goes on, and says nothing. Fails with {@link ErrorClass#SERVICE} if the name is not published, or by another process, or who keeps the
     *     names can't be reached, and with {@link ErrorClass#SESSION} if the session is closed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.11.9.4">MPI-4.1, 11.9.4</a>
     */
    Mono<Void> unpublish(String name);

    /**
     * Finds the port that has a name ({@code MPI_Lookup_name}), to {@link Communicator#connect} there.
     *
     * @param name as it was published
     * @return cold: each subscription asks; the port's name, on the progress scheduler. Fails at once with {@link ErrorClass#NAME} if nothing is
     *     published by that name, so that who waits for a service may ask again, with {@link ErrorClass#SERVICE} if the name is not allowed, or
     *     who keeps the names can't be reached, and with {@link ErrorClass#SESSION} if the session is closed; cancelling forgets the answer
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.11.9.4">MPI-4.1, 11.9.4</a>
     */
    Mono<String> lookup(String name);
}
