/**
 * Programs to read and to run, a package each; begin with {@code hello}, then {@code ring}.
 *
 * <p>{@link org.reactivempi.examples.Run} is what the script {@code examples/run} starts: it finds an example by its
 * name and gives it to the launcher. Knows the examples and the launcher; the examples know only the contract.
 */
@NullMarked
package org.reactivempi.examples;

import org.jspecify.annotations.NullMarked;
