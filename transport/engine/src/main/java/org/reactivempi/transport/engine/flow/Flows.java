package org.reactivempi.transport.engine.flow;

import java.util.concurrent.Executor;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerTable;
import org.reactivempi.transport.engine.packet.PacketKind.Family;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/** The {@link Flow} of each link. */
public final class Flows {

    /**
     * How much a rank keeps of what comes unasked.
     *
     * @param windowBytes from one peer
     * @param ranks of the job
     */
    public record Bounds(long windowBytes, int ranks) {}

    private final PeerTable<Flow> flows = new PeerTable<>();

    /**
     * None yet; takes the packets of the family CREDIT of all links that will be made. A family that sends what is counted registers
     * after this.
     *
     * @param links to the peers
     * @param bounds how much each peer may send unasked
     * @param signals whose steps do what is due later
     * @param loop the progress thread
     */
    public Flows(Links links, Bounds bounds, CompletionQueue signals, Executor loop) {
        links.register(Family.CREDIT, link -> {
            // Processes of another job don't know how many ranks this one has.
            int initial = links.processes().isOwn(link.rank()) ? EagerCredit.initialBytes(bounds.ranks()) : 0;
            Flow made = new Flow(link, bounds, initial, signals, loop);
            made.whenForgotten(() -> flows.remove(link.rank()));
            flows.replace(link.rank(), made);
            return made;
        });
    }

    /** That of a link, from the handlers of families on. */
    public Flow of(PeerLink link) {
        Flow flow = flows.get(link.rank());
        if (flow == null || flow.link() != link) {
            throw new IllegalStateException("rank " + link.rank() + " has another link");
        }
        return flow;
    }
}
