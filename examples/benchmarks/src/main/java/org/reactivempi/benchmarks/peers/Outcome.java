package org.reactivempi.benchmarks.peers;

/**
 * How a task ended.
 *
 * @param output what it printed
 * @param wallMillis from its start to its end
 */
record Outcome(String output, double wallMillis) {}
