package org.reactivempi.transport.channel.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * What a rank shows of itself, and whom it believes.
 *
 * @param certificate its certificate, and those between it and one that others trust
 * @param key the certificate's private key
 * @param trust certificates that are believed, and so are all that they have signed
 * @param peerName what they must be called, if that matters
 */
record TlsFiles(PemFile certificate, PemFile key, PemFile trust, Optional<PeerName> peerName) {

    private static final String PROTOCOL = "TLSv1.3";
    private static final char[] PASSWORD = {};

    FileStates states() {
        return new FileStates(List.of(certificate.state(), key.state(), trust.state()));
    }

    /** Reads the files. Throws {@link org.reactivempi.transport.channel.settings.SettingException} where one can't be used. */
    SSLContext load() {
        List<X509Certificate> chain = certificate.certificates();
        certificate.checkValidity(chain);
        List<X509Certificate> trusted = trust.certificates();
        try {
            SSLContext context = SSLContext.getInstance(PROTOCOL);
            context.init(keys(chain), new TrustManager[] {CurrentTrust.in(trusted, peerName)}, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw certificate.wrong("which cannot be used for TLS: " + e.getMessage());
        }
    }

    private KeyManager[] keys(List<X509Certificate> chain) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(
                "key", privateKey(chain.get(0).getPublicKey()), PASSWORD, chain.toArray(X509Certificate[]::new));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, PASSWORD);
        return factory.getKeyManagers();
    }

    private PrivateKey privateKey(PublicKey belongsTo) throws GeneralSecurityException {
        try {
            PrivateKey read = KeyFactory.getInstance(belongsTo.getAlgorithm())
                    .generatePrivate(new PKCS8EncodedKeySpec(key.privateKey()));
            if (fits(read, belongsTo)) {
                return read;
            }
        } catch (InvalidKeySpecException e) {
            throw key.wrong("which holds no " + belongsTo.getAlgorithm() + " key that can be read, as "
                    + certificate.name() + " needs one: " + e.getMessage());
        }
        throw key.wrong("whose key is not that of the first certificate in " + certificate.name());
    }

    /** Whether what the one signs is right to the other. */
    private static boolean fits(PrivateKey key, PublicKey certified) throws GeneralSecurityException {
        String algorithm = signatureOf(certified.getAlgorithm());
        if (algorithm == null) {
            return true;
        }
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(certified.getEncoded());
        byte[] signed = signature.sign();
        signature.initVerify(certified);
        signature.update(certified.getEncoded());
        return signature.verify(signed);
    }

    private static @Nullable String signatureOf(String algorithm) {
        return switch (algorithm) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            case "EdDSA" -> "EdDSA";
            default -> null;
        };
    }

    @Override
    public String toString() {
        return certificate.name() + ", " + key.name() + ", " + trust.name();
    }
}
