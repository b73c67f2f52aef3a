package org.reactivempi.transport.channel.tls;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Believes what the JDK believes, but no certificate outside of its time, where the JDK takes one that is itself in the trust
 * file whatever its dates say; and none without the name that is demanded, if one is.
 */
final class CurrentTrust extends X509ExtendedTrustManager {

    private final X509ExtendedTrustManager trust;
    private final Optional<PeerName> name;

    private CurrentTrust(X509ExtendedTrustManager trust, Optional<PeerName> name) {
        this.trust = trust;
        this.name = name;
    }

    /** Trust in these, and in what they have signed, where it has this name. */
    static CurrentTrust in(List<X509Certificate> trusted, Optional<PeerName> name)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (int i = 0; i < trusted.size(); i++) {
            store.setCertificateEntry("trusted-" + i, trusted.get(i));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return new CurrentTrust((X509ExtendedTrustManager) factory.getTrustManagers()[0], name);
    }

    private static void checkTime(X509Certificate[] chain) throws CertificateException {
        for (X509Certificate certificate : chain) {
            certificate.checkValidity();
        }
    }

    /** Of a chain that is trusted: what strangers call themselves is of no interest. */
    private void checkName(X509Certificate[] chain) throws CertificateException {
        if (name.isPresent()) {
            name.get().check(chain[0]);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        checkTime(chain);
        trust.checkClientTrusted(chain, type, engine);
        checkName(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        checkTime(chain);
        trust.checkServerTrusted(chain, type, engine);
        checkName(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        checkTime(chain);
        trust.checkClientTrusted(chain, type, socket);
        checkName(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        checkTime(chain);
        trust.checkServerTrusted(chain, type, socket);
        checkName(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        checkTime(chain);
        trust.checkClientTrusted(chain, type);
        checkName(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        checkTime(chain);
        trust.checkServerTrusted(chain, type);
        checkName(chain);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return trust.getAcceptedIssuers();
    }
}
