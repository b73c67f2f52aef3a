/**
 * An application's session: its settings from the environment, its start during that of the application, and its end.
 *
 * <p>Called by {@code autoconfigure}; knows {@code api/core}, {@code api/mpi} and {@code transport/bootstrap}. Any thread.
 */
@NullMarked
package org.reactivempi.spring.session;

import org.jspecify.annotations.NullMarked;
