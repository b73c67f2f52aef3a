/**
 * Events of the JDK's flight recorder for what happens in an engine, under {@code reactive-mpi} in JDK Mission Control.
 *
 * <p>Called by the engine through its events. Knows {@code engine.event}.
 */
@NullMarked
package org.reactivempi.transport.observe.flight;

import org.jspecify.annotations.NullMarked;
