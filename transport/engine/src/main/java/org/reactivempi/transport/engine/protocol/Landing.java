package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;

/** Where a packet's payload goes as it comes. */
interface Landing {

    /** The next {@code length} bytes, from the reader index on. */
    void land(ByteBuf bytes, int length);

    /** All has come. */
    void landed();

    /** The rest will never come. */
    void lost(Throwable cause);
}
