package org.reactivempi.transport.bootstrap.pmi;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** How a version of PMI writes commands, and answers. One thread. */
interface PmiCodec {

    /** A command as it is sent. */
    default ByteBuffer encode(PmiLine command) {
        return command.encode();
    }

    /** The next answer that is whole, or null when all that was received is used up. */
    @Nullable
    PmiLine next(ByteBuffer received);
}
