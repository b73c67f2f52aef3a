package org.reactivempi.transport.rsocket;

import io.netty.handler.codec.http.HttpRequestEncoder;
import java.net.Socket;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.tck.ChannelConformance;
import org.reactivempi.transport.tck.Stranger;

/** Runs twice in the build, with epoll where there is one and without. */
@Tag("long")
class RSocketOverTcpTest implements ChannelConformance {

    /** Netty's HTTP codec has buffers that it keeps for good, and that no rank of a test shall seem to have lost. */
    @BeforeAll
    static void loadHttp() {
        new HttpRequestEncoder();
    }

    @Override
    public ChannelProvider provider() {
        return new RSocketChannelProvider();
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("rsocket-transport", "tcp");
    }

    @Override
    public Stranger stranger() {
        return (address, bytes) -> {
            URI uri = URI.create(address);
            try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
                socket.getOutputStream().write(bytes);
            }
        };
    }
}
