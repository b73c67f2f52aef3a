package org.reactivempi.core.buffered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.reactivempi.Buffers;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;

/**
 * Our circular queue next to the model's: what one does, the other does. Each message that the model takes is kept in both;
 * one that only ours takes leaves at once, so that both go on with the same messages.
 */
final class SideBySide {

    private final int sizeBytes;
    private final CircularSpace ours;
    private final ModelBuffer model;
    private final List<Kept> kept = new ArrayList<>();
    private long nextSeed;
    private int better;

    private record Kept(Space.Slot slot, byte[] bytes) {

        int from() {
            return slot.offset;
        }

        int to() {
            return slot.offset + bytes.length + Mpi.BSEND_OVERHEAD_BYTES;
        }

        boolean overlaps(Kept other) {
            return other != this && other.from() < to() && from() < other.to();
        }
    }

    SideBySide(int sizeBytes) {
        this.sizeBytes = sizeBytes;
        this.ours = new CircularSpace(new byte[sizeBytes]);
        this.model = new ModelBuffer(sizeBytes);
    }

    /** How many messages are in both. */
    int size() {
        return kept.size();
    }

    /** How many messages only ours has taken. */
    int better() {
        return better;
    }

    void send(int lengthBytes) {
        boolean fits = lengthBytes + Mpi.BSEND_OVERHEAD_BYTES <= free();
        boolean fitsModel = model.fits(lengthBytes);
        if (!fits) {
            assertThat(fitsModel).as("no way of laying them out is better").isFalse();
            assertRefused(lengthBytes);
            return;
        }
        ours.check(lengthBytes);
        Kept message = take(lengthBytes);
        if (fitsModel) {
            kept.add(message);
            model.append(message, lengthBytes);
        } else {
            better++;
            ours.free(message.slot);
        }
        assertIntact();
    }

    void complete(int index) {
        Kept message = kept.remove(index);
        ours.free(message.slot);
        model.complete(message);
        assertIntact();
    }

    private Kept take(int lengthBytes) {
        byte[] bytes = new byte[lengthBytes];
        new Random(nextSeed++).nextBytes(bytes);
        Space.Slot slot = ours.take(lengthBytes);
        slot.fill(Payload.of(Buffers.of(bytes)));
        return new Kept(slot, bytes);
    }

    private int free() {
        return sizeBytes
                - kept.stream()
                        .mapToInt(message -> message.bytes.length + Mpi.BSEND_OVERHEAD_BYTES)
                        .sum();
    }

    private void assertRefused(int lengthBytes) {
        assertThatThrownBy(() -> ours.check(lengthBytes))
                .isInstanceOfSatisfying(
                        MpiException.class,
                        failure -> assertThat(failure.errorClass()).isEqualTo(ErrorClass.BUFFER))
                .hasMessageContaining("needs " + (lengthBytes + Mpi.BSEND_OVERHEAD_BYTES) + " bytes")
                .hasMessageContaining(free() + " of its " + sizeBytes + " bytes are free");
    }

    /** Each message has its bytes, and its space for itself. Without AssertJ, since it runs millions of times. */
    private void assertIntact() {
        for (Kept message : kept) {
            ByteBuffer read = ByteBuffer.allocate(message.bytes.length);
            message.slot.copyTo(0, read);
            if (!Arrays.equals(read.array(), message.bytes)) {
                throw new AssertionError("the bytes at " + message.slot.offset + " have changed");
            }
            if (message.from() < 0 || message.to() > sizeBytes || kept.stream().anyMatch(message::overlaps)) {
                throw new AssertionError("the message at " + message.slot.offset + " has no space for itself");
            }
        }
    }
}
