/**
 * Requests: operations that are under way, or started again and again, and waits and tests for one or many of them.
 *
 * <p>A {@link CoreRequest} is a state machine with the watches of its waits; {@link ReadyRequests} puts the ones that have ended
 * in line, and serves the waits of a list.
 *
 * <p>Called by {@code collective}, {@code operation}, {@code partition} and {@code window}; knows {@code api/mpi} and
 * {@code transport/engine}. What is started comes from {@code operation}. Any thread may come in: there are no locks where
 * requests start and end, each state is one field that is moved by compare-and-set. Signals come where an operation ends, or on
 * the thread that asks. Internal.
 */
@NullMarked
package org.reactivempi.core.request;

import org.jspecify.annotations.NullMarked;
