package org.reactivempi.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.channel.settings.SettingException;

/** Settings of TLS that can't be used fail the start, and say which file is wrong, and how. */
class TlsFilesTest {

    private static final Certificates AUTHORITY = Certificates.ofNewAuthority();

    @TempDir
    private Path directory;

    private Map<String, String> settings = Map.of();

    @BeforeEach
    void write() throws IOException {
        settings = AUTHORITY.write(directory, AUTHORITY.valid("rank"));
    }

    private void fails(String... words) {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> TcpSettings.from(TcpContext.of(0, settings)))
                .satisfies(e -> assertThat(e.getMessage()).contains(words).doesNotContain("\n"));
    }

    private void change(String setting, String content) throws IOException {
        Files.writeString(Path.of(settings.get(setting)), content);
    }

    @Test
    @DisplayName("none is no TLS, all three are")
    void allOrNone() {
        assertThat(TcpSettings.from(TcpContext.of(0, Map.of())).tls()).isEmpty();
        assertThat(TcpSettings.from(TcpContext.of(0, settings)).tls()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls-certificate-file", "tls-key-file", "tls-trust-file"})
    @DisplayName("some are an error that names one that is missing")
    void some(String missing) {
        Map<String, String> some = new HashMap<>(settings);
        some.remove(missing);
        settings = some;
        fails("reactivempi." + missing + " is not set, but others are");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", ".", "a b", "name=x", "näme"})
    @DisplayName("a peer's name that can't be one is an error")
    void peerName(String name) {
        settings = new HashMap<>(settings);
        settings.put("tls-peer-name", name);
        fails("reactivempi.tls-peer-name is " + name + ", allowed is a name as in certificates");
    }

    @Test
    @DisplayName("a peer's name without TLS is an error")
    void peerNameAlone() {
        settings = Map.of("tls-peer-name", "*.job.example");
        fails("reactivempi.tls-peer-name is *.job.example, but there are no certificates without tls-certificate-file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tls-certificate-file", "tls-key-file", "tls-trust-file"})
    @DisplayName("a file that is missing, empty, something else, cut off or no file is named, with its setting")
    void unusable(String setting) throws IOException {
        String file = settings.get(setting);
        String named = "reactivempi." + setting + " is " + file + ", which ";
        String good = Files.readString(Path.of(file));
        for (String content : new String[] {"", "hello\n", good.substring(0, good.length() / 2)}) {
            change(setting, content);
            fails(named + "holds no ");
        }
        Files.delete(Path.of(file));
        fails(named + "does not exist");
        Files.createDirectory(Path.of(file));
        fails(named);
    }

    @Test
    @DisplayName("a certificate outside of its time is an error that says when its time was")
    void expired() throws IOException {
        X509Bundle expired = AUTHORITY.expired("rank 0");
        settings = AUTHORITY.write(directory, expired);
        fails(
                "tls-certificate-file",
                "CN=rank 0 has expired on "
                        + expired.getCertificate().getNotAfter().toInstant());

        X509Bundle future = AUTHORITY.issued(
                "rank 0", Instant.now().plusSeconds(3600), Instant.now().plusSeconds(7200));
        settings = AUTHORITY.write(directory, future);
        fails("CN=rank 0 is not valid before "
                + future.getCertificate().getNotBefore().toInstant());
    }

    @Test
    @DisplayName("the key of another certificate is an error")
    void otherKey() throws IOException {
        change("tls-key-file", AUTHORITY.valid("another").getPrivateKeyPEM());
        fails(
                "tls-key-file",
                "whose key is not that of the first certificate in " + settings.get("tls-certificate-file"));
    }

    @Test
    @DisplayName("a key of another kind, or in another form, is an error")
    void otherKindOfKey() throws Exception {
        change(
                "tls-key-file",
                new CertificateBuilder()
                        .subject("CN=x")
                        .setIsCertificateAuthority(true)
                        .rsa2048()
                        .buildSelfSigned()
                        .getPrivateKeyPEM());
        fails("tls-key-file", "holds no EC key that can be read");
        change("tls-key-file", "-----BEGIN EC PRIVATE KEY-----\nMHcCAQ==\n-----END EC PRIVATE KEY-----\n");
        fails("tls-key-file", "openssl pkcs8 -topk8 -nocrypt");
        change("tls-key-file", "-----BEGIN PRIVATE KEY-----\nMHcCAQ=A\n-----END PRIVATE KEY-----\n");
        fails("tls-key-file", "key");
    }

    @ParameterizedTest
    @EnumSource(
            value = CertificateBuilder.Algorithm.class,
            names = {"ecp256", "ecp384", "rsa2048", "ed25519"})
    @DisplayName("the usual kinds of keys do")
    void algorithms(CertificateBuilder.Algorithm algorithm) throws Exception {
        X509Bundle certificate = new CertificateBuilder()
                .subject("CN=rank")
                .setIsCertificateAuthority(true)
                .algorithm(algorithm)
                .buildSelfSigned();
        settings = Certificates.write(directory, certificate, certificate.getCertificatePEM());
        assertThat(TcpSettings.from(TcpContext.of(0, settings)).tls()).isPresent();
    }
}
