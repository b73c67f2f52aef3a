package org.reactivempi.transport.rsocket;

import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;

/**
 * Where an RSocket server is, and which of the endpoints behind it is meant: {@code tcp://HOST:PORT#DOOR} or
 * {@code ws://HOST:PORT/PATH#DOOR}.
 *
 * @param websocket whether over WebSocket, else over TCP
 * @param host a name or an address, an IPv6 address in brackets
 * @param port 1 to 65535
 * @param path with the leading slash; empty over TCP
 * @param door the name of the endpoint; empty where a server is meant, whatever endpoints it has
 */
record RSocketAddress(boolean websocket, String host, int port, String path, String door) {

    /** What the SPI allows, less the door. */
    private static final int LONGEST_SERVER = 120;

    private static final int LARGEST_PORT = 65_535;

    /** Reads any text; fails with a message that says what is wrong. */
    static RSocketAddress parse(String text) throws IOException {
        try {
            return of(new URI(text));
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new IOException("malformed address " + text + ", expected is tcp://HOST:PORT or ws://HOST:PORT/PATH");
        }
    }

    private static RSocketAddress of(URI uri) {
        boolean websocket = "ws".equals(uri.getScheme());
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        check(websocket || "tcp".equals(uri.getScheme()));
        check(uri.getHost() != null && uri.getPort() > 0 && uri.getPort() <= LARGEST_PORT);
        check(websocket ? path.startsWith("/") : path.isEmpty());
        check(uri.getRawQuery() == null && uri.getRawUserInfo() == null);
        String door = uri.getRawFragment() == null ? "" : uri.getRawFragment();
        RSocketAddress address = new RSocketAddress(websocket, uri.getHost(), uri.getPort(), path, door);
        check(address.server().length() <= LONGEST_SERVER && door.length() <= Door.LONGEST_NAME);
        return address;
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException("malformed");
        }
    }

    /** The same server's endpoint of this name. */
    RSocketAddress at(String door) {
        return new RSocketAddress(websocket, host, port, path, door);
    }

    /** Whether the host is a name, which has to be looked up. */
    boolean isNamed() {
        return !host.startsWith("[") && !NetUtil.isValidIpV4Address(host);
    }

    /** Looks the host up, where it is a name; this may take a while. */
    InetSocketAddress socketAddress() throws IOException {
        String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        InetSocketAddress found = new InetSocketAddress(name, port);
        if (found.isUnresolved()) {
            throw new UnknownHostException("unknown host " + name);
        }
        return found;
    }

    private String server() {
        return (websocket ? "ws://" : "tcp://") + host + ":" + port + path;
    }

    @Override
    public String toString() {
        return door.isEmpty() ? server() : server() + "#" + door;
    }
}
