package org.reactivempi.core.collective.stream;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Elements on their way through this rank, from inlets to outlets; how, its kinds say. It ends in one of three ways:
 *
 * <pre>
 *  all inlets are dry                      the outlets complete
 *  something has failed                    outlets and inlets hear of that, in both directions
 *  all outlets are gone                    the inlets are cancelled
 * </pre>
 * Only for the progress thread.
 */
abstract class Flow {

    final List<? extends Inlet<?>> inlets;
    final List<? extends Outlet> outlets;
    private boolean ended;
    private @Nullable Failure failure;
    private @Nullable Flow partner;

    Flow(List<? extends Inlet<?>> inlets, List<? extends Outlet> outlets) {
        this.inlets = inlets;
        this.outlets = outlets;
    }

    /** Moves what can be moved, and asks the inlets for more. */
    abstract void carry();

    /** Does what can be done now. */
    final void move() {
        if (ended) {
            return;
        }
        lookAtOutlets();
        if (!ended) {
            carry();
        }
    }

    /** Notices that one of them has failed, or that all are gone. */
    void lookAtOutlets() {
        boolean wanted = false;
        for (Outlet outlet : outlets) {
            Failure lost = outlet.failure();
            if (lost != null) {
                fail(lost);
                return;
            }
            // One that is gone says why only when it is over.
            wanted |= !outlet.isOver();
        }
        if (!wanted) {
            end(null);
        }
    }

    /** All inlets are dry. */
    final void complete() {
        end(null);
    }

    final void fail(Failure why) {
        failure = why;
        end(why);
        if (partner != null && !partner.ended) {
            partner.fail(why);
        }
    }

    /** What fails one of the two fails the other one, as long as it has not ended. */
    final void failsWith(Flow other) {
        partner = other;
        other.partner = this;
    }

    private void end(@Nullable Failure why) {
        ended = true;
        for (Outlet outlet : outlets) {
            outlet.end(why);
        }
        for (Inlet<?> inlet : inlets) {
            inlet.close(why);
        }
    }

    /** Whether it carries no more. */
    final boolean isEnded() {
        return ended;
    }

    final @Nullable Failure failure() {
        return failure;
    }

    /** Whether nothing of it is under way any more. */
    final boolean isOver() {
        if (!ended) {
            return false;
        }
        for (Outlet outlet : outlets) {
            if (!outlet.isOver()) {
                return false;
            }
        }
        return true;
    }

    /** The least that one of the outlets takes which are not gone; 0 if all are. */
    final long leastOpen() {
        long least = Long.MAX_VALUE;
        boolean any = false;
        for (Outlet outlet : outlets) {
            if (!outlet.isGone()) {
                least = Math.min(least, outlet.open());
                any = true;
            }
        }
        return any ? least : 0;
    }

    /** Gives all outlets an element. */
    final void giveAll(byte[] element) {
        for (Outlet outlet : outlets) {
            if (!outlet.isGone()) {
                outlet.give(element);
            }
        }
    }
}
