package org.reactivempi.transport.engine.flow;

import java.util.concurrent.Executor;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.PacketKind.Family;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/** The {@link Flow} of each link. */
public final class Flows {

    private final CompletionQueue signals;
    private final Executor loop;

    /**
     * None yet; takes the packets of the family CREDIT of all links that will be made. A family that sends what is counted registers
     * after this.
     *
     * @param links to the peers
     * @param windowBytes how much each peer may send unasked
     * @param ranks of the job
     * @param signals whose steps do what is due later
     * @param loop the progress thread
     */
    public Flows(Links links, long windowBytes, int ranks, CompletionQueue signals, Executor loop) {
        this.signals = signals;
        this.loop = loop;
        links.register(Family.CREDIT, link -> {
            // Processes of another job don't know how many ranks this one has.
            int initial = links.processes().isOwn(link.rank()) ? EagerCredit.initialBytes(ranks) : 0;
            return new Flow(link, this, windowBytes, initial);
        });
    }

    /** That of a link, from the handlers of families on. */
    public Flow of(PeerLink link) {
        if (link.handler(Family.CREDIT) instanceof Flow flow) {
            return flow;
        }
        throw new IllegalStateException("the link with " + link.rank() + " has no flow yet");
    }

    CompletionQueue signals() {
        return signals;
    }

    /** Does something in a step of its own, when the one that runs is over. */
    void later(Runnable work) {
        loop.execute(() -> signals.step(work));
    }
}
