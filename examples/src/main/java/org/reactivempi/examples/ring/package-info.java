/** A token goes round, and is timed: sends and receives as a chain, repeated. */
@NullMarked
package org.reactivempi.examples.ring;

import org.jspecify.annotations.NullMarked;
