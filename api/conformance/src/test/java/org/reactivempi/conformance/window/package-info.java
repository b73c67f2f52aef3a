/** The rules of windows, on every channel: how they are made, what operations and epochs do, and what becomes of them when something fails. */
@NullMarked
package org.reactivempi.conformance.window;

import org.jspecify.annotations.NullMarked;
