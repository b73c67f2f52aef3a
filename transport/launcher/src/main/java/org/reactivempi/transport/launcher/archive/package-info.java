/**
 * An archive of the classes that ranks load, so that they start faster: which one they use, and how it is made where there is none.
 *
 * <p>Called by {@code job}, {@code launcher} and {@code plan}; knows no other package. On the launcher's thread.
 */
@NullMarked
package org.reactivempi.transport.launcher.archive;

import org.jspecify.annotations.NullMarked;
