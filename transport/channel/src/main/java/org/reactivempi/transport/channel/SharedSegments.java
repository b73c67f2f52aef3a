package org.reactivempi.transport.channel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Memory that several ranks have in common, and load and store without anything that travels: what some {@linkplain Endpoint endpoints} have
 * besides connections.
 *
 * <pre>
 *  one rank     make --handle, by any way--&gt; the others
 *  the others                                open
 *  each of them map what it needs, then seal, and close when it has no use for the memory any more
 * </pre>
 * All calls come on the progress thread, and are answered there.
 */
public interface SharedSegments {

    /** Segments and their parts are multiples of this, and parts begin at multiples of it. */
    int PAGE_BYTES = 4096;

    /** What this rank is in: ranks can have memory in common if they say the same. */
    UUID domain();

    /**
     * Makes a segment of zeros, with all of its memory.
     *
     * @param lengthBytes a multiple of {@link #PAGE_BYTES}, above 0
     * @return cold; fails with an {@link IOException} that names how much memory is wanted, of what, and how much there is
     */
    Mono<Segment> make(long lengthBytes);

    /**
     * Opens a segment of another rank of this domain.
     *
     * @param handle what that rank has said
     * @param lengthBytes how long it is
     * @return cold; fails with an {@link IOException} if it can't be got
     */
    Mono<Segment> open(Handle handle, long lengthBytes);

    /**
     * What a rank finds a segment by, within a domain.
     *
     * @param holder who has made it
     * @param name which one of its segments
     */
    record Handle(UUID holder, UUID name) {}

    /** A segment, as one rank has it. */
    interface Segment {

        /** What others open it by, until its maker seals it. */
        Handle handle();

        /**
         * A part of the memory. It is the same memory for all that map the same part.
         *
         * @param at where it begins, a multiple of {@link #PAGE_BYTES}
         * @param lengthBytes a multiple of {@link #PAGE_BYTES}, above 0
         * @return the memory, at whose begin is the begin of a page
         */
        ByteBuffer map(long at, int lengthBytes) throws IOException;

        /**
         * A part of the memory as one {@code java.lang.foreign.MemorySegment}, which may be longer than a {@code ByteBuffer}.
         *
         * @param at where it begins, a multiple of {@link #PAGE_BYTES}
         * @param lengthBytes above 0
         * @return the same memory as that of {@link #map}; null where there is no such class, which is before Java 22, or where the memory is in several
         *     pieces, as unless overridden
         */
        default @Nullable Object mapWhole(long at, long lengthBytes) throws IOException {
            return null;
        }

        /** Nobody opens or maps it any more. */
        void seal();

        /** This rank has no use for it any more; code that still touches the memory gets an exception, or the memory as long as it is there. */
        void close();
    }
}
