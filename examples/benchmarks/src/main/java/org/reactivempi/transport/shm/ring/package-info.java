/** What the ring of a shared-memory link costs by itself: here since its ends are nobody else's business. */
@NullMarked
package org.reactivempi.transport.shm.ring;

import org.jspecify.annotations.NullMarked;
