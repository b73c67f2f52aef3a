package org.reactivempi.transport.bootstrap.pmi;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.BootstrapException;

/**
 * Where a launcher listens and which of its ranks this process is: {@code PMI_PORT} and {@code PMI_ID}; and, from our own launcher,
 * by what the process proves that.
 */
public record PmiPort(
        String host, int port, int id, @Nullable String token) {

    static final String PORT = "PMI_PORT";
    static final String ID = "PMI_ID";
    /** Of our own launcher alone; goes away with its {@code PMI_PORT} where a rank launches a job of its own. */
    static final String TOKEN = "PMI_TOKEN";

    private static final int CONNECT_TIMEOUT_MILLIS = 10_000;
    private static final int PORT_MAX = 65_535;

    static PmiPort of(Map<String, String> environment) {
        String text = environment.getOrDefault(PORT, "");
        int colon = text.lastIndexOf(':');
        if (colon < 1) {
            throw bad(text);
        }
        return new PmiPort(
                text.substring(0, colon), port(text, colon + 1), id(environment.get(ID)), environment.get(TOKEN));
    }

    /**
     * What a launcher puts into the environment of a rank: the opposite of {@link #of}.
     *
     * @param address of the launcher, as the rank reaches it
     * @param port where it listens
     * @param id which rank it is
     * @param token what the rank proves that with
     */
    public static Map<String, String> environment(InetAddress address, int port, int id, String token) {
        String host = address.getHostAddress();
        return Map.of(
                PORT,
                (address instanceof Inet6Address ? "[" + host + "]" : host) + ":" + port,
                ID,
                Integer.toString(id),
                TOKEN,
                token);
    }

    /** The first command: which rank this process is. */
    PmiLine initack() {
        PmiLine line = PmiLine.command("initack").with("pmiid", id);
        return token == null ? line : line.with(PmiLine.TOKEN, token);
    }

    PmiLink connect() throws IOException {
        InetSocketAddress address = address();
        SocketChannel channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.socket().connect(address, CONNECT_TIMEOUT_MILLIS);
            return PmiLink.of(channel);
        } catch (IOException e) {
            channel.close();
            throw new BootstrapException(
                    "cannot reach the launcher at " + PORT + "=" + host + ":" + port + ": " + e.getMessage(), e);
        }
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "PmiPort[" + host + ":" + port + ", id " + id + "]";
    }

    private InetSocketAddress address() {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new BootstrapException("the host of " + PORT + "=" + host + ":" + port + " is unknown");
        }
        return address;
    }

    private static int port(String text, int start) {
        try {
            int port = Integer.parseInt(text.substring(start));
            if (port >= 1 && port <= PORT_MAX) {
                return port;
            }
        } catch (NumberFormatException e) {
            // Reported below, as a number out of range is.
        }
        throw bad(text);
    }

    private static BootstrapException bad(String text) {
        return new BootstrapException(
                PORT + "=" + text + " is no address of a launcher; HOST:PORT with a port of 1 to " + PORT_MAX + " is");
    }

    private static int id(@Nullable String text) {
        return PmiNumbers.parse(ID, text, 0, Integer.MAX_VALUE);
    }
}
