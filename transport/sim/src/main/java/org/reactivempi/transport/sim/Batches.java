package org.reactivempi.transport.sim;

/**
 * Batches of bytes between two ranks.
 *
 * @param from who has sent them
 * @param to who gets them
 * @param count how many
 */
public record Batches(int from, int to, int count) {}
