package org.reactivempi.transport.engine.link;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.engine.packet.Acknowledge;
import org.reactivempi.transport.engine.packet.PacketReader;

/**
 * How much of the streams of a link has come, told both ways: this frees what is kept for the next connection, and is the sign
 * of life where nothing else is said.
 *
 * <pre>
 *  much has come, or data that is awaited --&gt; ACKNOWLEDGE
 *  a beat ---------------------------------&gt; ACKNOWLEDGE, unless the peer was silent for three: then its connection is broken
 * </pre>
 * Nothing is acknowledged where nothing is kept, since connections don't break by themselves. There a beat is the carrier's
 * ({@link org.reactivempi.transport.channel.Link#beat}), and a peer that is silent for as long as another one may be without
 * a connection has failed. Silence is counted in beats of this rank: a process that was stopped blames nobody for that time.
 * Only the progress thread comes here.
 */
final class Acknowledgements {

    /** So many heartbeats in a row may fail to come. */
    private static final int MOST_SILENT_BEATS = 3;

    /** The peer keeps all that it hasn't heard of. */
    private static final int MOST_UNREPORTED_BYTES = 128 * 1024;

    private final PeerLink link;
    private final Contact contact;
    private final PacketReader in;
    private final Outflow out;
    private final PeerListener listener;
    private long reportedBytes;
    private long heardBytes;
    /** Data has come that may still be in the memory of the peer's user, who waits to have it back. */
    private boolean awaited;

    private int silentBeats;
    private long beatOfPeer;
    private @Nullable Instant heard;

    Acknowledgements(PeerLink link, Contact contact, PacketReader in, Outflow out, PeerListener listener) {
        this.link = link;
        this.contact = contact;
        this.in = in;
        this.out = out;
        this.listener = listener;
    }

    /** A packet comes whose payload may be in the memory of the peer's user. */
    void onMemory() {
        awaited = true;
    }

    /** Some of the stream has come: the peer is told ahead of what the packets in it are answered with, if it is time. */
    void report() {
        if (out.isKeeping() && owesReport()) {
            acknowledge();
        }
    }

    private boolean owesReport() {
        return awaited && !in.inPayload() || in.receivedBytes() - reportedBytes >= MOST_UNREPORTED_BYTES;
    }

    private void acknowledge() {
        if (link.loss() == null) {
            awaited = awaited && in.inPayload();
            reportedBytes = in.receivedBytes();
            Acknowledge.encode(link.room(Acknowledge.LENGTH_BYTES), link.nextAside(), reportedBytes);
        }
    }

    /** Whoever has sent from memory of his own gets it back before the next packet, which may be for what he does then. */
    void onAcknowledged(long receivedBytes) {
        boolean full = !out.isWritable();
        if (out.acknowledge(receivedBytes)) {
            in.pause();
        }
        if (full && out.isWritable()) {
            listener.onWritable();
        }
    }

    /** Another connection stands: the peer has time to be heard again. */
    void startOver() {
        silentBeats = 0;
    }

    /** Time for a sign of life; and for one of the peer. */
    void beat(Identity self) {
        Connection standing = contact.standing();
        if (standing == null || link.loss() != null) {
            return;
        }
        if (out.isKeeping()) {
            beatByPacket(standing, self.heartbeat());
            return;
        }
        long beat = standing.beat();
        if (beat != Link.NO_BEAT) {
            onBeat(beat, self);
        }
    }

    private void beatByPacket(Connection standing, Duration heartbeat) {
        silentBeats = listen() ? 0 : silentBeats + 1;
        if (silentBeats < MOST_SILENT_BEATS) {
            acknowledge();
        } else {
            silentBeats = 0;
            standing.abandon(silence(heartbeat, MOST_SILENT_BEATS));
        }
    }

    /** What comes counts as well: the peer's timers may be late where it has much to do. */
    private void onBeat(long beat, Identity self) {
        boolean beats = beat != beatOfPeer;
        beatOfPeer = beat;
        silentBeats = listen(beats) ? 0 : silentBeats + 1;
        long most = MOST_SILENT_BEATS + self.reconnectTimeout().dividedBy(self.heartbeat());
        if (silentBeats >= most) {
            link.life().lose("has failed: " + silence(self.heartbeat(), most), null);
        }
    }

    private static String silence(Duration heartbeat, long beats) {
        return "nothing heard for " + Contact.text(heartbeat.multipliedBy(beats));
    }

    /** Whether the peer has been heard since the last time. */
    boolean listen() {
        return listen(false);
    }

    private boolean listen(boolean beats) {
        boolean hears = in.receivedBytes() != heardBytes || beats;
        heardBytes = in.receivedBytes();
        if (hears) {
            heard = Instant.now();
        }
        return hears;
    }

    /** As precise as the heartbeat, and as the end of the connection; null if the peer was never heard. */
    @Nullable
    Instant lastHeard() {
        listen();
        return heard;
    }
}
