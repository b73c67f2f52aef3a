/**
 * Lanes of the soak in which all ranks take part together: each owns one kind of traffic, has a communicator of its own, and checks
 * every value that has come against a model of what it must be.
 *
 * <p>All ranks draw what a turn does from one seed, and so agree on it without a word. A value is a function of the turn, the rank
 * that has sent it, and its index. Called by the rounds of the soak; knows the library alone.
 */
@NullMarked
package org.reactivempi.benchmarks.soak.group;

import org.jspecify.annotations.NullMarked;
