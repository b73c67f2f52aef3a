/**
 * The example {@code races}: farms that are wrong in some orders of their messages alone, and what a simulation says of them.
 *
 * <p>Uses {@code api/testkit}. The ranks have no threads.
 */
@NullMarked
package org.reactivempi.benchmarks.races;

import org.jspecify.annotations.NullMarked;
