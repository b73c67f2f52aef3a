package org.reactivempi.transport.rsocket;

import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.tck.ChannelConformance;
import org.reactivempi.transport.tck.Stranger;

/** As {@link RSocketOverTcpTest}, under TLS, with a certificate that is its own authority. */
@Tag("long")
class RSocketOverTlsTest implements ChannelConformance {

    @TempDir
    private static Path directory;

    private static Map<String, String> settings = Map.of();

    /** Netty's HTTP codec has buffers that it keeps for good, and that no rank of a test shall seem to have lost. */
    @BeforeAll
    static void loadHttp() {
        new HttpRequestEncoder();
    }

    @BeforeAll
    static void makeFiles() throws Exception {
        X509Bundle certificate = new CertificateBuilder()
                .subject("CN=all ranks")
                .setIsCertificateAuthority(true)
                .ecp256()
                .buildSelfSigned();
        Path chain = Files.writeString(directory.resolve("certificate.pem"), certificate.getCertificatePEM());
        Path key = Files.writeString(directory.resolve("key.pem"), certificate.getPrivateKeyPEM());
        settings = Map.of(
                "tls-certificate-file", chain.toString(),
                "tls-key-file", key.toString(),
                "tls-trust-file", chain.toString());
    }

    @Override
    public ChannelProvider provider() {
        return new RSocketChannelProvider();
    }

    @Override
    public Map<String, String> settings() {
        return settings;
    }

    @Override
    public boolean isProtected() {
        return true;
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
