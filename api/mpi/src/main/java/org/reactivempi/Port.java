package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * Where processes of other jobs, or of this one, can connect ({@code MPI_Open_port}): {@link Ports#open} opens one, and
 * {@link Communicator#accept} takes who connects by its name.
 *
 * <pre>
 *  OPEN --close, or the end of the session--&gt; CLOSED
 * </pre>
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.11.9.2">MPI-4.1, 11.9.2</a>
 * @since 0.1
 */
public interface Port {

    /**
     * What a process connects by, wherever it is: it may travel by any way, since it holds no secret. Any thread.
     *
     * @return at most {@link Mpi#MAX_PORT_NAME} printable characters, the same at each call
     */
    String name();

    /**
     * Lets nobody connect any more ({@code MPI_Close_port}). Those that wait, and those that come later, fail with {@link ErrorClass#PORT}, and so
     * do calls that accept at this port. What has been accepted goes on.
     *
     * @return cold: completes, without a value, when the port is closed, on the progress scheduler; also where it was closed before
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.11.9.2">MPI-4.1, 11.9.2</a>
     */
    Mono<Void> close();
}
