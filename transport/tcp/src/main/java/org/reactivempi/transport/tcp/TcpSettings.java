package org.reactivempi.transport.tcp;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.ChannelContext;
import org.reactivempi.transport.channel.OwnAddress;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.channel.settings.SettingSource;
import org.reactivempi.transport.channel.tls.Tls;

/**
 * The settings of a rank's TCP channel.
 *
 * @param address where to listen: loopback where all ranks are on one host, unless something else was set
 * @param port the port to listen on, 0 for any that is free
 * @param congestion the congestion control's name, or {@code auto}, or {@code system}
 * @param sendBufferBytes what the system keeps of what is written to a connection, 0 for what it likes
 * @param receiveBufferBytes what the system keeps of what has come on a connection, 0 for what it likes
 * @param tls what protects connections, if it was set
 */
record TcpSettings(
        OwnAddress address,
        int port,
        String congestion,
        int sendBufferBytes,
        int receiveBufferBytes,
        Optional<Tls> tls) {

    private static final int LARGEST_PORT = 65_535;

    private static final Setting<String> HOST = Setting.text("tcp-host", "", "a host name or address of this host")
            .described(
                    "Where the rank listens. None is `127.0.0.1` where all ranks are on one host and there is no `port-secret`, else what "
                            + "`network` says. Peers are told this address, so no wildcard such as `0.0.0.0`.");
    /** Rank r listens on this port plus r, since several ranks may share a host. */
    private static final Setting<Integer> PORT = Setting.number("tcp-port", 0, 0, LARGEST_PORT)
            .described("The port of rank 0; rank r listens on this port plus r. 0 is any that is free, for each rank.");

    private static final Setting<String> CONGESTION = Setting.text(
                    "tcp-congestion",
                    CongestionControl.AUTO,
                    "auto, system, or a name that the system has, such as cubic")
            .described(
                    "The congestion control of connections, with native epoll. `auto` is `reno` between ranks on one "
                            + "host, where an algorithm that paces, as `bbr` does, costs bandwidth; elsewhere it is what the "
                            + "system does, as with `system`.");

    private static final int LARGEST_BUFFER_BYTES = 1 << 30;
    private static final Setting<Integer> SEND_BUFFER = Setting.number(
                    "tcp-send-buffer-bytes", 0, 0, LARGEST_BUFFER_BYTES)
            .described("What the system keeps of what was written to a connection and has not left (`SO_SNDBUF`). 0 "
                    + "leaves it to the system, which adapts it; on one host no fixed size was better.");
    private static final Setting<Integer> RECEIVE_BUFFER = Setting.number(
                    "tcp-receive-buffer-bytes", 0, 0, LARGEST_BUFFER_BYTES)
            .described("What the system keeps of what has come on a connection and was not read (`SO_RCVBUF`); 0 as "
                    + "above.");

    static final List<Setting<?>> ALL = Stream.concat(
                    Stream.of(HOST, OwnAddress.NETWORK, PORT, CONGESTION, SEND_BUFFER, RECEIVE_BUFFER),
                    Tls.SETTINGS.stream())
            .toList();

    static TcpSettings from(ChannelContext context) {
        String host = HOST.in(context);
        String network = OwnAddress.NETWORK.in(context);
        if (host.isEmpty() && network.isEmpty() && context.singleHost()) {
            host = "127.0.0.1";
        }
        return new TcpSettings(
                new OwnAddress(
                        HOST.name(), host, network, context.towardsLauncher().orElse(null)),
                port(PORT.in(context), context.rank()),
                CONGESTION.in(context),
                SEND_BUFFER.in(context),
                RECEIVE_BUFFER.in(context),
                Tls.from(context));
    }

    /** What was given, but for the port, and for the host unless it was set. */
    static SettingSource listeningAt(String host, int port, int rank, SettingSource given) {
        String ofRankZero = Integer.toString(port - rank);
        return name -> {
            String text = given.setting(name);
            if (name.equals(PORT.name())) {
                return ofRankZero;
            }
            return name.equals(HOST.name()) && isBlank(text) && isBlank(given.setting(OwnAddress.NETWORK.name()))
                    ? host
                    : text;
        };
    }

    private static boolean isBlank(@Nullable String text) {
        return text == null || text.isBlank();
    }

    private static int port(int first, int rank) {
        if (first != 0 && first + rank > LARGEST_PORT) {
            throw new SettingException(
                    PORT.name(), Integer.toString(first), "0 to " + (LARGEST_PORT - rank) + " for rank " + rank);
        }
        return first == 0 ? 0 : first + rank;
    }
}
