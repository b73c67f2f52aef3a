package org.reactivempi.core.window;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.reactivempi.Window;
import org.reactivempi.Windows;

/** Windows whose memory is in parts long before it has 2 GiB. */
public final class ShortParts {

    private ShortParts() {}

    /**
     * The same windows with memory in parts.
     *
     * @param partBytes how long each part is, and the longest memory that is one: a multiple of a page, the same on all ranks
     */
    public static Windows of(Windows windows, int partBytes) {
        return ((CoreWindows) windows).with(new Views.Lengths(partBytes, partBytes));
    }

    /** The memory of a rank, part by part, as one sees it. */
    public static List<ByteBuffer> of(Window end, int rank, int partBytes) {
        List<ByteBuffer> parts = new ArrayList<>();
        for (long at = 0; at < end.size(rank); at += partBytes) {
            long length = Math.min(partBytes, end.size(rank) - at);
            parts.add(end.segment(rank, at, length).orElseThrow());
        }
        return parts;
    }
}
