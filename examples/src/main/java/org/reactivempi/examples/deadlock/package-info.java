/** Ranks that wait for each other for ever, and what is said of them. */
@NullMarked
package org.reactivempi.examples.deadlock;

import org.jspecify.annotations.NullMarked;
