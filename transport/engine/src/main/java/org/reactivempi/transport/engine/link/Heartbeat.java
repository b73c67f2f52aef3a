package org.reactivempi.transport.engine.link;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.engine.packet.PacketReader;

/**
 * Whether a peer is heard, and when it was for the last time.
 *
 * <pre>
 *  HEARD --beats without a sign of life--&gt; SILENT for too long
 *    ^                 |
 *    +--sign of life---+
 * </pre>
 * Where connections break by themselves, signs of life are packets, and three beats without are too long. Elsewhere they are the
 * carrier's ({@link Link#beat}), and a peer that is silent for as long as another one may be without a connection has failed. Silence is
 * counted in beats of this rank: a process that was stopped blames no peer for that time.
 */
final class Heartbeat {

    /** So many heartbeats in a row may fail to come. */
    static final int MOST_SILENT_BEATS = 3;

    /** A connection whose other end's process has ended ends by itself, after all that was sent; at the latest after such a silence. */
    private static final Duration SILENCE_OF_THE_DEAD = Duration.ofMillis(300);

    private final LinkContext context;
    private final PacketReader in;
    private final Outflow out;
    private long heardBytes;
    private int silentBeats;
    private long beatOfPeer;
    private @Nullable Instant heard;

    Heartbeat(LinkContext context, PacketReader in, Outflow out) {
        this.context = context;
        this.in = in;
        this.out = out;
    }

    /** Another connection stands: the peer has time to be heard again. */
    void startOver() {
        silentBeats = 0;
    }

    /** A heartbeat of this rank. Returns for how long the peer was silent, if that is too long; else null. */
    @Nullable
    Duration beat() {
        Duration interval = context.settings.heartbeat();
        if (out.isKeeping()) {
            return silence(listen(false), interval, MOST_SILENT_BEATS);
        }
        long beat = out.beat();
        if (beat == Link.NO_BEAT) {
            return null;
        }
        boolean beats = beat != beatOfPeer;
        beatOfPeer = beat;
        long most = MOST_SILENT_BEATS + context.settings.reconnectTimeout().dividedBy(interval);
        return silence(listen(beats), interval, most);
    }

    private @Nullable Duration silence(boolean hears, Duration interval, long mostBeats) {
        silentBeats = hears ? 0 : silentBeats + 1;
        if (silentBeats < mostBeats) {
            return null;
        }
        silentBeats = 0;
        return interval.multipliedBy(mostBeats);
    }

    /** Looks whether something has come since the last time. */
    void listen() {
        listen(false);
    }

    /** What comes counts as well as a beat of the peer, whose timers may be late where it has much to do. */
    private boolean listen(boolean beats) {
        boolean hears = in.receivedBytes() != heardBytes || beats;
        heardBytes = in.receivedBytes();
        if (hears) {
            heard = context.now();
        }
        return hears;
    }

    /** As precise as the heartbeat, and as the end of the connection; null if the peer was never heard. */
    @Nullable
    Instant lastHeard() {
        listen();
        return heard;
    }

    /** Runs {@code action} when nothing comes any more from a process that has ended. */
    void whenSilent(Runnable action) {
        long before = in.receivedBytes();
        context.after(SILENCE_OF_THE_DEAD, () -> {
            if (in.receivedBytes() == before) {
                action.run();
            } else {
                whenSilent(action);
            }
        });
    }
}
