package org.reactivempi.transport.tcp;

import java.util.List;
import org.reactivempi.transport.channel.ChannelContext;
import org.reactivempi.transport.channel.Setting;
import org.reactivempi.transport.channel.SettingException;

/**
 * The settings of a rank's TCP channel.
 *
 * @param host the host name or address to listen on; empty for loopback where all ranks are on one host, else for this
 *     host's address
 * @param port the port to listen on, 0 for any that is free
 * @param congestion the congestion control's name, or {@code auto}, or {@code system}
 */
record TcpSettings(String host, int port, String congestion) {

    private static final int LARGEST_PORT = 65_535;

    private static final Setting<String> HOST = Setting.text("tcp-host", "");
    /** Rank r listens on this port plus r, since several ranks may share a host. */
    private static final Setting<Integer> PORT = Setting.number("tcp-port", 0, 0, LARGEST_PORT);

    private static final Setting<String> CONGESTION = Setting.text("tcp-congestion", CongestionControl.AUTO);

    static final List<Setting<?>> ALL = List.of(HOST, PORT, CONGESTION);

    static TcpSettings from(ChannelContext context) {
        String host = HOST.in(context);
        if (host.isEmpty() && context.singleHost()) {
            host = "127.0.0.1";
        }
        return new TcpSettings(host, port(PORT.in(context), context.rank()), CONGESTION.in(context));
    }

    private static int port(int first, int rank) {
        if (first != 0 && first + rank > LARGEST_PORT) {
            throw new SettingException(
                    PORT.name(), Integer.toString(first), "0 to " + (LARGEST_PORT - rank) + " for rank " + rank);
        }
        return first == 0 ? 0 : first + rank;
    }
}
