/**
 * What ranks print: whole lines, each rank's apart, on the launcher's own streams or in files.
 *
 * <p>Called by {@code job} and {@code launcher}; knows {@code plan} and {@code transport/bootstrap}. Any thread.
 */
@NullMarked
package org.reactivempi.transport.launcher.output;

import org.jspecify.annotations.NullMarked;
