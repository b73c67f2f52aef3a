package org.reactivempi.transport.tcp;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** PEM files of ranks, all signed by one authority. */
final class Certificates {

    private static final Duration DAY = Duration.ofDays(1);

    private final X509Bundle authority;

    private Certificates(X509Bundle authority) {
        this.authority = authority;
    }

    /** Those of a new authority. */
    static Certificates ofNewAuthority() {
        try {
            return new Certificates(new CertificateBuilder()
                    .subject("CN=the job's authority")
                    .setIsCertificateAuthority(true)
                    .ecp256()
                    .buildSelfSigned());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** A certificate that is valid today. */
    X509Bundle valid(String name) {
        return issued(name, Instant.now().minus(DAY), Instant.now().plus(DAY));
    }

    /** A valid one with these names of DNS or, where they look so, URIs. */
    X509Bundle named(String... names) {
        CertificateBuilder builder =
                builder("named", Instant.now().minus(DAY), Instant.now().plus(DAY));
        try {
            for (String name : names) {
                if (name.contains("://")) {
                    builder.addSanUriName(name);
                } else {
                    builder.addSanDnsName(name);
                }
            }
            return builder.buildIssuedBy(authority);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** One that was valid until yesterday. */
    X509Bundle expired(String name) {
        return issued(
                name, Instant.now().minus(DAY.multipliedBy(9)), Instant.now().minus(DAY));
    }

    X509Bundle issued(String name, Instant from, Instant until) {
        try {
            return builder(name, from, until).buildIssuedBy(authority);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** One that nobody but itself has signed. */
    static X509Bundle selfSigned(String name, Instant from, Instant until) {
        try {
            return builder(name, from, until).setIsCertificateAuthority(true).buildSelfSigned();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static CertificateBuilder builder(String name, Instant from, Instant until) {
        return new CertificateBuilder()
                .subject("CN=" + name)
                .notBefore(from)
                .notAfter(until)
                .ecp256();
    }

    /** Writes what a rank needs into a directory; the settings that name the files. */
    Map<String, String> write(Path directory, X509Bundle certificate) throws IOException {
        return write(directory, certificate, authority.getCertificatePEM());
    }

    static Map<String, String> write(Path directory, X509Bundle certificate, String trust) throws IOException {
        Files.createDirectories(directory);
        return Map.of(
                "tls-certificate-file", write(directory.resolve("certificate.pem"), certificate.getCertificatePEM()),
                "tls-key-file", write(directory.resolve("key.pem"), certificate.getPrivateKeyPEM()),
                "tls-trust-file", write(directory.resolve("trust.pem"), trust));
    }

    private static String write(Path file, String text) throws IOException {
        return Files.writeString(file, text).toString();
    }
}
