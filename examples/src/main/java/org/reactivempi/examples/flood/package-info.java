/** A flood of short messages to a rank that is late: nothing is lost, and memory has a limit. */
@NullMarked
package org.reactivempi.examples.flood;

import org.jspecify.annotations.NullMarked;
