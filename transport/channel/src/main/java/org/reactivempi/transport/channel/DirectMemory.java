package org.reactivempi.transport.channel;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An optional capability of carriers: bytes travel between the connection and the direct memory of users without a copy.
 *
 * <pre>
 *  users' memory --{@link Output}, which the link implements--&gt; connection --{@link Input}, which the handler implements--&gt; users' memory
 * </pre>
 * Each side looks once whether the other has its half, when the connection stands; without it, bytes go through
 * {@link Link#write} and {@link LinkHandler#onBytes} as all others. All calls come on the loop.
 */
public interface DirectMemory {

    /** A link that can send a caller's direct memory. */
    interface Output {

        /** Whether {@link #write(ByteBuffer, Runnable)} works, and saves a copy; may be asked at any time. */
        boolean takesMemory();

        /**
         * Queues bytes after all that was written before. They stay where they are until they have left.
         *
         * @param memory direct, from position to limit, 1 byte or more; not to be changed before {@code written}
         * @param written runs when the link doesn't need the memory any more; never if the link ends before, nor after
         *     {@link #keepCopies}, nor from within a call
         */
        void write(ByteBuffer memory, Runnable written);

        /** Copies what it still has in the memory of callers, and doesn't touch that again. */
        void keepCopies();
    }

    /** A handler that says where the next bytes belong. */
    interface Input {

        /**
         * Where the next bytes may be put, instead of passing them to {@link LinkHandler#onBytes}.
         *
         * @return room in direct memory, from position to limit, valid until the next call; null if nowhere
         */
        @Nullable
        ByteBuffer place();

        /**
         * The first {@code length} bytes of {@link #place} are there, 0 or more, and the carrier puts no more there. Follows
         * each {@link #place} that wasn't null, before the loop does anything else, unless {@link LinkHandler#onBytes} does.
         */
        void onPlaced(int length);

        /**
         * How many bytes {@link LinkHandler#onBytes} should get at most while {@link #place} is null, so that the
         * bytes after them may be placed.
         */
        int mostBytes();
    }
}
