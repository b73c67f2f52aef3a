package org.reactivempi.transport.channel.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reactivempi.transport.channel.settings.SettingException;

/**
 * A PEM file that a setting names; whatever is wrong with it is said with the setting's name and the file's.
 *
 * @param setting the setting
 * @param name the file
 */
record PemFile(String setting, String name) {

    private static final long MOST_BYTES = 1 << 20;
    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    /** What changes when the file does. */
    String state() {
        try {
            BasicFileAttributes attributes = Files.readAttributes(Path.of(name), BasicFileAttributes.class);
            return attributes.lastModifiedTime() + " " + attributes.size() + " " + attributes.fileKey();
        } catch (IOException | InvalidPathException e) {
            return "missing";
        }
    }

    /** The certificates in it, at least one; all of them valid at this time. */
    List<X509Certificate> certificates() {
        try {
            List<X509Certificate> certificates = new ArrayList<>();
            CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(bytes()))
                    .forEach(certificate -> certificates.add((X509Certificate) certificate));
            if (certificates.isEmpty()) {
                throw wrong("which holds no certificate (BEGIN CERTIFICATE)");
            }
            return certificates;
        } catch (CertificateException e) {
            throw wrong("which holds no certificate that can be read: " + e.getMessage());
        }
    }

    /** Throws where one of its certificates is not valid now. */
    void checkValidity(List<X509Certificate> certificates) {
        for (X509Certificate certificate : certificates) {
            try {
                certificate.checkValidity();
            } catch (CertificateExpiredException e) {
                throw wrong("whose certificate of " + certificate.getSubjectX500Principal() + " has expired on "
                        + certificate.getNotAfter().toInstant());
            } catch (CertificateNotYetValidException e) {
                throw wrong("whose certificate of " + certificate.getSubjectX500Principal() + " is not valid before "
                        + certificate.getNotBefore().toInstant());
            }
        }
    }

    /** The encoded private key in it. */
    byte[] privateKey() {
        Matcher key = PRIVATE_KEY.matcher(new String(bytes(), StandardCharsets.ISO_8859_1));
        if (!key.find()) {
            throw wrong("which holds no private key in PKCS#8 without a password (BEGIN PRIVATE KEY);"
                    + " openssl pkcs8 -topk8 -nocrypt makes one of others");
        }
        try {
            return Base64.getMimeDecoder().decode(key.group(1));
        } catch (IllegalArgumentException e) {
            throw wrong("whose private key is malformed: " + e.getMessage());
        }
    }

    private byte[] bytes() {
        try {
            Path path = Path.of(name);
            if (Files.size(path) > MOST_BYTES) {
                throw wrong("which has more than " + MOST_BYTES + " bytes");
            }
            return Files.readAllBytes(path);
        } catch (NoSuchFileException e) {
            throw wrong("which does not exist");
        } catch (IOException | InvalidPathException e) {
            throw wrong("which cannot be read: " + e.getMessage());
        }
    }

    SettingException wrong(String why) {
        return SettingException.because(setting, name, why);
    }
}
