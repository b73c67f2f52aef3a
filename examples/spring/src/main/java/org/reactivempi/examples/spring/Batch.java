package org.reactivempi.examples.spring;

/**
 * Some darts, thrown at a square with a quarter of a circle in it.
 *
 * @param rank the rank that has thrown them
 * @param number 0 for the rank's first batch of this stream, then one more each
 * @param inside how many have hit the circle: nearly pi quarters
 * @param darts how many were thrown
 * @param points where some of them are: x and y in thousandths, in turns
 */
record Batch(int rank, long number, long inside, int darts, int[] points) {}
