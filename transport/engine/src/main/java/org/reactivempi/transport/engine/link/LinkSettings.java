package org.reactivempi.transport.engine.link;

import java.time.Duration;
import java.util.List;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingSource;
import org.reactivempi.transport.channel.settings.SharedSettings;

/**
 * The settings of links: how long a rank waits for its peers.
 *
 * @param connectTimeout how long a peer may take to be reached and to answer the greeting
 * @param handshakeTimeout how long a connector may take to prove that it is a rank of the job, and to greet
 * @param reconnectTimeout how long a peer may stay without a connection, once it had one, before it has failed
 * @param heartbeat how often peers hear from this rank at least, and it from them
 * @param waitForPeers how long a peer may take to come, where ranks start without each other
 */
public record LinkSettings(
        Duration connectTimeout,
        Duration handshakeTimeout,
        Duration reconnectTimeout,
        Duration heartbeat,
        Duration waitForPeers) {

    private static final Setting<Duration> CONNECT_TIMEOUT = Setting.time(
                    "connect-timeout", Duration.ofSeconds(30), Duration.ofMillis(1), Duration.ofHours(1))
            .described("How long reaching a peer may take.");
    private static final Setting<Duration> RECONNECT_TIMEOUT = Setting.time(
                    "reconnect-timeout", Duration.ofSeconds(10), Duration.ofMillis(1), Duration.ofHours(24))
            .described("How long a peer that was reached once may stay without a connection before it has failed.");
    private static final Setting<Duration> HEARTBEAT = Setting.time(
                    "heartbeat-interval", Duration.ofSeconds(1), Duration.ofMillis(10), Duration.ofHours(1))
            .described("How often ranks show each other that they live. After three silent intervals a connection "
                    + "through sockets counts as broken; a rank that stays silent has failed after four intervals and "
                    + "`reconnect-timeout` at the latest, over `shm` as well.");
    private static final Setting<Duration> WAIT_FOR_PEERS = Setting.time(
                    "wait-for-peers", Duration.ofMinutes(5), Duration.ofMillis(1), Duration.ofHours(24))
            .described(
                    "With `peers`: how long an operation waits for a rank that has not come yet, before it fails. The "
                            + "rank may still come later.");

    /** A silent peer is noticed after so many heartbeats. */
    private static final int SILENT_HEARTBEATS = 4;

    private static final Duration MOST_GREETINGS = Duration.ofSeconds(1);

    /** All of them. */
    public static List<Setting<?>> all() {
        return List.of(CONNECT_TIMEOUT, SharedSettings.HANDSHAKE_TIMEOUT, RECONNECT_TIMEOUT, HEARTBEAT, WAIT_FOR_PEERS);
    }

    /** Reads them. Throws {@link org.reactivempi.transport.channel.settings.SettingException} where one is wrong. */
    public static LinkSettings from(SettingSource source) {
        return new LinkSettings(
                CONNECT_TIMEOUT.in(source),
                SharedSettings.HANDSHAKE_TIMEOUT.in(source),
                RECONNECT_TIMEOUT.in(source),
                HEARTBEAT.in(source),
                WAIT_FOR_PEERS.in(source));
    }

    /** How often a rank tries to reach the ranks that it does not see, where ranks come and go. */
    Duration greetings() {
        return reconnectTimeout.compareTo(MOST_GREETINGS) > 0 ? reconnectTimeout : MOST_GREETINGS;
    }

    /** A connection that may break, and from which nothing comes for so long, counts as broken. */
    Duration longestSilence() {
        return heartbeat.multipliedBy(Heartbeat.MOST_SILENT_BEATS);
    }

    /** After this time, a rank with the same settings knows whether a peer that was connected lives. */
    Duration longestDoubt() {
        return reconnectTimeout.plus(heartbeat.multipliedBy(SILENT_HEARTBEATS));
    }

    /** For how long to look for a peer that had a connection, in one of several attempts. */
    Duration reconnectAttempt() {
        Duration share = reconnectTimeout.dividedBy(4).plusMillis(1);
        return connectTimeout.compareTo(share) < 0 ? connectTimeout : share;
    }

    /** A time as messages show it. */
    static String text(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }
}
