package org.reactivempi.transport.channel;

import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.Inet6Address;
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
 * The addresses that a rank listens on, and that its peers are told: of the name that was set, else in the network that was set, else
 * all where other hosts may reach this one. Peers try them in turn: no host can tell which of its networks another one is in, and of two hosts
 * that run containers both have the address of their bridge.
 *
 * @param setting what the name's setting is called, for errors
 * @param host a name or an address of this host; empty where none was set
 * @param network an interface, or a network in CIDR form; empty where none was set
 * @param towardsLauncher the address from which this process has reached the job's launcher, where one is known
 */
public record OwnAddress(
        String setting,
        String host,
        String network,
        @Nullable InetAddress towardsLauncher) {

    private static final Pattern SUBNET = Pattern.compile("([0-9a-fA-F.:]+)/(\\d{1,3})");
    private static final Pattern INTERFACE = Pattern.compile("[^\\s/:]{1,64}");
    /** Of networks that exist on paper only. Nothing is sent there: connecting a datagram socket asks for the route alone. */
    private static final InetSocketAddress ELSEWHERE = new InetSocketAddress("198.51.100.1", 9);

    private static final InetSocketAddress ELSEWHERE_IPV6 = new InetSocketAddress("2001:db8::1", 9);
    /** Bridges, and what leads to containers and virtual machines, by the names that their programs give them. */
    private static final Pattern INSIDE = Pattern.compile(
            "(docker|br-|virbr|veth|vnet|vmnet|vboxnet|lxcbr|lxdbr|podman|cni|flannel|cali|cilium|weave|kube-|nodelocaldns).*");
    /** What ranks publish has a limit, see {@code Exchange.put}; the addresses cut off are the least likely. */
    private static final int MOST = 8;

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
                            + " addresses is in. `tcp-host` and `rsocket-host` go before it. Without any of these a rank listens on all, and peers try"
                            + " its addresses in turn: the one from which it has reached the launcher, that of the host's own name, those from which default routes start,"
                            + " then others, bridges to containers last.");

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
     * Looks for the addresses. May block, where a name has to be asked for.
     *
     * @return addresses of this host, first the ones that others are likelier to reach; one where the host or the network was set
     * @throws IOException where the name is unknown or means all addresses, or the host has no such network
     */
    public List<InetAddress> resolve() throws IOException {
        if (!host.isEmpty()) {
            return List.of(named());
        }
        return network.isEmpty() ? likely() : List.of(inNetwork());
    }

    /**
     * What to listen on, so that all of some addresses lead there.
     *
     * @param addresses those of {@link #resolve}
     * @return the only one, else that which stands for all addresses of this host
     */
    public static InetAddress listeningAt(List<InetAddress> addresses) {
        if (addresses.size() == 1) {
            return addresses.get(0);
        }
        boolean both = addresses.stream().anyMatch(Inet6Address.class::isInstance);
        return unscoped(new byte[both ? 16 : 4]);
    }

    /**
     * What peers are told, in the order of {@link #resolve}.
     *
     * @param addresses those of {@link #resolve}
     * @param listening where a socket listens on what {@link #listeningAt} has given
     * @return where that is reached
     */
    public static List<InetSocketAddress> reachedAt(List<InetAddress> addresses, InetSocketAddress listening) {
        return addresses.size() == 1
                ? List.of(listening)
                : addresses.stream()
                        .map(address -> new InetSocketAddress(address, listening.getPort()))
                        .toList();
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

    private List<InetAddress> likely() throws IOException {
        Optional<InetAddress> ofName = ofName();
        List<InetAddress> first = Stream.of(
                        Stream.ofNullable(towardsLauncher),
                        ofName.stream(),
                        ofRoute(ELSEWHERE),
                        ofRoute(ELSEWHERE_IPV6))
                .flatMap(each -> each)
                .toList();
        List<NetworkAddress> all = interfaces()
                .sorted(Comparator.comparingInt(NetworkInterface::getIndex))
                .flatMap(each -> each.inetAddresses().map(address -> new NetworkAddress(each.getName(), address)))
                .toList();
        List<InetAddress> found = likeliestFirst(all, first);
        return found.isEmpty() ? List.of(ofName.orElseGet(InetAddress::getLoopbackAddress)) : found;
    }

    /** An address that an interface of this host has. */
    record NetworkAddress(String network, InetAddress address) {

        /** Whether this is a network inside of the host, which other hosts may have as well, at the same address. */
        boolean isInside() {
            return INSIDE.matcher(network).matches();
        }
    }

    /**
     * The addresses by which other hosts may reach this one.
     *
     * @param all what the interfaces have
     * @param first what others are likely to reach, the likeliest first
     */
    static List<InetAddress> likeliestFirst(List<NetworkAddress> all, List<InetAddress> first) {
        List<NetworkAddress> outside = all.stream()
                .filter(each -> !each.address().isLoopbackAddress())
                .filter(each -> !each.address().isMulticastAddress())
                .sorted(Comparator.<NetworkAddress>comparingInt(each -> place(each.address(), first))
                        .thenComparing(NetworkAddress::isInside)
                        .thenComparing(each -> each.address().getAddress().length))
                .toList();
        List<InetAddress> everywhere = outside.stream()
                .map(NetworkAddress::address)
                .filter(address -> !address.isLinkLocalAddress())
                .map(address -> unscoped(address.getAddress()))
                .distinct()
                .limit(MOST)
                .toList();
        // Those of a link alone need a scope, which is another one on each host.
        return everywhere.isEmpty()
                ? outside.stream().map(NetworkAddress::address).limit(1).toList()
                : everywhere;
    }

    private static int place(InetAddress address, List<InetAddress> first) {
        int place = first.indexOf(address);
        return place < 0 ? first.size() : place;
    }

    /** An address that an interface has is equal to one without its scope, but another text. */
    private static InetAddress unscoped(byte[] address) {
        try {
            return InetAddress.getByAddress(address);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(address.length + " bytes are no address", e);
        }
    }

    private static Optional<InetAddress> ofName() {
        try {
            return Optional.of(InetAddress.getLocalHost());
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    private static Stream<InetAddress> ofRoute(InetSocketAddress destination) {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(destination);
            return Stream.of(socket.getLocalAddress());
        } catch (IOException | RuntimeException e) {
            // There is no route.
            return Stream.empty();
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
