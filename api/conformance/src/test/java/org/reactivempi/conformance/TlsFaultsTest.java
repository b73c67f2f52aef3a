package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.Settings;

/** As {@link FaultsTest}, over connections with TLS. */
@Timeout(value = 100, unit = TimeUnit.SECONDS)
@Tag("long")
class TlsFaultsTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int SEED = 1;

    @TempDir
    Path directory;

    @Test
    @DisplayName("ORD-4 random traffic over TLS connections that are cut often, by a seed")
    void randomTraffic() throws Exception {
        X509Bundle certificate = new CertificateBuilder()
                .subject("CN=all ranks")
                .setIsCertificateAuthority(true)
                .ecp256()
                .buildSelfSigned();
        String chain = Files.writeString(directory.resolve("certificate.pem"), certificate.getCertificatePEM())
                .toString();
        String key = Files.writeString(directory.resolve("key.pem"), certificate.getPrivateKeyPEM())
                .toString();
        new Weather("tcp", SEED)
                .over(3, "cut=0.05,split=0.2,merge=0.1", settings -> protect(settings, chain, key), (ranks, faults) -> {
                    Kind.prepare(ranks);
                    Shipment.amongAll(ranks, 60, SEED).block(LIMIT);
                    assertThat(faults.cuts()).isPositive();
                });
    }

    private static Settings protect(Settings settings, String chain, String key) {
        return settings.with("tls-certificate-file", chain)
                .with("tls-key-file", key)
                .with("tls-trust-file", chain);
    }
}
