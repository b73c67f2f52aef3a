package org.reactivempi.transport.engine.window;

import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.SharedSegments;
import org.reactivempi.transport.engine.event.Ages;
import org.reactivempi.transport.engine.event.OpenOperations;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.flow.Flows;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.PacketKind.Family;
import org.reactivempi.transport.engine.port.EngineCommunicator;
import org.reactivempi.transport.engine.port.EngineException.CommunicatorRevokedException;
import org.reactivempi.transport.engine.port.EngineWindows;
import org.reactivempi.transport.engine.port.MemberRanks;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/** All windows of a rank. */
public final class Windows implements EngineWindows, OpenOperations, Communicators.Operations {

    private final Links links;
    private final Flows flows;
    private final CompletionQueue signals;
    private final Executor loop;
    private final @Nullable SharedSegments segments;
    private final boolean checks;
    private final IntObjectMap<OwnedWindow> windows = new IntObjectHashMap<>();

    /**
     * None yet; takes the packets of the family WINDOW of all links that will be made.
     *
     * @param links to the peers
     * @param flows what is long, in turns
     * @param signals in whose steps operations end
     * @param loop the progress thread
     * @param segments memory in common with other ranks; null if there is none
     * @param checks whether they look for operations that meet
     */
    public Windows(
            Links links,
            Flows flows,
            CompletionQueue signals,
            Executor loop,
            @Nullable SharedSegments segments,
            boolean checks) {
        this.links = links;
        this.flows = flows;
        this.signals = signals;
        this.loop = loop;
        this.segments = segments;
        this.checks = checks;
        links.registerOnDemand(Family.WINDOW, link -> new WindowPeer(this, link, flows.of(link)));
    }

    @Override
    public OwnWindow add(
            EngineCommunicator communicator,
            int parent,
            MemberRanks members,
            int rank,
            Memory memory,
            Supplier<String> label) {
        OwnedWindow window = new OwnedWindow(this, communicator, parent, members, rank, memory, label);
        windows.put(window.number(), window);
        return window;
    }

    @Override
    public @Nullable SharedSegments segments() {
        return segments;
    }

    /** Whether they look for operations that meet. */
    boolean checks() {
        return checks;
    }

    void remove(OwnedWindow window) {
        windows.remove(window.number());
    }

    @Nullable
    OwnedWindow window(int number) {
        return windows.get(number);
    }

    /** What there is for a rank of the job, made now if there is nothing yet. */
    WindowPeer peer(int worldRank) {
        PeerLink link = links.peer(worldRank);
        if (link.demanded(Family.WINDOW) instanceof WindowPeer peer) {
            return peer;
        }
        throw new IllegalStateException("packets of windows have another handler");
    }

    void step(Runnable work) {
        signals.step(work);
    }

    void later(Runnable work) {
        loop.execute(() -> signals.step(work));
    }

    /** A rank of the job is lost. */
    void lose(int worldRank, Throwable cause) {
        List.copyOf(windows.values()).forEach(window -> window.lose(worldRank, cause));
    }

    /** A rank has failed, of which this one may know from others. */
    @Override
    public void onFailure() {
        step(() -> List.copyOf(windows.values()).forEach(OwnedWindow::noteFailures));
    }

    /** A communicator is revoked: what waits in its windows ends. */
    @Override
    public void onRevoked(int communicator) {
        Throwable cause = new CommunicatorRevokedException();
        step(() -> List.copyOf(windows.values()).stream()
                .filter(window -> window.parent() == communicator || window.number() == communicator)
                .forEach(window -> window.revoke(cause)));
    }

    /** The rank ends at once. */
    public void onAborted(Throwable cause) {
        step(() -> List.copyOf(windows.values()).forEach(window -> window.abort(cause)));
    }

    @Override
    public long running() {
        return windows.values().stream().mapToLong(OwnedWindow::running).sum();
    }

    @Override
    public long addAwaited(BitSet ranks) {
        long running = 0;
        for (OwnedWindow window : windows.values()) {
            long open = window.running();
            running += open;
            if (open > 0 || window.isFencing()) {
                window.addAwaited(ranks);
            }
        }
        return running;
    }

    @Override
    public void forEachPending(Ages ages, Consumer<PendingOperation> visitor) {
        windows.values()
                .forEach(window -> window.pending().forEach(line -> visitor.accept(PendingOperation.other(line))));
    }
}
