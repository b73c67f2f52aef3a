/** Jobs of real processes, of which some die. */
@NullMarked
package org.reactivempi.examples.failures;

import org.jspecify.annotations.NullMarked;
