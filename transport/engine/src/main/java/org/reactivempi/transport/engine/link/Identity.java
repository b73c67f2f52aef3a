package org.reactivempi.transport.engine.link;

import java.time.Duration;

/**
 * What a rank tells its peers of itself, and how long it waits for them.
 *
 * @param job hash of the job's id
 * @param rank this rank
 * @param size how many ranks the job has
 * @param creditBytes how many bytes of eager messages it takes from each peer
 * @param incarnation tells this process from all others that have been, or will be, this rank; not 0
 * @param connectTimeout how long a peer may take to be reached and to answer the greeting
 * @param handshakeTimeout how long whoever connects may take to prove who it is, and to greet
 * @param reconnectTimeout how long a peer may stay without a connection before it has failed
 * @param heartbeat how often peers hear from this rank at least, and it from them
 */
public record Identity(
        long job,
        int rank,
        int size,
        long creditBytes,
        long incarnation,
        Duration connectTimeout,
        Duration handshakeTimeout,
        Duration reconnectTimeout,
        Duration heartbeat) {}
