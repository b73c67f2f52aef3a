package org.reactivempi.core.buffered;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.operation.LocalMono.Work.Owner;
import org.reactivempi.transport.engine.port.EngineException.EngineClosedException;

/** A buffer that is attached, or was until it is empty: what is in it, and which calls wait for that to be sent. */
final class AttachedBuffer {

    private final Space space;
    /** Oldest first. */
    private final Set<BufferedSend> messages = new LinkedHashSet<>();

    private final Queue<Wait<?>> waits = new ArrayDeque<>();
    private long nextNumber;

    AttachedBuffer(Space space) {
        this.space = space;
    }

    int sizeBytes() {
        return space.sizeBytes();
    }

    /** Throws what is wrong if a message does not fit. */
    void check(long lengthBytes) {
        space.check(lengthBytes);
    }

    /** Takes a message in. */
    void add(BufferedSend message, int lengthBytes) {
        Space.Slot slot = space.take(lengthBytes);
        try {
            message.place(this, slot, nextNumber);
        } catch (Throwable unreadable) {
            space.free(slot);
            throw unreadable;
        }
        nextNumber++;
        messages.add(message);
    }

    /** A message has left, or never will. */
    void remove(BufferedSend message, Space.Slot slot, @Nullable Throwable failure) {
        messages.remove(message);
        space.free(slot);
        long oldest =
                messages.isEmpty() ? nextNumber : messages.iterator().next().number();
        while (!waits.isEmpty() && waits.element().before <= oldest) {
            waits.remove().end(failure);
        }
    }

    /** Gives {@code value} when all that is in the buffer now has left it. */
    <T> void whenSent(Owner<T> owner, @Nullable T value) {
        if (messages.isEmpty()) {
            owner.complete(value);
        } else {
            waits.add(new Wait<>(owner, value, nextNumber));
        }
    }

    /** Ends a wait without telling its owner; false if it has ended. */
    boolean forget(Owner<?> owner) {
        return waits.removeIf(wait -> wait.owner == owner);
    }

    @Override
    public String toString() {
        return space.toString();
    }

    /** A call that waits for all messages with numbers before {@code before}. */
    private record Wait<T>(Owner<T> owner, @Nullable T value, long before) {

        /** A message to a rank that was lost has left the buffer, too; only the end of the engine is an error. */
        void end(@Nullable Throwable failure) {
            if (failure instanceof EngineClosedException) {
                owner.fail(failure);
            } else {
                owner.complete(value);
            }
        }
    }
}
