package org.reactivempi.transport.tcp;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.reactivempi.transport.channel.ChannelContext;
import org.reactivempi.transport.channel.Setting;
import org.reactivempi.transport.channel.SettingException;
import org.reactivempi.transport.channel.tls.Tls;

/**
 * The settings of a rank's TCP channel.
 *
 * @param host the host name or address to listen on; empty for loopback where all ranks are on one host, else for this
 *     host's address
 * @param port the port to listen on, 0 for any that is free
 * @param congestion the congestion control's name, or {@code auto}, or {@code system}
 * @param sendBufferBytes what the system keeps of what is written to a connection, 0 for what it likes
 * @param receiveBufferBytes what the system keeps of what has come on a connection, 0 for what it likes
 * @param tls what protects connections, if it was set
 */
record TcpSettings(
        String host, int port, String congestion, int sendBufferBytes, int receiveBufferBytes, Optional<Tls> tls) {

    private static final int LARGEST_PORT = 65_535;

    private static final Setting<String> HOST = Setting.text("tcp-host", "");
    /** Rank r listens on this port plus r, since several ranks may share a host. */
    private static final Setting<Integer> PORT = Setting.number("tcp-port", 0, 0, LARGEST_PORT);

    private static final Setting<String> CONGESTION = Setting.text("tcp-congestion", CongestionControl.AUTO);

    private static final int LARGEST_BUFFER_BYTES = 1 << 30;
    private static final Setting<Integer> SEND_BUFFER =
            Setting.number("tcp-send-buffer-bytes", 0, 0, LARGEST_BUFFER_BYTES);
    private static final Setting<Integer> RECEIVE_BUFFER =
            Setting.number("tcp-receive-buffer-bytes", 0, 0, LARGEST_BUFFER_BYTES);

    static final List<Setting<?>> ALL = Stream.concat(
                    Stream.of(HOST, PORT, CONGESTION, SEND_BUFFER, RECEIVE_BUFFER), Tls.SETTINGS.stream())
            .toList();

    static TcpSettings from(ChannelContext context) {
        String host = HOST.in(context);
        if (host.isEmpty() && context.singleHost()) {
            host = "127.0.0.1";
        }
        return new TcpSettings(
                host,
                port(PORT.in(context), context.rank()),
                CONGESTION.in(context),
                SEND_BUFFER.in(context),
                RECEIVE_BUFFER.in(context),
                Tls.from(context));
    }

    private static int port(int first, int rank) {
        if (first != 0 && first + rank > LARGEST_PORT) {
            throw new SettingException(
                    PORT.name(), Integer.toString(first), "0 to " + (LARGEST_PORT - rank) + " for rank " + rank);
        }
        return first == 0 ? 0 : first + rank;
    }
}
