package org.reactivempi.transport.engine;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingSource;
import org.reactivempi.transport.engine.diagnosis.StallSettings;
import org.reactivempi.transport.engine.progress.Binding;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.engine.protocol.EagerCredit;

/**
 * The engine's settings.
 *
 * @param eagerLimitBytes the longest message that is sent without asking the receiver first
 * @param eagerCreditBytes how much of eager messages, bookkeeping included, one peer may have under way
 * @param unexpectedLimitBytes the same for all peers together
 * @param waiting how the progress thread waits
 * @param spin for how long it polls after traffic where it may sleep
 * @param bindTo on which core the progress thread runs
 * @param connectTimeout how long reaching a peer may take, its answer to the greeting included
 * @param handshakeTimeout how long whoever connects may take to prove that it is a rank of the job, and to greet
 * @param reconnectTimeout how long a peer may stay without a connection, once it had one, before it has failed
 * @param heartbeat how often peers hear from each other at least
 * @param stalls when ranks that wait are looked into
 */
public record EngineSettings(
        int eagerLimitBytes,
        int eagerCreditBytes,
        int unexpectedLimitBytes,
        Waiting.Mode waiting,
        Duration spin,
        Binding.Mode bindTo,
        Duration connectTimeout,
        Duration handshakeTimeout,
        Duration reconnectTimeout,
        Duration heartbeat,
        StallSettings stalls) {

    private static final Setting<Integer> EAGER_LIMIT = Setting.number("eager-limit-bytes", 65_536, 0, 16 << 20)
            .described("The longest message that is sent without asking the receiver first.");
    private static final Setting<Integer> EAGER_CREDIT = Setting.number(
                    "eager-credit-bytes", 4 << 20, EagerCredit.INITIAL_BYTES, 1 << 30)
            .described("How much of such messages, 352 bytes for each and its payload, one peer may have under way to "
                    + "this rank. Beyond it the peer asks first, so a rank holds at most this for each peer.");
    private static final Setting<Integer> UNEXPECTED_LIMIT = Setting.number(
                    "unexpected-limit-bytes", 64 << 20, 1 << 20, 1 << 30)
            .described("How much of such messages, counted in the same way, a rank holds in all. Each rank of the job "
                    + "has the same share of it, itself included; where that is less than `eager-credit-bytes`, a peer "
                    + "may have this much under way, and 16 KiB at least.");
    private static final Setting<Waiting.Mode> WAITING = Setting.choice(
                    "waiting", Waiting.Mode.ADAPTIVE, Waiting.Mode.class)
            .described("How the progress thread waits. `adaptive` polls for a short while after traffic, then sleeps; "
                    + "where it was woken soon after, it polls for four times as long the next time. `spin` always "
                    + "polls, and takes a core.");
    private static final Setting<Duration> SPIN = Setting.time(
                    "spin-time", Waiting.USUAL_SPIN, Duration.ZERO, Duration.ofSeconds(1))
            .described("For how long `adaptive` polls after traffic. Longer pays where messages come at such distances "
                    + "and a core is free; `0ns` is as `sleep`.");
    private static final Setting<Binding.Mode> BIND_TO = Setting.choice(
                    "bind-to", Binding.Mode.NONE, Binding.Mode.class)
            .described("`core` keeps the progress thread of rank *r* on core *r* of those that the process may use "
                    + "(Linux, with `taskset` of util-linux): short round trips then are shorter and vary less. For "
                    + "jobs that have the host's cores for themselves. It has no effect where ranks outnumber cores.");
    private static final Setting<Duration> CONNECT_TIMEOUT = Setting.time(
                    "connect-timeout", Duration.ofSeconds(30), Duration.ofMillis(1), Duration.ofHours(1))
            .described("How long reaching a peer may take.");
    private static final Setting<Duration> HANDSHAKE_TIMEOUT = Setting.time(
                    "handshake-timeout", Duration.ofSeconds(10), Duration.ofMillis(1), Duration.ofHours(1))
            .described("How long whoever connects to this rank may take to prove that it is a rank of this job, and to "
                    + "greet.");
    private static final Setting<Duration> RECONNECT_TIMEOUT = Setting.time(
                    "reconnect-timeout", Duration.ofSeconds(10), Duration.ofMillis(1), Duration.ofHours(24))
            .described("How long a peer that was reached once may stay without a connection before it has failed.");
    private static final Setting<Duration> HEARTBEAT = Setting.time(
                    "heartbeat-interval", Duration.ofSeconds(1), Duration.ofMillis(10), Duration.ofHours(1))
            .described("How often ranks show each other that they live. After three silent intervals a connection "
                    + "through sockets counts as broken; a rank that stays silent has failed after four intervals and "
                    + "`reconnect-timeout` at the latest, over `shm` as well.");

    /** All of them. */
    public static List<Setting<?>> all() {
        return Stream.concat(
                        Stream.of(
                                EAGER_LIMIT,
                                EAGER_CREDIT,
                                UNEXPECTED_LIMIT,
                                WAITING,
                                SPIN,
                                BIND_TO,
                                CONNECT_TIMEOUT,
                                HANDSHAKE_TIMEOUT,
                                RECONNECT_TIMEOUT,
                                HEARTBEAT),
                        StallSettings.all().stream())
                .<Setting<?>>map(setting -> setting)
                .toList();
    }

    /** Reads them. Throws {@link org.reactivempi.transport.channel.settings.SettingException} where one is wrong. */
    public static EngineSettings from(SettingSource source) {
        return new EngineSettings(
                EAGER_LIMIT.in(source),
                EAGER_CREDIT.in(source),
                UNEXPECTED_LIMIT.in(source),
                WAITING.in(source),
                SPIN.in(source),
                BIND_TO.in(source),
                CONNECT_TIMEOUT.in(source),
                HANDSHAKE_TIMEOUT.in(source),
                RECONNECT_TIMEOUT.in(source),
                HEARTBEAT.in(source),
                StallSettings.from(source));
    }

    /** What a rank of a job of so many grants each of them. */
    int grantBytes(int ranks) {
        return EagerCredit.grant(eagerCreditBytes, unexpectedLimitBytes, ranks);
    }
}
