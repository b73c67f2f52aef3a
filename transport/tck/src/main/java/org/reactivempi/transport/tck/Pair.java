package org.reactivempi.transport.tck;

import java.util.List;

/** A link that stands: the end of the rank that has connected, and that of the rank that has accepted. */
record Pair(End connector, End acceptor) {

    List<End> ends() {
        return List.of(connector, acceptor);
    }

    /** The end at the other side. */
    End other(End end) {
        return end == connector ? acceptor : connector;
    }

    /** Sends some bytes each way; they must arrive. */
    void exchange() throws InterruptedException {
        for (End end : ends()) {
            end.rank().run(() -> end.send(100));
            other(end).awaitBytes(end.written());
        }
    }

    /** Waits until each end has all that the other one has written. */
    void awaitAll() throws InterruptedException {
        for (End end : ends()) {
            end.awaitBytes(other(end).written());
        }
    }
}
