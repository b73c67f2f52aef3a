/**
 * Jobs that are started apart and meet at a port: a service, whose ranks answer all clients, and a client of any number of ranks.
 *
 * <p>{@code Names} keeps the name under which {@code Client} finds {@code Service}. What the two jobs say to each other is in {@code Numbers}.
 * What is here runs on the ranks' progress threads; the service looks for primes on other threads.
 */
@NullMarked
package org.reactivempi.examples.service;

import org.jspecify.annotations.NullMarked;
