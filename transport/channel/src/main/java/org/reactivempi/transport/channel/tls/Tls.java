package org.reactivempi.transport.channel.tls;

import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.reactivempi.transport.channel.Setting;
import org.reactivempi.transport.channel.SettingException;
import org.reactivempi.transport.channel.SettingSource;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * A rank's side of TLS. Files that have changed are read again when the next connection is made; where they can't be used
 * then, what was read before stays. For one thread at a time.
 */
public final class Tls {

    private static final Logger log = Loggers.getLogger(Tls.class);

    private static final Setting<String> CERTIFICATE = Setting.text(
                    "tls-certificate-file", "", "the path of a PEM file")
            .described(
                    "This rank's certificate, and those between it and one that the others trust. With the next two, "
                            + "all or none: TLS for `tcp` and `rsocket`.");
    private static final Setting<String> KEY = Setting.text("tls-key-file", "", "the path of a PEM file")
            .described("The certificate's private key, in PKCS#8 (`BEGIN PRIVATE KEY`), without a password.");
    private static final Setting<String> TRUST = Setting.text("tls-trust-file", "", "the path of a PEM file")
            .described("The certificates of those whose signatures are believed, or of the ranks themselves.");

    /** The settings that channels with TLS have. */
    public static final List<Setting<?>> SETTINGS = List.of(CERTIFICATE, KEY, TRUST);

    private static final String[] PROTOCOLS = {"TLSv1.3"};

    private final TlsFiles files;
    private FileStates states;
    private SSLContext context;

    private Tls(TlsFiles files) {
        this.files = files;
        this.states = files.states();
        this.context = files.load();
    }

    /**
     * Reads what the settings name.
     *
     * @return nothing where no file is named
     * @throws SettingException where some files are named and some are not, or one can't be used
     */
    public static Optional<Tls> from(SettingSource source) {
        List<String> unset = SETTINGS.stream()
                .filter(setting -> setting.in(source).equals(""))
                .map(Setting::name)
                .toList();
        if (unset.size() == SETTINGS.size()) {
            return Optional.empty();
        }
        if (!unset.isEmpty()) {
            throw SettingException.because(
                    unset.get(0), "not set", "but others are: TLS takes all of " + names() + ", or none");
        }
        return Optional.of(new Tls(new TlsFiles(
                new PemFile(CERTIFICATE.name(), CERTIFICATE.in(source)),
                new PemFile(KEY.name(), KEY.in(source)),
                new PemFile(TRUST.name(), TRUST.in(source)))));
    }

    private static String names() {
        return String.join(", ", SETTINGS.stream().map(Setting::name).toList());
    }

    /** The engine of a connection that this rank opens. */
    public SSLEngine connector() {
        return engine(true);
    }

    /** The engine of a connection that was accepted: whoever has opened it must have a certificate. */
    public SSLEngine acceptor() {
        SSLEngine engine = engine(false);
        engine.setNeedClientAuth(true);
        return engine;
    }

    private SSLEngine engine(boolean client) {
        readChanges();
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(client);
        engine.setEnabledProtocols(PROTOCOLS);
        return engine;
    }

    private void readChanges() {
        FileStates now = files.states();
        if (now.equals(states)) {
            return;
        }
        states = now;
        try {
            context = files.load();
            log.info("new connections use the changed files of TLS: {}", files);
        } catch (SettingException e) {
            log.warn("new connections use what the files of TLS held before: {}", e.getMessage());
        }
    }
}
