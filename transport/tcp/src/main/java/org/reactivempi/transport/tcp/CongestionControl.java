package org.reactivempi.transport.tcp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.unix.RawUnixChannelOption;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * How the kernel paces a connection; native epoll on Linux can choose, everything else takes what the system does.
 *
 * <p>Between ranks of one host there is no network to be careful of, and an algorithm that models one, as BBR does, only
 * costs bandwidth. Reno does not pace, and every kernel has it.
 */
final class CongestionControl {

    static final String AUTO = "auto";
    static final String SYSTEM = "system";

    private static final String ON_LOOPBACK = "reno";
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_CONGESTION = 13;
    private static final int LONGEST_NAME = 16;

    private final String name;

    private CongestionControl(String name) {
        this.name = name;
    }

    /** What a setting means for an endpoint at an address. */
    static CongestionControl of(String setting, InetAddress address) {
        if (setting.equals(AUTO)) {
            return new CongestionControl(address.isLoopbackAddress() ? ON_LOOPBACK : SYSTEM);
        }
        return new CongestionControl(setting);
    }

    /** Sets it for a connection, or for all that a listening socket accepts. Throws where the system does not have it. */
    void apply(Channel channel) {
        boolean can = channel instanceof EpollSocketChannel || channel instanceof EpollServerSocketChannel;
        if (!can || name.equals(SYSTEM)) {
            return;
        }
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        if (bytes.length >= LONGEST_NAME) {
            throw new ChannelException("a name is shorter than " + LONGEST_NAME + " characters");
        }
        ByteBuffer value = ByteBuffer.allocateDirect(LONGEST_NAME).put(bytes);
        channel.config()
                .setOption(
                        new RawUnixChannelOption("TCP_CONGESTION", IPPROTO_TCP, TCP_CONGESTION, LONGEST_NAME),
                        value.clear());
    }

    @Override
    public String toString() {
        return name;
    }
}
