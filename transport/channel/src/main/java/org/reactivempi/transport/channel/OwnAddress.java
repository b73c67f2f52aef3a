package org.reactivempi.transport.channel;

import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.settings.Setting;

/**
 * The address that a rank listens on, and that its peers are told: of the name that was set, else in the network that was set, else
 * one by which other hosts are likely to reach this one.
 *
 * @param setting what the name's setting is called, for errors
 * @param host a name or an address of this host; empty where none was set
 * @param network an interface, or a network in CIDR form; empty where none was set
 */
public record OwnAddress(String setting, String host, String network) {

    private static final Pattern SUBNET = Pattern.compile("([0-9a-fA-F.:]+)/(\\d{1,3})");
    private static final Pattern INTERFACE = Pattern.compile("[^\\s/:]{1,64}");
    /** Of a network that exists on paper only. Nothing is sent there: connecting a datagram socket asks for the route alone. */
    private static final InetSocketAddress ELSEWHERE = new InetSocketAddress("198.51.100.1", 9);

    /** Which of this host's networks ranks use. */
    public static final Setting<String> NETWORK = Setting.parsed(
                    "network",
                    "",
                    "an interface such as eth0, or a network such as 10.0.0.0/8 or fd00::/8",
                    text -> text.isEmpty()
                                    || subnet(text) != null
                                    || text.indexOf('/') < 0
                                            && INTERFACE.matcher(text).matches()
                            ? text
                            : null)
            .described(
                    "Which of its networks a host listens on that has several: an interface, or a network that one of its"
                            + " addresses is in. `tcp-host` and `rsocket-host` go before it. Without any of these it is the address of the"
                            + " host's own name, or where that leads nowhere but to the host itself, the one that the default route starts from.");

    private record Subnet(byte[] address, int bits) {

        boolean contains(byte[] other) {
            if (other.length != address.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit & 7);
                if ((other[bit >> 3] & mask) != (address[bit >> 3] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }

    private static @Nullable Subnet subnet(String text) {
        Matcher matcher = SUBNET.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        byte @Nullable [] address = NetUtil.createByteArrayFromIpAddressString(matcher.group(1));
        int bits = Integer.parseInt(matcher.group(2));
        return address == null || bits > address.length * Byte.SIZE ? null : new Subnet(address, bits);
    }

    /**
     * Looks for the address. May block, where a name has to be asked for.
     *
     * @return an address of this host
     * @throws IOException where the name is unknown or means all addresses, or the host has no such network
     */
    public InetAddress resolve() throws IOException {
        if (!host.isEmpty()) {
            return named();
        }
        return network.isEmpty() ? likely() : inNetwork();
    }

    private InetAddress named() throws IOException {
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IOException("cannot listen on " + setting + " " + host + ": unknown host", e);
        }
        if (address.isAnyLocalAddress()) {
            throw new IOException("cannot listen on " + setting + " " + host + ": peers need an address to connect to");
        }
        return address;
    }

    private InetAddress inNetwork() throws IOException {
        @Nullable Subnet subnet = subnet(network);
        Predicate<InetAddress> wanted =
                subnet == null ? address -> true : address -> subnet.contains(address.getAddress());
        return interfaces()
                .filter(each -> subnet != null || each.getName().equals(network))
                .flatMap(NetworkInterface::inetAddresses)
                .filter(wanted)
                .min(BEST)
                .orElseThrow(() ->
                        new IOException("cannot listen on network " + network + ": this host has " + addresses()));
    }

    /** Where a host's own name leads only to itself, as Debian's 127.0.1.1, others cannot connect. */
    private static InetAddress likely() throws IOException {
        Optional<InetAddress> ofName = ofName();
        if (ofName.isPresent() && !ofName.get().isLoopbackAddress()) {
            return ofName.get();
        }
        Optional<InetAddress> ofRoute = ofRoute();
        if (ofRoute.isPresent()) {
            return ofRoute.get();
        }
        return interfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress())
                .min(BEST)
                .or(() -> ofName)
                .orElseGet(InetAddress::getLoopbackAddress);
    }

    private static Optional<InetAddress> ofName() {
        try {
            return Optional.of(InetAddress.getLocalHost());
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    private static Optional<InetAddress> ofRoute() {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(ELSEWHERE);
            return Optional.of(socket.getLocalAddress())
                    .filter(address -> !address.isAnyLocalAddress() && !address.isLoopbackAddress());
        } catch (IOException | RuntimeException e) {
            // There is no route.
            return Optional.empty();
        }
    }

    /** Addresses of a link alone need a scope, which is another one on each host; of the others, those of IPv4 are the safer choice. */
    private static final Comparator<InetAddress> BEST =
            Comparator.comparing(InetAddress::isLinkLocalAddress).thenComparing(address -> address.getAddress().length);

    private static Stream<NetworkInterface> interfaces() throws SocketException {
        return NetworkInterface.networkInterfaces().filter(OwnAddress::isUp);
    }

    private static boolean isUp(NetworkInterface each) {
        try {
            return each.isUp();
        } catch (SocketException e) {
            // It has gone meanwhile.
            return false;
        }
    }

    private static String addresses() {
        try {
            List<String> all = interfaces()
                    .flatMap(each -> each.inetAddresses()
                            .map(address -> each.getName() + " " + NetUtil.toAddressString(address)))
                    .toList();
            return all.isEmpty() ? "none" : all.stream().collect(Collectors.joining(", "));
        } catch (SocketException e) {
            return "none that it tells: " + e.getMessage();
        }
    }
}
