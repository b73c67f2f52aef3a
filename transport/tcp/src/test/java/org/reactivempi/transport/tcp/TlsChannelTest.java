package org.reactivempi.transport.tcp;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.tck.ChannelConformance;
import org.reactivempi.transport.tck.Stranger;

/** As {@link TcpChannelTest}, under TLS. */
@Tag("long")
class TlsChannelTest implements ChannelConformance {

    @TempDir
    private static Path directory;

    private static Map<String, String> files = Map.of();

    @BeforeAll
    static void makeFiles() throws IOException {
        Certificates certificates = Certificates.ofNewAuthority();
        files = certificates.write(directory, certificates.valid("all ranks"));
    }

    @Override
    public ChannelProvider provider() {
        return new TcpChannelProvider();
    }

    @Override
    public Map<String, String> settings() {
        return files;
    }

    @Override
    public boolean isProtected() {
        return true;
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
