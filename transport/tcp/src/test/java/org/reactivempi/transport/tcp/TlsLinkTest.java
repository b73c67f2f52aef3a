package org.reactivempi.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.transport.channel.DirectMemory;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.tck.Recorder;

/** Which peers get through TLS, and which don't. Runs twice in the build, with epoll where there is one and without. */
class TlsLinkTest {

    private static final int TIMEOUT_MILLIS = 60_000;
    private static final Certificates AUTHORITY = Certificates.ofNewAuthority();
    private static final Certificates FOREIGN = Certificates.ofNewAuthority();

    @TempDir
    private Path directory;

    private final List<EventLoop> loops = new ArrayList<>();
    private final ProgressLoop here = loop();
    private final ProgressLoop there = loop();
    private volatile Recorder connector = new Recorder();
    private volatile Recorder acceptor = new Recorder();

    private ProgressLoop loop() {
        ProgressLoop loop = new ProgressLoop("rank", true, new Waiting(Waiting.Mode.ADAPTIVE), () -> {});
        loops.add(loop);
        return loop;
    }

    @AfterEach
    void endLoops() {
        loops.forEach(loop -> loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly());
    }

    private Map<String, String> with(String name, X509Bundle certificate) throws IOException {
        return AUTHORITY.write(directory.resolve(name), certificate);
    }

    private Endpoint endpoint(ProgressLoop loop, Map<String, String> settings) {
        return new TcpChannel(TcpSettings.from(TcpContext.of(0, settings)))
                .open(loop, () -> acceptor)
                .block();
    }

    private void connect(Endpoint from, String address) {
        here.execute(() -> from.connect(address, connector));
    }

    /** A byte there and back. */
    private void talks() throws Exception {
        send(here, connector.link());
        assertThat(acceptor.got(1)).isTrue();
        send(there, acceptor.link());
        assertThat(connector.got(1)).isTrue();
    }

    private static void send(EventLoop loop, Link link) throws Exception {
        loop.submit(() -> {
                    link.write(Unpooled.directBuffer(1).writeByte(1));
                    link.flush();
                })
                .get(60, TimeUnit.SECONDS);
    }

    private void isRefused(String... words) throws Exception {
        assertThat(acceptor.cause())
                .hasValueSatisfying(cause -> assertThat(cause)
                        .isInstanceOf(SSLException.class)
                        .message()
                        .containsAnyOf(words));
        assertThat(acceptor.pending()).isZero();
    }

    /** Not by the progress thread, which has other things to do than to check the certificates of strangers. */
    private static void isCheckedElsewhere(Throwable refused) {
        Throwable first = refused;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        assertThat(first.getStackTrace())
                .noneMatch(frame -> frame.getClassName().contains("ProgressLoop"));
    }

    private void nextConnection() {
        connector = new Recorder();
        acceptor = new Recorder();
    }

    @Test
    @DisplayName("ranks whose certificates one authority has signed talk to each other, and nobody reads along")
    void sameAuthority() throws Exception {
        Endpoint to = endpoint(there, with("there", AUTHORITY.valid("rank 1")));
        connect(endpoint(here, with("here", AUTHORITY.valid("rank 0"))), to.address());
        talks();
        assertThat(here.submit(() -> ((DirectMemory.Output) connector.link()).takesMemory())
                        .get())
                .isFalse();
    }

    @Test
    @DisplayName("a connector with a certificate of another authority is refused; the next one is not")
    void foreignConnector() throws Exception {
        Endpoint to = endpoint(there, with("there", AUTHORITY.valid("rank 1")));
        Map<String, String> foreign = new HashMap<>(FOREIGN.write(directory.resolve("here"), FOREIGN.valid("rank 0")));
        foreign.put(
                "tls-trust-file",
                directory.resolve("there").resolve("trust.pem").toString());
        connect(endpoint(here, foreign), to.address());
        isRefused("PKIX path");
        isCheckedElsewhere(acceptor.cause().orElseThrow());
        assertThat(connector.cause()).isPresent();

        nextConnection();
        connect(endpoint(here, with("good", AUTHORITY.valid("rank 0"))), to.address());
        talks();
    }

    @Test
    @DisplayName("a connector believes no acceptor with a certificate of another authority")
    void foreignAcceptor() throws Exception {
        Map<String, String> foreign = new HashMap<>(FOREIGN.write(directory.resolve("there"), FOREIGN.valid("rank 1")));
        Map<String, String> good = with("here", AUTHORITY.valid("rank 0"));
        foreign.put("tls-trust-file", good.get("tls-trust-file"));
        connect(endpoint(here, good), endpoint(there, foreign).address());
        assertThat(connector.cause())
                .hasValueSatisfying(cause ->
                        assertThat(cause).isInstanceOf(SSLException.class).hasMessageContaining("PKIX path"));
        assertThat(acceptor.cause()).isPresent();
        assertThat(acceptor.pending()).isZero();
    }

