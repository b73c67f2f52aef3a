package org.reactivempi.core.buffered;

import org.reactivempi.MpiException;

/** Where messages lie until they are sent. */
interface Space {

    /** The size that the user gave, or 0 where it grows. */
    int sizeBytes();

    /** Throws {@link MpiException} if there is no space for a message. */
    void check(long lengthBytes);

    /**
     * Takes space for a message; {@link #check} has said that there is some.
     *
     * @throws OutOfMemoryError if it grows, and can't
     */
    Slot take(int lengthBytes);

    /** Takes a message's space back. */
    void free(Slot slot);
}
