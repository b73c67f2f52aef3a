/**
 * Conversations: short programs of a few ranks, each of which stands for some rules, and knows what it must get whatever the order of
 * what happens.
 *
 * <p>A file has those of one family of rules. {@code Family} lists the files, and what runs them takes all from there. Used by the tests
 * of simulated jobs.
 */
@NullMarked
package org.reactivempi.conformance.simulated.conversations;

import org.jspecify.annotations.NullMarked;
