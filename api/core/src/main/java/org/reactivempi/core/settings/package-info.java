/**
 * Settings: what a rank reads as it starts, from the program, system properties and the environment, and what it chooses by
 * them: channels, listeners, the secret, the list of peers.
 *
 * <p>Called by {@code call}, {@code collective}, {@code communicator}, {@code port}, {@code session}, {@code api/bindings} and
 * {@code api/spring}; knows {@code algorithm}, {@code operation}, {@code api/mpi}, {@code transport/bootstrap},
 * {@code transport/channel} and {@code transport/engine}. The launcher finds it as well, by {@code ServiceLoader}, and has all
 * settings checked before it starts a process. Any thread; values and choices, no state. Internal.
 */
@NullMarked
package org.reactivempi.core.settings;

import org.jspecify.annotations.NullMarked;
