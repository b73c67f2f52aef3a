/**
 * What a running application tells about its rank: health, and an endpoint.
 *
 * <p>Called by {@code autoconfigure}; knows the contract and the MPI layer. Any thread.
 */
@NullMarked
package org.reactivempi.spring.actuate;

import org.jspecify.annotations.NullMarked;
