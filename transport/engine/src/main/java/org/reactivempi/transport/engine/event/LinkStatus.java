package org.reactivempi.transport.engine.event;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How the link to a peer stands at one moment, for tools and pages.
 *
 * <pre>
 *  CONNECTING --&gt; CONNECTED &lt;--&gt; CONNECTING_AGAIN
 *       |             |                 |
 *       +-------------+-----------------+--&gt; LOST, or FINALIZED
 * </pre>
 *
 * @param state where it is in the picture
 * @param channel what carries its packets, while it is connected
 */
public record LinkStatus(State state, @Nullable String channel) {

    /** The states of a link. */
    public enum State {
        /** No connection has stood yet. */
        CONNECTING,
        /** A connection stands. */
        CONNECTED,
        /** The connection broke, and another one is looked for. */
        CONNECTING_AGAIN,
        /** Nothing reaches the peer any more. */
        LOST,
        /** The peer has come to an orderly end. */
        FINALIZED
    }

    /** A connection of this channel stands. */
    public static LinkStatus connected(String channel) {
        return new LinkStatus(State.CONNECTED, channel);
    }

    /** No connection stands. */
    public static LinkStatus of(State state) {
        return new LinkStatus(state, null);
    }

    /** The same peer, which has come to an orderly end, as another rank says. */
    public LinkStatus finalized() {
        return of(State.FINALIZED);
    }

    /** The channel's name, or the state in words. */
    @Override
    public String toString() {
        return channel == null ? state.name().toLowerCase(Locale.ROOT).replace('_', ' ') : channel;
    }
}
