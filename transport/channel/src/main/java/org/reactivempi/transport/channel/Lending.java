package org.reactivempi.transport.channel;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;

/**
 * An optional capability of carriers inside one JVM: payload is not written but lent, and the other end copies it from its sender's
 * memory to where it belongs.
 *
 * <pre>
 *  sender's loop    lend --{@link Payload}, between the bytes before and after it---&gt;           returned
 *  receiver's loop                                   claim, {@link Input#onLent}, release ---^
 * </pre>
 * Each side looks once whether the other has its half, when the connection stands, as with {@link DirectMemory}.
 */
public interface Lending {

    /** A link that passes payload on as an object. */
    interface Output {

        /**
         * Queues a payload after all that was written before. On the loop.
         *
         * @param payload which comes back by {@link Payload#returned}, unless the link ends before
         */
        void lend(Payload payload);
    }

    /** A handler that takes payload as an object. */
    interface Input {

        /**
         * A payload has come, in place of as many bytes of {@link LinkHandler#onBytes}. On the loop.
         *
         * @param payload claimed, until it is {@linkplain Payload#release released}, or this call returns; the handler releases it as soon as
         *     it has copied it, and before any code of the program runs
         */
        void onLent(Payload payload);
    }

    /**
     * Bytes in the memory of a sender, which are not changed until they have come back.
     *
     * <pre>
     *  LENT --claim--&gt; CLAIMED --release--&gt; COPIED
     *   +--revoke--&gt; REVOKED
     * </pre>
     * The receiver claims them, on its loop; the sender revokes them where its link has ended, on its own.
     */
    abstract class Payload {

        private enum State {
            LENT,
            CLAIMED,
            COPIED,
            REVOKED
        }

        private final AtomicReference<State> state = new AtomicReference<>(State.LENT);

        /** A payload that nobody has claimed. */
        protected Payload() {}

        /**
         * How long it is.
         *
         * @return 1 byte or more
         */
        public abstract int lengthBytes();

        /**
         * Copies a part of it; only while it is claimed.
         *
         * @param position first byte of the part
         * @param target takes as many bytes as it has remaining
         */
        public abstract void copyTo(int position, ByteBuffer target);

        /** The other end needs it no more. On the sender's loop. */
        public abstract void returned();

        /**
         * Makes sure that the sender leaves it as it is until {@link #release}.
         *
         * @return false if the sender has revoked it, and it must not be read
         */
        public final boolean claim() {
            return state.compareAndSet(State.LENT, State.CLAIMED);
        }

        /** It has been copied, or nobody wants it; without effect on one that has been released before. */
        public final void release() {
            state.set(State.COPIED);
        }

        /**
         * Makes sure that nobody reads it any more: waits where somebody does, which takes as long as a copy of it, since nothing but that
         * is done while it is claimed.
         */
        public final void revoke() {
            while (!state.compareAndSet(State.LENT, State.REVOKED) && state.get() == State.CLAIMED) {
                // The other thread copies, and waits for nothing.
            }
        }
    }
}
