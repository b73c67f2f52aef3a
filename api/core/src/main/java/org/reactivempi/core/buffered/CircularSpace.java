package org.reactivempi.core.buffered;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;

/**
 * One array as a circular queue: messages lie in it in the order in which they came, each in one piece and with
 * {@link Mpi#BSEND_OVERHEAD_BYTES} after it.
 *
 * <pre>
 *        head           tail                    tail       head
 *  |      |==============|      |         |======|          |======|
 *      2         queue       1             queue       1      queue
 * </pre>
 * A message goes after the tail (1), or else to the start (2). So does MPI's model. It loses the space of messages that
 * have been sent before older ones, and an end that is too short; here, where a message does not fit otherwise, the queue is
 * pushed together first. A message therefore fits if and only if the ones that are not sent leave as many bytes as it
 * needs, wherever they lie; no way of laying them out could take one more, the model's neither. (To take the space of the
 * youngest message back at once when it is sent would not do: what follows would lie elsewhere than in the model, and
 * might leave two gaps where the model has one.)
 *
 * <p>The array is on the heap. Users' memory is mostly there, and the links' memory is not, so each byte is copied twice
 * in either case: in, and out again. Memory outside of the heap would save neither copy, and would be given back only
 * when the garbage collector finds its owner.
 */
final class CircularSpace implements Space {

    private static final int OVERHEAD = Mpi.BSEND_OVERHEAD_BYTES;

    private final byte[] memory;
    /** Oldest first. */
    private final Set<Space.Slot> queue = new LinkedHashSet<>();

    private int tail;
    private int usedBytes;

    CircularSpace(byte[] memory) {
        this.memory = memory;
    }

    @Override
    public int sizeBytes() {
        return memory.length;
    }

    @Override
    public void check(long lengthBytes) {
        long needed = lengthBytes + OVERHEAD;
        if (needed > memory.length - usedBytes) {
            throw new MpiException(
                    ErrorClass.BUFFER,
                    "a buffered message of " + lengthBytes + " bytes needs " + needed
                            + " bytes of the attached buffer, " + (memory.length - usedBytes) + " of its "
                            + memory.length + " bytes are free");
        }
    }

    @Override
    public Space.Slot take(int lengthBytes) {
        int needed = lengthBytes + OVERHEAD;
        Space.Slot slot = new Space.Slot(memory, place(needed), lengthBytes);
        tail = slot.offset + needed;
        usedBytes += needed;
        queue.add(slot);
        return slot;
    }

    @Override
    public void free(Space.Slot slot) {
        queue.remove(slot);
        usedBytes -= slot.lengthBytes + OVERHEAD;
    }

    private int place(int needed) {
        if (queue.isEmpty()) {
            return 0;
        }
        int head = queue.iterator().next().offset;
        boolean wrapped = tail <= head;
        if ((wrapped ? head : memory.length) - tail >= needed) {
            return tail;
        }
        if (!wrapped && head >= needed) {
            return 0;
        }
        pushTogether(wrapped ? head : memory.length);
        return tail;
    }

    /** What lies before {@code boundary} goes to the start, the rest to the end; the order stays. */
    private void pushTogether(int boundary) {
        List<Space.Slot> slots = new ArrayList<>(queue);
        tail = 0;
        for (Space.Slot slot : slots) {
            if (slot.offset < boundary) {
                slot.moveTo(tail);
                tail += slot.lengthBytes + OVERHEAD;
            }
        }
        int end = memory.length;
        for (int i = slots.size() - 1; i >= 0; i--) {
            Space.Slot slot = slots.get(i);
            if (slot.offset >= boundary) {
                end -= slot.lengthBytes + OVERHEAD;
                slot.moveTo(end);
            }
        }
    }

    @Override
    public String toString() {
        return "a buffer of " + memory.length + " bytes";
    }
}
