package org.reactivempi.core.window;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;

/**
 * The memory of this rank in a window.
 *
 * @param buffer what its user sees
 * @param views the same where it is of the library; else null
 */
record OwnMemory(Buffer buffer, @Nullable Views views) {}
