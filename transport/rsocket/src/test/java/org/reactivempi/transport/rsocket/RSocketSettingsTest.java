package org.reactivempi.transport.rsocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.channel.OwnAddress;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.rsocket.RSocketSettings.Transport;
import org.reactivempi.transport.tck.Recorder;
import reactor.test.StepVerifier;

class RSocketSettingsTest {

    private final ProgressLoop loop = new ProgressLoop("rank", true, new Waiting(Waiting.Mode.SLEEP), () -> {});

    @AfterEach
    void endLoop() {
        loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private static RSocketSettings settings(int rank, Map<String, String> settings) {
        return RSocketSettings.from(RSocketContext.of(rank, settings));
    }

    @Test
    @DisplayName("by default TCP, on any free port, on loopback where all ranks are on one host")
    void defaults() {
        assertThat(settings(3, Map.of()))
                .isEqualTo(new RSocketSettings(
                        Transport.TCP,
                        new OwnAddress("rsocket-host", "127.0.0.1", "", null),
                        0,
                        "/reactive-mpi",
                        Duration.ofSeconds(20),
                        Optional.empty()));
        assertThat(RSocketSettings.from(new RSocketContext(3, false, Map.of(), Optional.empty()))
                        .address()
                        .host())
                .isEmpty();
    }

    @Test
    @DisplayName("rank r listens on the port plus r")
    void portOfRank() {
        assertThat(settings(35, Map.of("rsocket-port", "65500")).port()).isEqualTo(65535);
        assertThatThrownBy(() -> settings(36, Map.of("rsocket-port", "65500")))
                .isInstanceOf(SettingException.class)
                .hasMessage("reactivempi.rsocket-port is 65500, allowed is 0 to 65499 for rank 36");
    }

    @ParameterizedTest
    @CsvSource({
        "rsocket-transport, pigeon, 'tcp, websocket'",
        "rsocket-port, -1, 0 to 65535",
        "rsocket-port, http, 0 to 65535",
        "rsocket-keep-alive, 10ms, '0s, or 1s to 3600s'",
        "rsocket-keep-alive, 2h, 0s to 3600s",
        "rsocket-path, ranks, 'a slash and at most 63 letters, digits and any of . _ ~ / -'",
        "rsocket-path, /{any}, 'a slash and at most 63 letters, digits and any of . _ ~ / -'"
    })
    @DisplayName("a wrong value fails with what is allowed")
    void wrongValues(String name, String value, String allowed) {
        assertThatThrownBy(() -> settings(0, Map.of(name, value)))
                .isInstanceOf(SettingException.class)
                .hasMessage("reactivempi." + name + " is " + value + ", allowed is " + allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "websocket"})
    @DisplayName("a port in use fails with one line that names the address")
    void portInUse(String transport) throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String port = Integer.toString(socket.getLocalPort());
            fails(
                    Map.of("rsocket-transport", transport, "rsocket-port", port),
                    "cannot listen on 127.0.0.1:" + port + ": ");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "no-such-host.invalid, 'cannot listen on rsocket-host no-such-host.invalid: unknown host'",
        "0.0.0.0, 'cannot listen on rsocket-host 0.0.0.0: peers need an address to connect to'",
        "::, 'cannot listen on rsocket-host ::: peers need an address to connect to'",
        "192.0.2.1, 'cannot listen on 192.0.2.1:0: '"
    })
    @DisplayName("a host that is none, or none of this host, fails with one line that names it")
    void wrongHost(String host, String message) {
        fails(Map.of("rsocket-host", host), message);
    }

    private void fails(Map<String, String> settings, String message) {
        StepVerifier.create(RSocketContext.of(0, settings).channel().open(loop, Recorder::new))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(java.io.IOException.class)
                        .hasMessageStartingWith(message)
                        .hasMessageNotContaining("\n"))
                .verify(Duration.ofSeconds(10));
    }
}
