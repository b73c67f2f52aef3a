package org.reactivempi.transport.engine.link;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.packet.Aborted;
import org.reactivempi.transport.engine.packet.PacketReader;
import org.reactivempi.transport.engine.packet.ProtocolException;
import org.reactivempi.transport.engine.packet.Refusal;

/**
 * The life of the link to one peer: what it means for the link that a connection stands, breaks, or can't be had.
 *
 * <pre>
 *                               +------another one stands-----+
 *                               v                             |
 *  NEW --a connection stands--&gt; STANDING --it breaks--&gt; INTERRUPTED
 *   |                           |      |                      |
 *   |      goodbyes both ways --+      +-- aborted, breach ---+-- out of time --&gt; lost
 *   |                           v
 *   +-- leaves, nothing sent --&gt; gone
 *   +-- refused, out of reach --&gt; lost
 * </pre>
 * In the end the contact looks for no connection, and what has not left is forgotten. Only the progress thread comes here.
 */
final class Lifetime {

    private static final Log log = Log.of(Lifetime.class);

    private final Links links;
    private final PeerLink link;
    private final Contact contact;
    private final PacketReader in;
    private final Outflow out;
    private final PeerListener listener;
    private final Acknowledgements acknowledgements;
    private final Farewell farewell;
    private @Nullable PeerLostException loss;
    /** Whether the listener has heard of a connection. */
    private boolean introduced;
    /** Whether the program has heard from others that the peer has failed; or it hasn't failed, but finalized. */
    private boolean known;

    private List<Consumer<PeerLink>> whenDecided = List.of();

    Lifetime(
            Links links,
            PeerLink link,
            Contact contact,
            PacketReader in,
            Outflow out,
            PeerListener listener,
            Acknowledgements acknowledgements) {
        this.links = links;
        this.link = link;
        this.contact = contact;
        this.in = in;
        this.out = out;
        this.listener = listener;
        this.acknowledgements = acknowledgements;
        this.farewell = new Farewell(link);
    }

    /** Why nothing reaches the peer any more, or null as long as something may. */
    @Nullable
    PeerLostException loss() {
        return loss;
    }

    boolean isGone() {
        return contact.isEnded();
    }

    LinkStatus status() {
        Connection standing = contact.standing();
        if (loss != null || isGone()) {
            return LinkStatus.of(
                    loss == null || loss.hasFinalized() ? LinkStatus.State.FINALIZED : LinkStatus.State.LOST);
        }
        if (standing != null) {
            return LinkStatus.connected(standing.channel());
        }
        return LinkStatus.of(contact.hasNeverStood() ? LinkStatus.State.CONNECTING : LinkStatus.State.CONNECTING_AGAIN);
    }

    /** Opens a connection if there is none; {@code told} hears when one stands, or when there never will be. */
    void open(Consumer<PeerLink> told) {
        if (contact.standing() != null || isGone()) {
            told.accept(link);
            return;
        }
        List<Consumer<PeerLink>> more = new ArrayList<>(whenDecided);
        more.add(told);
        whenDecided = more;
        contact.seek();
    }

    private void decided() {
        List<Consumer<PeerLink>> curious = whenDecided;
        whenDecided = List.of();
        curious.forEach(told -> told.accept(link));
    }

    /** A connection stands, and the peer has received so much on those before. */
    void onStanding(Connection standing, long receivedBytes, long creditBytes, int connections) {
        acknowledgements.startOver();
        if (connections > 1) {
            log.about(link.rank())
                    .info(
                            "rank {} is connected again by {}, for the {}. time",
                            link.rank(),
                            standing.channel(),
                            connections);
        }
        links.signals().step(() -> goOn(standing, receivedBytes, creditBytes, connections > 1));
        links.beat(out.isKeeping() || standing.beat() != Link.NO_BEAT);
        decided();
    }

    private void goOn(Connection standing, long receivedBytes, long creditBytes, boolean again) {
        out.resume(standing, receivedBytes);
        if (!introduced) {
            // Not by the number: the welcome of the first may have been lost, and then the peer has counted one more.
            introduced = true;
            listener.onStanding(creditBytes);
        }
        listener.onConnected(standing.channel(), again);
        farewell.say();
        out.flush();
        if (again) {
            listener.onWritable();
        }
    }

    /** The connection that stood will carry nothing more; another one takes its place. */
    void onInterrupted() {
        out.interrupt();
    }

    /** The connection that stood has ended. */
    void onClosed(@Nullable Throwable cause) {
        out.interrupt();
        acknowledgements.listen();
        if (loss == null && out.isKeeping()) {
            log.about(link.rank())
                    .info("the connection with rank {} has ended, looking for another: {}", link.rank(), words(cause));
            contact.renew(words(cause));
        } else {
            end(() -> loseUnreachable(ending(cause), cause));
        }
    }

    /** What has come on the connection that stood is not what the peer may send. */
    void onBreach(Throwable breach) {
        out.interrupt();
        end(() -> lose(ending(breach), breach));
    }

