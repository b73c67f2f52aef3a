package org.reactivempi.transport.shm.ring;

import java.io.IOException;

/** A peer has written something into shared memory that cannot be; costs it the link. */
public final class ShmCorruptException extends IOException {

    private static final long serialVersionUID = 1L;

    /** An index outside of what the other end may have made of it. */
    ShmCorruptException(String index, long value, long least, long most) {
        super("corrupt ring: " + index + " is " + value + ", possible is " + least + " to " + most);
    }
}
