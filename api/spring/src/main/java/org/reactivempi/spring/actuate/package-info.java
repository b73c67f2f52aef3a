/**
 * What a running application tells about its rank: health, and an endpoint.
 *
 * <p>Called by {@code autoconfigure}; knows {@code api/core}, {@code api/mpi} and {@code transport/engine}. Any thread.
 */
@NullMarked
package org.reactivempi.spring.actuate;

import org.jspecify.annotations.NullMarked;
