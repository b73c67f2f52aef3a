package org.reactivempi.transport.engine.protocol;

import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * A short message that is synchronous or ready: it has been sent whole, and waits to be met.
 *
 * <pre>
 *  SENT --matched--&gt; done
 *    |
 *    +--withdrawn--&gt; cancelled
 *    +--declined--&gt; failed
 * </pre>
 */
final class AnsweredSend extends PeerSend {

    AnsweredSend(long id, Outgoing message, PeerLink link, CompletionQueue signals) {
        super(id, message, link, signals);
    }

    @Override
    void onMatched() {
        done();
    }

    @Override
    void onClearToSend(long receiveId, long acceptBytes) {
        throw unfitting("CLEAR_TO_SEND");
    }

    @Override
    public String toString() {
        return "eager";
    }
}
