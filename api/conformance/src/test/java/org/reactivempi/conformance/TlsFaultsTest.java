package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.Payload;
import org.reactivempi.Settings;
import reactor.core.publisher.Mono;

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
        over("cut=0.05,split=0.2,merge=0.1", 3, (ranks, faults) -> {
            Kind.prepare(ranks);
            Shipment.amongAll(ranks, 60, SEED).block(LIMIT);
            assertThat(faults.cuts()).isPositive();
        });
    }

    @Test
    @DisplayName("DT-7 DT-15 derived types over TLS connections that are cut inside of elements")
    void derivedTypes() throws Exception {
        int count = 40_000;
        Datatype particle = Datatype.struct()
                .add(0, Datatype.INT)
                .add(8, Datatype.DOUBLE, 2)
                .add(24, Datatype.BYTE)
                .build(32);
        ByteBuffer data = ByteBuffer.allocateDirect(32 * count).order(ByteOrder.LITTLE_ENDIAN);
        new Random(SEED).ints(8L * count).forEach(data::putInt);
        data.clear();
        byte[] wanted = new byte[21 * count];
        Payload.of(Buffers.of(data).as(particle, count)).copyTo(0, ByteBuffer.wrap(wanted));
        over("cut=0.05,split=0.2,merge=0.1", 2, (ranks, faults) -> {
            for (int turn = 0; turn < 20; turn++) {
                ByteBuffer room = ByteBuffer.allocate(32 * count).order(ByteOrder.BIG_ENDIAN);
                faults.cutAfter(0, 1, 1 + turn * wanted.length / 20);
                Mono.when(
                                ranks.world(0).isend(Buffers.of(data).as(particle, count), 1, SEED),
                                ranks.world(1).irecv(Buffers.of(room).as(particle, count), 0, SEED))
                        .block(LIMIT);
                byte[] got = new byte[wanted.length];
                Payload.of(Buffers.of(room).as(particle, count)).copyTo(0, ByteBuffer.wrap(got));
                assertThat(Arrays.equals(got, wanted)).isTrue();
            }
            assertThat(faults.cuts()).isGreaterThan(5);
        });
    }

    private void over(String plan, int size, Weather.Body test) throws Exception {
        X509Bundle certificate = new CertificateBuilder()
                .subject("CN=all ranks")
                .setIsCertificateAuthority(true)
                .ecp256()
                .buildSelfSigned();
        String chain = Files.writeString(directory.resolve("certificate.pem"), certificate.getCertificatePEM())
                .toString();
        String key = Files.writeString(directory.resolve("key.pem"), certificate.getPrivateKeyPEM())
                .toString();
        new Weather("tcp", SEED).over(size, plan, settings -> protect(settings, chain, key), test);
    }

    private static Settings protect(Settings settings, String chain, String key) {
        return settings.with("tls-certificate-file", chain)
                .with("tls-key-file", key)
                .with("tls-trust-file", chain);
    }
}
