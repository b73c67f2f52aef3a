package org.reactivempi.core.buffered;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.BufferedMode;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.core.operation.ErrorListener;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.transport.engine.port.Engine;
import reactor.core.publisher.Mono;

/**
 * Which buffer is attached to a session or a communicator, if any.
 *
 * <p>A buffer that is detached lives on without being attached until it is empty; another one may be attached meanwhile.
 */
public final class Attachment implements BufferedMode {

    private final Engine engine;
    private final @Nullable Attachment outer;
    private final Runnable check;
    private final ErrorListener errors;
    private @Nullable AttachedBuffer attached;

    private Attachment(Engine engine, @Nullable Attachment outer, Runnable check, ErrorListener errors) {
        this.errors = errors;
        this.engine = engine;
        this.outer = outer;
        this.check = check;
    }

    /** Of a session, without a buffer; {@code errors} hears of its errors first. */
    public static Attachment ofSession(Engine engine, ErrorListener errors) {
        return new Attachment(engine, null, () -> {}, errors);
    }

    /**
     * Of a communicator of the same session, without a buffer of its own.
     *
     * @param check throws where the communicator may not be used any more; asked at each subscription
     * @param errors hears of its errors first
     */
    public Attachment ofCommunicator(Runnable check, ErrorListener errors) {
        return new Attachment(engine, outer == null ? this : outer, check, errors);
    }

    @Override
    public Mono<Void> attach(int sizeBytes) {
        // The memory is made where it is subscribed: it is cleared, and the progress thread has better things to do.
        return attach(() -> new CircularSpace(allocate(sizeBytes)));
    }

    @Override
    public Mono<Void> attachAutomatic() {
        return attach(() -> new Space.Growing(byte[]::new));
    }

    @Override
    public Mono<Void> flush() {
        return new LocalMono<>(engine, errors, () -> "flush of buffered sends", () -> usable(new Flush()));
    }

    @Override
    public Mono<Integer> detach() {
        return new LocalMono<>(engine, errors, () -> "detach of the buffer", () -> usable(new Detach()));
    }

    /** The buffer for a message that starts now. */
    AttachedBuffer forSends() {
        AttachedBuffer own = attached;
        if (own != null) {
            return own;
        }
        if (outer != null) {
            return outer.forSends();
        }
        throw new MpiException(ErrorClass.BUFFER, "no buffer is attached to the communicator or its session");
    }

    private Mono<Void> attach(Supplier<Space> memory) {
        return new LocalMono<>(engine, errors, () -> "attach of a buffer", () -> {
            check.run();
            Space space = memory.get();
            return owner -> {
                if (attached != null) {
                    throw new MpiException(ErrorClass.BUFFER, attached + " is attached already");
                }
                attached = new AttachedBuffer(space);
                owner.complete(null);
            };
        });
    }

    private <T> LocalMono.Work<T> usable(LocalMono.Work<T> work) {
        check.run();
        return work;
    }

    private static byte[] allocate(int sizeBytes) {
        if (sizeBytes < 0) {
            throw new MpiException(ErrorClass.ARG, "buffer size " + sizeBytes + " is negative");
        }
        try {
            return new byte[sizeBytes];
        } catch (OutOfMemoryError e) {
            throw new MpiException(ErrorClass.NO_MEM, "no memory for a buffer of " + sizeBytes + " bytes", e);
        }
    }

    /** Waits for all that is in the buffer that is attached when it starts. */
    private final class Flush extends Leaving<Void> {

        @Override
        public void start(Owner<Void> owner) {
            if (attached == null) {
                owner.complete(null);
            } else {
                await(attached, owner, null);
            }
        }
    }

    private final class Detach extends Leaving<Integer> {

        @Override
        public void start(Owner<Integer> owner) {
            AttachedBuffer detached = attached;
            if (detached == null) {
                throw new MpiException(ErrorClass.BUFFER, "no buffer is attached that could be detached");
            }
            attached = null;
            await(detached, owner, detached.sizeBytes());
        }
    }

    /** One wait for what is in a buffer to leave it. */
    private abstract static class Leaving<T> implements LocalMono.Work<T> {

        private @Nullable AttachedBuffer awaited;

        final void await(AttachedBuffer buffer, Owner<T> owner, @Nullable T value) {
            awaited = buffer;
            buffer.whenSent(owner, value);
        }

        @Override
        public final boolean forget(Owner<T> owner) {
            return awaited != null && awaited.forget(owner);
        }
    }
}
