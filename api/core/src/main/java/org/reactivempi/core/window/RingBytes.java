package org.reactivempi.core.window;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.Ring;
import org.reactivempi.Window.Flavor;

/**
 * A ring, in bytes of the memory that it is in.
 *
 * @param place where the first slot begins
 * @param slots how many there are
 * @param slotBytes how long each is
 */
record RingBytes(long place, int slots, int slotBytes) {

    static final int LEAST_SLOTS = 2;

    /** Of a ring at a rank of a window; throws if it is wrong. */
    static RingBytes of(@Nullable Ring ring, int rank, WindowState window) {
        if (ring == null) {
            throw new MpiException(ErrorClass.ARG, "the ring is null");
        }
        if (ring.slots() < LEAST_SLOTS) {
            throw new MpiException(ErrorClass.ARG, ring.slots() + " slots are fewer than " + LEAST_SLOTS);
        }
        if (ring.slotBytes() < 1) {
            throw new MpiException(ErrorClass.ARG, "slots of " + ring.slotBytes() + " bytes are shorter than 1");
        }
        Checks.displacement(ring.displacement());
        if (window.shape().flavor() == Flavor.DYNAMIC) {
            throw new MpiException(ErrorClass.RMA_FLAVOR, "memory of a dynamic window, which may go, has no streams");
        }
        if (rank == Mpi.PROC_NULL) {
            return new RingBytes(0, ring.slots(), ring.slotBytes());
        }
        long size = window.shape().sizes()[rank];
        long unit = window.shape().units()[rank];
        long length = (long) ring.slots() * ring.slotBytes();
        if (length > size || ring.displacement() > (size - length) / unit) {
            throw new MpiException(
                    ErrorClass.RMA_RANGE,
                    ring + " has " + length + " bytes from displacement " + ring.displacement() + " on, in units of "
                            + unit + " bytes: the memory of rank " + rank + " has " + size + " bytes");
        }
        return new RingBytes(ring.displacement() * unit, ring.slots(), ring.slotBytes());
    }

    /** Where a frame goes, counted from 0 on. */
    long place(long frame) {
        return place + frame % slots * slotBytes;
    }

    /** The memory of a frame. */
    ByteBuffer slice(ByteBuffer memory, long frame, int lengthBytes) {
        return memory.slice((int) (frame % slots * slotBytes), lengthBytes);
    }

    private long lengthBytes() {
        return (long) slots * slotBytes;
    }

    boolean overlaps(RingBytes other) {
        return place < other.place + other.lengthBytes() && other.place < place + lengthBytes();
    }

    /** The own memory of the slots, in place; throws where that can't be looked at. */
    ByteBuffer memory(OwnMemory own) {
        Views views = own.views();
        if (views != null) {
            return views.slice(place, lengthBytes());
        }
        int most = (int) Math.min(Integer.MAX_VALUE, lengthBytes());
        ByteBuffer memory = Payload.of(own.buffer()).directMemory(place, most);
        if (memory == null || memory.remaining() < lengthBytes()) {
            throw new MpiException(
                    ErrorClass.BASE,
                    "slots in the memory of this window can't be looked at in place: it is of " + own.buffer()
                            + ", and neither of the library nor one direct ByteBuffer");
        }
        return memory;
    }

    @Override
    public String toString() {
        return slots + " slots of " + slotBytes + " bytes from byte " + place + " on";
    }
}
