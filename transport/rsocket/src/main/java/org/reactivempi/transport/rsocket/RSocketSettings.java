package org.reactivempi.transport.rsocket;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.reactivempi.transport.channel.ChannelContext;
import org.reactivempi.transport.channel.OwnAddress;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.channel.tls.Tls;
import org.reactivempi.transport.rsocket.frame.FrameRules;

/**
 * The settings of a rank's RSocket channel.
 *
 * @param transport what carries the RSocket connections that this rank accepts
 * @param address where to listen: loopback where all ranks are on one host, unless something else was set
 * @param port the port to listen on, 0 for any that is free
 * @param path where WebSocket connections are accepted
 * @param keepAlive how often a connection shows that it is alive; zero for never
 * @param tls what protects connections, if it was set
 */
record RSocketSettings(
        Transport transport, OwnAddress address, int port, String path, Duration keepAlive, Optional<Tls> tls) {

    enum Transport {
        TCP,
        WEBSOCKET
    }

    private static final int LARGEST_PORT = 65_535;
    private static final Pattern PATHS = Pattern.compile("/[A-Za-z0-9._~/-]{0,63}");

    private static final Setting<Transport> TRANSPORT = Setting.choice(
                    "rsocket-transport", Transport.TCP, Transport.class)
            .described("What carries the RSocket connections that this rank accepts.");
    private static final Setting<String> HOST = Setting.text("rsocket-host", "", "a host name or address of this host")
            .described("Where the rank's RSocket server listens; as `tcp-host`.");
    /** Rank r listens on this port plus r, since several ranks may share a host. */
    private static final Setting<Integer> PORT = Setting.number("rsocket-port", 0, 0, LARGEST_PORT)
            .described("The port of rank 0; rank r listens on this port plus r. 0 is any that is free, for each rank.");

    private static final Setting<String> PATH = Setting.text(
                    "rsocket-path", "/reactive-mpi", "a slash and at most 63 letters, digits and any of . _ ~ / -")
            .described("Where the rank's RSocket server accepts WebSocket connections.");
    private static final Setting<Duration> KEEP_ALIVE = Setting.time(
                    "rsocket-keep-alive", Duration.ofSeconds(20), Duration.ZERO, Duration.ofHours(1))
            .described("How often an RSocket connection shows that it is alive. A peer that does not answer for 15 "
                    + "times as long is lost. `0s` is never, else at least 1 s: ranks have a heartbeat of their own.");

    static final List<Setting<?>> ALL = Stream.concat(
                    Stream.of(TRANSPORT, HOST, OwnAddress.NETWORK, PORT, PATH, KEEP_ALIVE), Tls.SETTINGS.stream())
            .toList();

    static RSocketSettings from(ChannelContext context) {
        String host = HOST.in(context);
        String network = OwnAddress.NETWORK.in(context);
        if (host.isEmpty() && network.isEmpty() && context.singleHost()) {
            host = "127.0.0.1";
        }
        return new RSocketSettings(
                TRANSPORT.in(context),
                new OwnAddress(
                        HOST.name(), host, network, context.towardsLauncher().orElse(null)),
                port(PORT.in(context), context.rank()),
                path(PATH.in(context)),
                keepAlive(KEEP_ALIVE.in(context)),
                Tls.from(context));
    }

    private static Duration keepAlive(Duration interval) {
        if (!interval.isZero() && interval.compareTo(FrameRules.SHORTEST_KEEP_ALIVE) < 0) {
            throw new SettingException(KEEP_ALIVE.name(), interval.toMillis() + "ms", "0s, or 1s to 3600s");
        }
        return interval;
    }

    private static int port(int first, int rank) {
        if (first != 0 && first + rank > LARGEST_PORT) {
            throw new SettingException(
                    PORT.name(), Integer.toString(first), "0 to " + (LARGEST_PORT - rank) + " for rank " + rank);
        }
        return first == 0 ? 0 : first + rank;
    }

    private static String path(String path) {
        if (!PATHS.matcher(path).matches()) {
            throw new SettingException(
                    PATH.name(), path, "a slash and at most 63 letters, digits and any of . _ ~ / -");
        }
        return path;
    }
}
