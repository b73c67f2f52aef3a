package org.reactivempi.transport.faulty;

import java.net.Socket;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.tck.ChannelConformance;
import org.reactivempi.transport.tck.Stranger;

/** Faults that lose nothing make no difference to what a channel must do, also where strangers come. */
@Tag("long")
class FaultyOverTcpTest implements ChannelConformance {

    @Override
    public ChannelProvider provider() {
        return new FaultyChannelProvider();
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("faulty-channel", "tcp", "faulty-seed", "2", "faulty-plan", "delay=0.02, split=0.3, merge=0.2");
    }

    @Override
    public Stranger stranger() {
        return (address, bytes) -> {
            int at = address.indexOf('@');
            int colon = address.lastIndexOf(':');
            int port = Integer.parseInt(address.substring(colon + 1));
            try (Socket socket = new Socket(address.substring(at + 1, colon), port)) {
                socket.getOutputStream().write(bytes);
            }
        };
    }
}
