package org.reactivempi.transport.tcp;

import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Where a rank listens, as peers are told: the address in numbers, so that nobody has to look up a name, and the port. */
final class TcpAddress {

    private static final int LARGEST_PORT = 65_535;
    private static final int MOST_DIGITS = 5;

    private TcpAddress() {}

    static String text(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
    }

    /** What {@link #text} has written, or null if this is something else. Asks no name service. */
    static @Nullable InetSocketAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = text.substring(0, Math.max(0, colon));
        int port = port(text.substring(colon + 1));
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        boolean numeric = NetUtil.isValidIpV4Address(host) || NetUtil.isValidIpV6Address(host);
        return numeric && port > 0 ? known(new InetSocketAddress(host, port)) : null;
    }

    /** An IPv6 address may have the scope of another host. */
    private static @Nullable InetSocketAddress known(InetSocketAddress address) {
        return address.isUnresolved() ? null : address;
    }

    /** The port, or 0 if it is none. */
    private static int port(String text) {
        boolean digits = text.length() <= MOST_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int port = digits && !text.isEmpty() ? Integer.parseInt(text) : 0;
        return port <= LARGEST_PORT ? port : 0;
    }
}
