package org.reactivempi.core.collective.plan;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.SendBuffer;
import org.reactivempi.core.operation.HeapMemory;
import org.reactivempi.core.operation.HeldMono;

/**
 * What a run of a plan works on.
 *
 * @param send what its caller sends
 * @param receive what its caller receives
 */
public record Memory(Payload send, Payload receive) {

    /** The same of what a program gives. */
    public static Memory of(SendBuffer send, SendBuffer receive) {
        return new Memory(Payload.of(send), Payload.of(receive));
    }

    /** A run begins, which uses it to its end, also where nobody waits for it any more. */
    public void retain() {
        HeldMono.retain(send, receive);
    }

    /**
     * The run has ended.
     *
     * @return what was done to its memory meanwhile; null where nothing was
     */
    public @Nullable MpiException release() {
        return HeldMono.release(send, receive);
    }

    /**
     * With what the plan needs for itself.
     *
     * @param reducing what it reduces with, if it does
     */
    Payload[] of(Plan plan, Transfer.@Nullable Reducing reducing) {
        Payload[] slots = new Payload[Plan.SCRATCH + plan.scratchSlots()];
        slots[Plan.SEND] = send.sequential();
        slots[Plan.RECEIVE] = isStaged(plan) ? staged() : receive.sequential();
        for (int i = 0; i < plan.scratchSlots(); i++) {
            slots[Plan.SCRATCH + i] = scratch(plan.scratchBytes(i), reducing);
        }
        return slots;
    }

    private static Payload scratch(long lengthBytes, Transfer.@Nullable Reducing reducing) {
        try {
            Payload elements = reducing == null ? null : reducing.memory(lengthBytes);
            return elements == null ? Payload.of(Buffers.of(bytes(lengthBytes))) : elements;
        } catch (OutOfMemoryError e) {
            throw noMemory(lengthBytes);
        }
    }

    private static MpiException noMemory(long lengthBytes) {
        return new MpiException(
                ErrorClass.NO_MEM, "no memory for " + lengthBytes + " bytes that a collective operation needs");
    }

    /** Whether its slots serve every run: what is staged is made for each one. */
    boolean isLasting(Plan plan) {
        return !isStaged(plan);
    }

    /** Records come as parts of several messages, and become records when all is here. */
    private boolean isStaged(Plan plan) {
        return !receive.isMemory() && plan.writes(Plan.RECEIVE);
    }

    private Payload staged() {
        Payload payload = Payload.of(Buffers.of(bytes(receive.lengthBytes())));
        if (send == Buffer.inPlace()) {
            copy(receive.sequential(), payload, 0, receive.lengthBytes());
        }
        return payload;
    }

    private static void copy(Payload from, Payload to, long position, long lengthBytes) {
        new Transfer().copy(from, position, to, position, lengthBytes);
    }

    private static byte[] bytes(long lengthBytes) {
        byte[] bytes = HeapMemory.of(lengthBytes);
        if (bytes == null) {
            throw noMemory(lengthBytes);
        }
        return bytes;
    }

    /**
     * All that the plan writes is there; what it doesn't write, such as the blocks of no neighbor, stays as it was.
     *
     * @param slots the memory that the plan has run on
     * @throws MpiException if the caller's buffer refuses it
     */
    void received(Plan plan, Payload[] slots) {
        if (isStaged(plan)) {
            Payload own = receive.sequential();
            for (Plan.Range part : plan.written(Plan.RECEIVE, receive.lengthBytes())) {
                copy(slots[Plan.RECEIVE], own, part.from(), part.lengthBytes());
            }
            own.received();
        }
    }
}
