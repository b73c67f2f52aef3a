package org.reactivempi.transport.engine.window;

import java.nio.ByteBuffer;
import org.reactivempi.transport.engine.flow.Flow;
import org.reactivempi.transport.engine.link.PeerLink;

/** The way of a lane's steps to one peer. */
interface Outlet {

    /** What waits for an answer. */
    interface Awaited {

        /** Whether it has its place among the requests that are not answered. */
        boolean isCounted();

        /** How much of the answer the peer keeps until it leaves; 0 unless overridden. */
        default int keptBytes() {
            return 0;
        }

        /** Throws if these bytes are not the next ones. */
        void check(long offset, long bytes);

        /** The next bytes have come. */
        void take(ByteBuffer bytes);

        /** Whether all bytes have come. */
        boolean isWhole();

        /** All has come. */
        void done();

        /** It was not done. */
        void refused(Throwable refusal);

        /** The answer will never come. */
        void lost(Throwable cause);
    }

    /** The link to the peer. */
    PeerLink link();

    /** What is long goes here. */
    Flow flow();

    /**
     * Whether something may be sent now; where there is no connection, one is looked for.
     *
     * @param isRequest whether it wants an answer
     */
    boolean hasRoom(boolean isRequest);

    /** The number under which an answer comes. */
    int await(Awaited answer);

    /** The piece of a request that was handed over has left. */
    void pieceLeft();

    /** Does something in a step of its own, when the one that runs is over. */
    void later(Runnable work);
}
