package org.reactivempi.transport.engine.fake;

import io.netty.buffer.PoolArenaMetric;
import io.netty.buffer.PooledByteBufAllocator;

/** Counts the buffers that the engine has allocated and not released (RES-3). */
public final class DirectBuffers {

    private DirectBuffers() {}

    /** How many there are now. */
    public static long live() {
        return PooledByteBufAllocator.DEFAULT.metric().directArenas().stream()
                .mapToLong(PoolArenaMetric::numActiveAllocations)
                .sum();
    }
}
