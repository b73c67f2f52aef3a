/**
 * Methods that are called with messages and streams: found, checked, run and stopped.
 *
 * <p>Called by {@code autoconfigure} and {@code client}; knows {@code codec}, {@code spring} and {@code api/mpi}. Beans are made
 * on the application's main thread, messages come on the progress thread.
 */
@NullMarked
package org.reactivempi.spring.listener;

import org.jspecify.annotations.NullMarked;