    @Test
    @DisplayName("a connector without TLS is refused")
    void plainConnector() throws Exception {
        Endpoint to = endpoint(there, with("there", AUTHORITY.valid("rank 1")));
        connect(endpoint(here, Map.of()), to.address());
        Link link = connector.link();
        here.submit(() -> {
                    link.write(Unpooled.directBuffer().writeZero(44));
                    link.flush();
                })
                .get(60, TimeUnit.SECONDS);
        isRefused("not an SSL/TLS record");
    }

    private void stranger(Endpoint to, @Nullable X509Bundle certificate, String protocol) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                certificate == null ? null : certificate.toKeyManagerFactory().getKeyManagers(),
                InsecureTrustManagerFactory.INSTANCE.getTrustManagers(),
                null);
        int port = Integer.parseInt(to.address().substring(to.address().lastIndexOf(':') + 1));
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.setEnabledProtocols(new String[] {protocol});
            socket.getOutputStream().write(1);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        } catch (IOException refused) {
            // Whenever it notices.
        }
    }

    @Test
    @DisplayName("an expired certificate, none, and an older TLS are refused")
    void strangers() throws Exception {
        Endpoint to = endpoint(there, with("there", AUTHORITY.valid("rank 1")));
        stranger(to, AUTHORITY.expired("rank 0"), "TLSv1.3");
        isRefused("NotAfter");
        nextConnection();
        stranger(to, null, "TLSv1.3");
        isRefused("Empty client certificate chain");
        nextConnection();
        stranger(to, AUTHORITY.valid("rank 0"), "TLSv1.2");
        isRefused("protocol");
        nextConnection();
        connect(endpoint(here, with("good", AUTHORITY.valid("rank 0"))), to.address());
        talks();
    }

    @Test
    @DisplayName("where a name is demanded, a certificate needs it, whichever end shows it")
    void names() throws Exception {
        Map<String, String> demanding = new HashMap<>(with("there", AUTHORITY.named("rank-1.job.example")));
        demanding.put("tls-peer-name", "rank-*.job.example");
        Endpoint to = endpoint(there, demanding);
        connect(endpoint(here, with("good", AUTHORITY.named("other.example", "RANK-0.Job.example"))), to.address());
        talks();

        for (X509Bundle wrong : List.of(
                AUTHORITY.valid("rank-0.job.example"),
                AUTHORITY.named("rank-0.job.example.org"),
                AUTHORITY.named("rank-0.other.job.example", "a.rank-0.job.example", "spiffe://rank-0.job.example"))) {
            nextConnection();
            connect(endpoint(here, with("wrong", wrong)), to.address());
            isRefused("tls-peer-name demands rank-*.job.example");
        }

        Map<String, String> other = new HashMap<>(with("here", AUTHORITY.named("rank-0.job.example")));
        other.put("tls-peer-name", "spiffe://example/job/*");
        nextConnection();
        connect(endpoint(here, other), to.address());
        assertThat(connector.cause())
                .hasValueSatisfying(cause -> assertThat(cause)
                        .hasMessageContaining("has the names [rank-1.job.example], and tls-peer-name demands spiffe"));
    }

    @Test
    @DisplayName("an expired certificate is refused also where the trust file holds it itself")
    void expiredAndTrusted() throws Exception {
        Instant now = Instant.now();
        X509Bundle expired = Certificates.selfSigned("rank 0", now.minusSeconds(7200), now.minusSeconds(3600));
        X509Bundle valid = AUTHORITY.valid("rank 1");
        Endpoint to =
                endpoint(there, Certificates.write(directory.resolve("there"), valid, expired.getCertificatePEM()));
        stranger(to, expired, "TLSv1.3");
        isRefused("NotAfter");
    }

    @Test
    @DisplayName("files that have changed serve new connections, and links that stand go on")
    void reload() throws Exception {
        Endpoint to = endpoint(there, with("there", AUTHORITY.valid("rank 1")));
        Endpoint from = endpoint(here, with("here", AUTHORITY.valid("rank 0")));
        connect(from, to.address());
        talks();
        Recorder oldConnector = connector;
        Recorder oldAcceptor = acceptor;

        FOREIGN.write(directory.resolve("there"), FOREIGN.valid("rank 1"));
        nextConnection();
        connect(from, to.address());
        assertThat(connector.cause()).isPresent();
        FOREIGN.write(directory.resolve("here"), FOREIGN.valid("rank 0"));
        nextConnection();
        connect(from, to.address());
        talks();

        connector = oldConnector;
        acceptor = oldAcceptor;
        talks();
    }

    @Test
    @DisplayName("files that have become unusable change nothing")
    void badReload() throws Exception {
        Map<String, String> settings = with("there", AUTHORITY.valid("rank 1"));
        Endpoint to = endpoint(there, settings);
        Files.writeString(Path.of(settings.get("tls-certificate-file")), "half of a certi");
        connect(endpoint(here, with("here", AUTHORITY.valid("rank 0"))), to.address());
        talks();
    }
}