    /**
     * This rank has failed on what it has read from the peer, or on what it was to send: nothing can go on behind that. The peer
     * hears so, and what waits for it ends with this rank's failure, for which the peer is not to be blamed.
     */
    void onFault(Throwable fault) {
        if (isGone()) {
            return;
        }
        log.about(link.rank()).error(fault, "this rank can't go on with rank {}", link.rank());
        try {
            out.mend();
            sayAborted();
        } catch (Throwable unsaid) {
            log.debug("rank {} could not be told: {}", link.rank(), words(unsaid));
        }
        lose(PeerLostException.ownFault(link.rank(), fault));
    }

    private void end(Runnable lose) {
        if (loss == null && (!farewell.isSaid() || out.hasUnreadMessages())) {
            lose.run();
        } else {
            gone();
        }
    }

    void onRefused(Refusal.Reason reason) {
        if (farewell.isSaid() && reason == Refusal.Reason.DUPLICATE) {
            onEnded();
        } else if (reason == Refusal.Reason.FINALIZED && loss == null) {
            PeerLostException finalized = PeerLostException.finalized(link.rank());
            loss = finalized;
            gone();
            links.signals().step(() -> listener.onLost(finalized));
        } else {
            lose("refused the connection: " + reason, null);
        }
    }

    /** Takes leave of the peer once all that was gathered has left; {@link Links#left} is told at the end. */
    void leave() {
        if (!farewell.begin()) {
            return;
        }
        if (contact.standing() != null) {
            farewell.say();
        } else if (contact.hasNeverStood() && out.isEmpty()) {
            gone();
        }
    }

    /** Whether this rank finalizes: all that it has to say is a goodbye. */
    boolean isLeaving() {
        return farewell.isBegun();
    }

    /** The peer has ended, and no goodbye of this rank matters to it. */
    void onEnded() {
        gone();
    }

    /**
     * Nobody is where the peer was, while this rank takes leave. If it has ended in order, all that was lost is an answer to the
     * goodbye.
     */
    void onVanished() {
        if (loss != null || !out.hasUnreadMessages()) {
            gone();
        } else {
            links.askFinalized(link.rank(), finalized -> {
                if (finalized) {
                    gone();
                } else {
                    lose("has ended", null);
                }
            });
        }
    }

    /** The program knows that the peer has failed. */
    void noteKnown() {
        known = true;
    }

    /** The loss of the peer, if it has cost messages whose sends have completed, and the program doesn't know. */
    @Nullable
    PeerLostException silentLoss() {
        PeerLostException lost = loss;
        return lost != null && lost.isSilent() && !known ? lost : null;
    }

    /** The peer's process has ended, and nothing that it has sent is on its way any more. */
    void onProcessEnded() {
        if (loss == null) {
            lose("has failed: its process has ended", null);
        } else {
            onEnded();
        }
    }

    /** The peer answers nothing any more. What it has sent before is still here. */
    void onGoodbye() {
        farewell.answer();
        loss = PeerLostException.finalized(link.rank());
        // What it has cleared to send it has, and of the rest it wants nothing.
        out.copyMemory();
        listener.onLost(loss);
    }

    void onGoodbyeSeen() {
        farewell.checkSaid();
        link.flush();
        gone();
    }

    /** Tells the peer, where it can be told, that this rank ends at once; it looks at nothing that is sent behind that. */
    void sayAborted() {
        if (contact.standing() != null && loss == null) {
            Aborted.encode(link.room(Aborted.LENGTH_BYTES), link.nextAside());
            out.flush();
        }
    }

    /** Gives up a peer that isn't where it should be. If it has ended in order, it has got all that it wanted. */
    void loseUnreachable(String why, @Nullable Throwable cause) {
        // In one step: this rank may finalize with the end of what waits for the peer.
        links.signals().step(() -> {
            lose(why, cause);
            if (silentLoss() != null) {
                links.askFinalized(link.rank(), finalized -> known |= finalized);
            }
        });
    }

    /** Gives the peer up. */
    void lose(String why, @Nullable Throwable cause) {
        if (isGone()) {
            return;
        }
        if (loss == null && out.hasUnreadMessages()) {
            log.about(link.rank())
                    .warn("lost rank {}, which {}; what was sent last may not have reached it", link.rank(), why);
        }
        Instant missing = contact.missingSince();
        Instant since = missing == null ? Instant.now() : missing;
        lose(new PeerLostException(link.rank(), why, cause, since, acknowledgements.lastHeard()));
    }

    private void lose(PeerLostException lost) {
        boolean told = loss != null;
        if (!told && out.hasUnreadMessages()) {
            lost.noteUndelivered();
        }
        loss = lost;
        gone();
        if (!told) {
            links.signals().step(() -> listener.onLost(lost));
        }
    }

    private void gone() {
        // What follows in the bytes at hand is of no interest any more.
        in.pause();
        contact.end();
        if (loss == null) {
            loss = new PeerLostException(link.rank(), "is out of reach: this rank finalizes", null);
        }
        out.end();
        links.left(link);
        decided();
    }

    private static String ending(@Nullable Throwable cause) {
        if (cause == null) {
            return "ended its connection";
        }
        return (cause instanceof ProtocolException ? "broke the protocol: " : "ended its connection: ") + words(cause);
    }

    /** What has ended a connection. */
    static String words(@Nullable Throwable cause) {
        if (cause == null) {
            return "the connection ended";
        }
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }
}
