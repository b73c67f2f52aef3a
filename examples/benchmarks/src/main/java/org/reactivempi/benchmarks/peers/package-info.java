/**
 * Our numbers next to those of MPICH and Open MPI: all of them run in turns on this host, and one table holds the results.
 *
 * <pre>
 *  Peers --> Contest --> Contender: reactive-mpi, MPICH, Open MPI --> Task: a command, and how to read what it prints
 *    |          |
 *    |          +------> Processes: runs a task, ends it when asked to or when it takes too long
 *    |          v
 *    |       Results: rows, and a Sample of each value
 *    v          |
 *  Tables, Plots <--- Measure: a line of a table, with the Goal
 * </pre>
 *
 * <p>{@link org.reactivempi.benchmarks.peers.Peers} is called by {@code examples/run peers}, on the main thread; everything here
 * runs there. Knows the launcher's command line, and the program in C that stands in {@code src/main/c}.
 */
@NullMarked
package org.reactivempi.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
