/**
 * The sending side in an application: {@link org.reactivempi.spring.client.MpiTemplate}, and interfaces that are implemented with it.
 *
 * <p>Called by {@code autoconfigure}; knows {@code codec}, {@code listener} and {@code api/mpi}. The application calls it; of
 * {@code listener} it has what tags look like.
 */
@NullMarked
package org.reactivempi.spring.client;

import org.jspecify.annotations.NullMarked;
