/** The launcher as a process of its own, with ranks that use all of the library. */
@NullMarked
package org.reactivempi.conformance.launcher;

import org.jspecify.annotations.NullMarked;
