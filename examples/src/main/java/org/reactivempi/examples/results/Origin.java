package org.reactivempi.examples.results;

/**
 * Which library measured something, and with what.
 *
 * @param implementation such as {@code reactive-mpi} or {@code mpich}
 * @param channel what carried the messages, such as {@code tcp}
 * @param memory where the program had its buffers, such as {@code heap}
 * @param waiting how ranks waited, such as {@code adaptive}
 */
public record Origin(String implementation, String channel, String memory, String waiting) {}
