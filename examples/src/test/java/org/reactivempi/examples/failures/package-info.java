/** Jobs of real processes, some of which die. */
@NullMarked
package org.reactivempi.examples.failures;

import org.jspecify.annotations.NullMarked;
