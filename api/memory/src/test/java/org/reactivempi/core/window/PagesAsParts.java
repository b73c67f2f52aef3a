package org.reactivempi.core.window;

import org.reactivempi.Windows;

/** Windows whose memory is in parts of a page, as that of programs is in parts of 1 GiB. */
public final class PagesAsParts {

    /** How long a part is. */
    public static final int BYTES = 4096;

    private PagesAsParts() {}

    /** The same windows with such memory. */
    public static Windows of(Windows windows) {
        return ((CoreWindows) windows).with(new Views.Lengths(BYTES, BYTES));
    }
}
