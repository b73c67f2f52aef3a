/**
 * Layouts: which bytes of memory belong to an element of a derived type, in which order, and how they are moved.
 *
 * <p>A {@link org.reactivempi.layout.Layout} is a type in normal form, a {@link org.reactivempi.layout.Plan} is one with the step
 * from element to element, and a {@link org.reactivempi.layout.Region} is elements of a plan in a {@link
 * org.reactivempi.layout.Memory}. Called by {@code reactivempi}; knows no other package. Uses the JDK alone. Everything is
 * immutable, and may be used by any thread. Internal.
 */
@NullMarked
package org.reactivempi.layout;

import org.jspecify.annotations.NullMarked;
