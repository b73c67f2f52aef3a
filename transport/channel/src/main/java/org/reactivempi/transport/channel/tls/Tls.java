package org.reactivempi.transport.channel.tls;

import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.channel.settings.SettingSource;

/**
 * A rank's side of TLS. Files that have changed are read again when the next connection is made; where they can't be used
 * then, what was read before stays. The costly steps of handshakes, which anybody can ask for, are not done by the progress
 * thread: one other thread does them, one after the other. For one thread at a time.
 */
public final class Tls {

    private static final Log log = Log.of(Tls.class);

    private static final Setting<String> CERTIFICATE = Setting.text(
                    "tls-certificate-file", "", "the path of a PEM file")
            .described(
                    "This rank's certificate, and those between it and one that the others trust. With the next two, "
                            + "all or none: TLS for `tcp` and `rsocket`.");
    private static final Setting<String> KEY = Setting.text("tls-key-file", "", "the path of a PEM file")
            .described("The certificate's private key, in PKCS#8 (`BEGIN PRIVATE KEY`), without a password.");
    private static final Setting<String> TRUST = Setting.text("tls-trust-file", "", "the path of a PEM file")
            .described("The certificates of those whose signatures are believed, or of the ranks themselves.");

    private static final List<Setting<String>> FILES = List.of(CERTIFICATE, KEY, TRUST);

    /** The settings that channels with TLS have. */
    public static final List<Setting<?>> SETTINGS = List.of(CERTIFICATE, KEY, TRUST, PeerName.SETTING);

    private static final String[] PROTOCOLS = {"TLSv1.3"};
    private static final String HANDLER = "reactive-mpi-tls";
    private static final String WIRE = "reactive-mpi-tls-wire";

    /** Whose names begin so are known to start no operation of the program. */
    private static final String THREAD = "reactive-mpi-tls";

    private static final long IDLE_MILLIS = 100;

    private final Executor worker = worker();
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
        Optional<PeerName> peerName = PeerName.from(source);
        List<String> unset = FILES.stream()
                .filter(setting -> setting.in(source).equals(""))
                .map(Setting::name)
                .toList();
        if (unset.size() == FILES.size()) {
            peerName.ifPresent(name -> {
                throw SettingException.because(
                        PeerName.SETTING.name(), name.toString(), "but there are no certificates without " + names());
            });
            return Optional.empty();
        }
        if (!unset.isEmpty()) {
            throw SettingException.because(
                    unset.get(0), "not set", "but others are: TLS takes all of " + names() + ", or none");
        }
        return Optional.of(new Tls(new TlsFiles(
                new PemFile(CERTIFICATE.name(), CERTIFICATE.in(source)),
                new PemFile(KEY.name(), KEY.in(source)),
                new PemFile(TRUST.name(), TRUST.in(source)),
                peerName)));
    }

    private static String names() {
        return String.join(", ", FILES.stream().map(Setting::name).toList());
    }

    /**
     * Puts TLS below all handlers of a connection that this rank opens.
     *
     * @param channel the connection
     * @return the end of TLS's handshake
     */
    public Future<Channel> protectConnector(Channel channel) {
        return protect(channel, engine(true));
    }

    /**
     * Puts TLS below all handlers of a connection that was accepted: its other end must have a certificate.
     *
     * @param channel the connection
     * @return the end of TLS's handshake
     */
    public Future<Channel> protectAcceptor(Channel channel) {
        SSLEngine engine = engine(false);
        engine.setNeedClientAuth(true);
        return protect(channel, engine);
    }

    private Future<Channel> protect(Channel channel, SSLEngine engine) {
        HandshakeTasks tasks = new HandshakeTasks(worker);
        TlsHandler handler = new TlsHandler(engine, tasks);
        channel.pipeline().addFirst(HANDLER, handler).addFirst(WIRE, new TlsWire(engine, tasks));
        return handler.handshakeFuture();
    }

    /**
     * What both ends of a connection see of the TLS below it, and see of no other: 128 bytes, or none without TLS.
     *
     * @param channel the connection; its handshake must have ended
     * @return SHA-256 of the connector's certificate, of the acceptor's, of what the connector has sent of the handshake in the
     *     clear, and of what the acceptor has
     * @throws IllegalStateException if TLS has not been established
     */
    public static byte[] binding(Channel channel) {
        TlsWire wire = channel.pipeline().get(TlsWire.class);
        return wire == null ? new byte[0] : wire.binding();
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }

    /** One thread, so that handshakes take one core at most; it ends when there are none. */
    private static Executor worker() {
        ThreadPoolExecutor worker =
                new ThreadPoolExecutor(1, 1, IDLE_MILLIS, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, THREAD);
                    thread.setDaemon(true);
                    return thread;
                });
        worker.allowCoreThreadTimeOut(true);
        return worker;
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
