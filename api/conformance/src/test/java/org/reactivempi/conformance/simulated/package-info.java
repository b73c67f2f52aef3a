/** Simulated jobs: what the ranks do in hundreds of orders, with connections cut at each byte, and with ranks killed at each moment. */
@NullMarked
package org.reactivempi.conformance.simulated;

import org.jspecify.annotations.NullMarked;
