package org.reactivempi.transport.tcp;

import java.net.Socket;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.tck.ChannelConformance;
import org.reactivempi.transport.tck.Stranger;

/** Runs twice in the build, with epoll where there is one and without. */
class TcpChannelTest implements ChannelConformance {

    @Override
    public ChannelProvider provider() {
        return new TcpChannelProvider();
    }

    @Override
    public Stranger stranger() {
        return (address, bytes) -> {
            int colon = address.lastIndexOf(':');
            int port = Integer.parseInt(address.substring(colon + 1));
            try (Socket socket = new Socket(address.substring(0, colon), port)) {
                socket.getOutputStream().write(bytes);
            }
        };
    }
}
