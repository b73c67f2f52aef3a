/**
 * What the command lines of the examples share: one clear line for a mistake, whatever the number of ranks.
 *
 * <p>Called by the examples' programs, on the thread that starts them; knows the contract and picocli.
 */
@NullMarked
package org.reactivempi.examples.cli;

import org.jspecify.annotations.NullMarked;
