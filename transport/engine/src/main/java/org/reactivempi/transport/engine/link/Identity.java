package org.reactivempi.transport.engine.link;

import java.time.Duration;

/**
 * What a rank tells its peers of itself, and how long it waits for them.
 *
 * @param job hash of the job's id
 * @param rank this rank
 * @param size how many ranks the job has
 * @param creditBytes how many bytes of eager messages it takes from each peer
 * @param connectTimeout how long a peer may take to be reached and to answer the greeting
 */
public record Identity(long job, int rank, int size, long creditBytes, Duration connectTimeout) {}
