/**
 * Events of the JDK's flight recorder for what happens in an engine, under {@code reactive-mpi} in JDK Mission Control.
 *
 * <p>Called by no other package; knows {@code count}, {@code transport/channel} and {@code transport/engine}. The engine calls it
 * through its events.
 */
@NullMarked
package org.reactivempi.transport.observe.flight;

import org.jspecify.annotations.NullMarked;
