package org.reactivempi.core.window;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.reactivempi.SharedWindow;

/** A window whose memory all ranks have in common. */
final class CoreSharedWindow extends CoreWindow implements SharedWindow {

    /** This rank's end of one. On the progress thread. */
    CoreSharedWindow(WindowState state, OwnMemory memory, @Nullable SegmentSharing sharing, Heard heard) {
        super(state, memory, sharing, heard);
    }

    @Override
    public ByteBuffer segmentOf(int rank) {
        return segment(rank).orElseGet(() -> ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN));
    }
}
