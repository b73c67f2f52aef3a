package org.reactivempi.transport.channel.tls;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Believes what the JDK believes, and no certificate outside of its time: the JDK takes one that is itself in the trust file
 * whatever its dates say.
 */
final class CurrentTrust extends X509ExtendedTrustManager {

    private final X509ExtendedTrustManager trust;

    private CurrentTrust(X509ExtendedTrustManager trust) {
        this.trust = trust;
    }

    /** Trust in these, and in what they have signed. */
    static CurrentTrust in(List<X509Certificate> trusted) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (int i = 0; i < trusted.size(); i++) {
            store.setCertificateEntry("trusted-" + i, trusted.get(i));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return new CurrentTrust((X509ExtendedTrustManager) factory.getTrustManagers()[0]);
    }

    private static void checkTime(X509Certificate[] chain) throws CertificateException {
        for (X509Certificate certificate : chain) {
            certificate.checkValidity();
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        checkTime(chain);
        trust.checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        checkTime(chain);
        trust.checkServerTrusted(chain, type, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        checkTime(chain);
        trust.checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        checkTime(chain);
        trust.checkServerTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        checkTime(chain);
        trust.checkClientTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        checkTime(chain);
        trust.checkServerTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return trust.getAcceptedIssuers();
    }
}
