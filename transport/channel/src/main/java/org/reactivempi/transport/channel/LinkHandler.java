package org.reactivempi.transport.channel;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The engine's side of a {@link Link}. An exception thrown here closes the link, nothing more.
 *
 * <p>All calls come on the loop, and none from within another, nor from within a call to the link or its endpoint; but
 * {@link #onWritable} may come from within {@link Link#flush}.
 */
public interface LinkHandler {

    /** The connection stands; first call. */
    void onOpen(Link link);

    /** Bytes have come; valid during the call, not owned, all to be consumed. */
    void onBytes(ByteBuf bytes);

    /**
     * Where the next bytes may be put by a carrier that can, instead of passing them to {@link #onBytes}.
     *
     * @return room in direct memory, from position to limit, valid until the next call; null if nowhere
     */
    default @Nullable ByteBuffer place() {
        return null;
    }

    /**
     * The first {@code length} bytes of {@link #place} are there, 0 or more, and the carrier puts no more there. Follows each
     * {@link #place} that wasn't null, before the loop does anything else, unless {@link #onBytes} does.
     */
    default void onPlaced(int length) {}

    /** How many bytes {@link #onBytes} should get at most while {@link #place} is null, so that those behind may be placed. */
    default int mostBytes() {
        return Integer.MAX_VALUE;
    }

    /** {@link Link#isWritable()}, which was false, has become true again. */
    void onWritable();

    /** The connection has ended or was never made; last call. {@code cause} is null after an orderly end. */
    void onClosed(@Nullable Throwable cause);
}
