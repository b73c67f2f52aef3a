/** Ranks that are turned by hand, in one thread: schedules that a test chooses. */
@NullMarked
package org.reactivempi.conformance.turned;

import org.jspecify.annotations.NullMarked;
