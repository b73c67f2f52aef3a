package org.reactivempi.transport.engine.window;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * What leaves for a peer in one order: a link has one for requests and one for answers, so that no answer waits for a long put.
 *
 * <pre>
 *  add --&gt; first --send--&gt; sent
 *            |  ^
 *            v  |  a long piece, in turns with all else that is long; no room on the connection, or among the requests
 *          waits
 * </pre>
 */
final class Lane {

    /** So much is sent in a row, then others have their turn. */
    private static final int MOST_BYTES_IN_A_ROW = 1024 * 1024;

    private final Outlet outlet;
    private final Queue<Step> steps = new ArrayDeque<>();
    /** Whether a piece of the first one is with the link's turns. */
    private boolean handedOver;

    private boolean pumps;
    private boolean pumpsLater;

    Lane(Outlet outlet) {
        this.outlet = outlet;
    }

    int size() {
        return steps.size();
    }

    void add(Step step) {
        steps.add(step);
        pump();
    }

    /** Takes out a step of which nothing has left; false if it has left already. */
    boolean withdraw(Step step) {
        return steps.remove(step);
    }

    /** Sends what can be sent now. */
    void pump() {
        if (pumps) {
            return;
        }
        pumps = true;
        try {
            int left = MOST_BYTES_IN_A_ROW;
            while (left > 0 && !handedOver && !steps.isEmpty()) {
                Step first = steps.element();
                if (first.isSent()) {
                    // It has come to its end while it waited here.
                    steps.remove();
                } else if (outlet.hasRoom(first.isRequest())) {
                    left -= send(first);
                } else {
                    break;
                }
            }
            if (left <= 0 && !pumpsLater) {
                pumpsLater = true;
                outlet.later(() -> {
                    pumpsLater = false;
                    pump();
                });
            }
        } finally {
            pumps = false;
        }
    }

    private int send(Step first) {
        // A long piece may be over before it is known to be one.
        handedOver = true;
        int sent = first.send(outlet);
        if (sent > 0) {
            handedOver = false;
            if (first.isSent()) {
                steps.remove(first);
            }
        }
        return sent;
    }

    /** The piece that was handed over has left. */
    void goOn() {
        handedOver = false;
        if (!steps.isEmpty() && steps.element().isSent()) {
            steps.remove();
        }
        pump();
    }

    /** Nothing leaves any more. */
    void cut(Throwable cause) {
        List<Step> left = new ArrayList<>(steps);
        steps.clear();
        handedOver = false;
        left.forEach(step -> step.cut(cause));
    }
}
