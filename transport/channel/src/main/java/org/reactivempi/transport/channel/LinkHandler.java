package org.reactivempi.transport.channel;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The engine's side of a {@link Link}. An exception thrown here closes the link, nothing more. A handler that implements
 * {@link DirectMemory.Input} says where bytes belong; one that implements {@link Lending.Input} copies them itself inside one JVM.
 *
 * <p>All calls come on the loop, and none from within another, nor from within a call to the link or its endpoint; but
 * {@link #onWritable} may come from within {@link Link#flush}.
 */
public interface LinkHandler {

    /** The connection stands; first call. */
    void onOpen(Link link);

    /** Bytes have come; valid during the call, not owned, all to be consumed. */
    void onBytes(ByteBuf bytes);

    /** {@link Link#isWritable()}, which was false, has become true again. */
    void onWritable();

    /** The connection has ended or was never made; last call. {@code cause} is null after an orderly end. */
    void onClosed(@Nullable Throwable cause);
}
