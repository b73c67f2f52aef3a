/**
 * What a launcher asks of other modules on its class path, each found by {@code ServiceLoader}: whether the settings of a job are right, and
 * to record what the job does.
 *
 * <p>Called by {@code api/core}, {@code transport/launcher} and {@code transport/observe}; knows no other package. On the
 * launcher's thread.
 */
@NullMarked
package org.reactivempi.transport.bootstrap.launch;

import org.jspecify.annotations.NullMarked;
