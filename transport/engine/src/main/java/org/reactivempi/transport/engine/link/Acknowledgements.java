package org.reactivempi.transport.engine.link;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.engine.packet.LinkPackets.Acknowledge;
import org.reactivempi.transport.engine.packet.PacketReader;

/**
 * How much of the streams of a link has come, told both ways: an acknowledgement frees what is kept for the next connection, and is
 * the sign of life where nothing else is sent.
 *
 * <pre>
 *  much has come, or data from memory that its sender waits for --&gt; ACKNOWLEDGE
 *  a beat -------------------------------------------------------&gt; ACKNOWLEDGE, unless the peer was silent for three
 * </pre>
 * Nothing is acknowledged where nothing is kept, since connections don't break by themselves. There a beat is the carrier's
 * ({@link Link#beat}), and a peer that is silent for as long as another one may be without a connection has failed. Silence is counted
 * in beats of this rank: a process that was stopped blames no peer for that time.
 */
final class Acknowledgements {

    /** So many heartbeats in a row may fail to come. */
    private static final int MOST_SILENT_BEATS = 3;

    /** The peer keeps all that isn't acknowledged. */
    private static final int MOST_UNREPORTED_BYTES = 128 * 1024;

    private final LinkSettings settings;
    private final PacketReader in;
    private final Outflow out;
    private long reportedBytes;
    private long heardBytes;
    /** Data has come that may still be in the memory of the peer's user, who waits to have it back. */
    private boolean awaited;

    private int silentBeats;
    private long beatOfPeer;
    private @Nullable Instant heard;
    private boolean ended;

    Acknowledgements(LinkSettings settings, PacketReader in, Outflow out) {
        this.settings = settings;
        this.in = in;
        this.out = out;
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
        if (!ended) {
            awaited = awaited && in.inPayload();
            reportedBytes = in.receivedBytes();
            Acknowledge.encode(out.room(Acknowledge.LENGTH_BYTES), out.nextSequence(), reportedBytes);
        }
    }

    /**
     * The peer has received so much. A sender whose memory was used gets it back before the next packet is read, which may be for
     * what the sender does then.
     *
     * @return whether bulk data may be added that could not be added before
     */
    boolean onAcknowledged(long receivedBytes) {
        boolean full = !out.isWritable();
        if (out.acknowledge(receivedBytes)) {
            in.pause();
        }
        return full && out.isWritable();
    }

    /** Another connection stands: the peer has time to be heard again. */
    void startOver() {
        silentBeats = 0;
    }

    /** A heartbeat of this rank: sends a sign of life. Returns for how long the peer was silent, if that is too long; else null. */
    @Nullable
    Duration beat() {
        if (out.isKeeping()) {
            return beatByPacket();
        }
        long beat = out.beat();
        return beat == Link.NO_BEAT ? null : silence(beat);
    }

    private @Nullable Duration beatByPacket() {
        silentBeats = listen() ? 0 : silentBeats + 1;
        if (silentBeats < MOST_SILENT_BEATS) {
            acknowledge();
            return null;
        }
        silentBeats = 0;
        return settings.heartbeat().multipliedBy(MOST_SILENT_BEATS);
    }

    /** What comes counts as well: the peer's timers may be late where it has much to do. */
    private @Nullable Duration silence(long beat) {
        boolean beats = beat != beatOfPeer;
        beatOfPeer = beat;
        silentBeats = listen(beats) ? 0 : silentBeats + 1;
        long most = MOST_SILENT_BEATS + settings.reconnectTimeout().dividedBy(settings.heartbeat());
        return silentBeats < most ? null : settings.heartbeat().multipliedBy(most);
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

    /** The peer reads nothing more. */
    void end() {
        ended = true;
    }
}
