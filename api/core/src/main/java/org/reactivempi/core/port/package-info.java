/**
 * Ports: how processes that were started apart find each other.
 *
 * <p>{@code CorePorts} are those of a rank as its program has them; {@code PortDesk} knows who waits at them, and whom this rank is about to
 * meet at those of others, by {@code Words}. A {@code PortName} says where one is, a {@code Party} who a group is. {@code NameDesk} keeps the
 * names of ports, and {@code Naming} asks the rank that does; {@code Desks} are all three.
 *
 * <p>Called by {@code communicator} and {@code session}; knows {@code operation}, {@code settings}, {@code api/mpi},
 * {@code transport/channel} and {@code transport/engine}. Internal.
 */
@NullMarked
package org.reactivempi.core.port;

import org.jspecify.annotations.NullMarked;
