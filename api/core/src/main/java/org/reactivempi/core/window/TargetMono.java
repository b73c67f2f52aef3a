package org.reactivempi.core.window;

import org.reactivempi.transport.engine.event.OperationKind;

/** What is started in a window and concerns one target, which may be withdrawn while it waits: see {@link RunningCall}. */
abstract class TargetMono<T> extends WindowMono<T> {

    /** Which call it is. */
    final OperationKind what;
    /** A rank of the window, the null process, or a number that is neither. */
    final int target;

    TargetMono(WindowState window, OperationKind what, int target) {
        super(window);
        this.what = what;
        this.target = target;
    }

    @Override
    protected final String inWords() {
        return window.inWords(what.toString(), target);
    }
}
