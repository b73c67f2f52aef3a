package org.reactivempi.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.transport.channel.OwnAddress;
import org.reactivempi.transport.channel.settings.SettingException;

class TcpSettingsTest {

    @Test
    @DisplayName("by default any free port, on loopback where all ranks are on one host")
    void defaults() {
        assertThat(TcpSettings.from(TcpContext.of(3, Map.of())))
                .isEqualTo(new TcpSettings(
                        new OwnAddress("tcp-host", "127.0.0.1", "", null), 0, "auto", 0, 0, Optional.empty()));
        assertThat(TcpSettings.from(new TcpContext(3, false, Map.of())))
                .isEqualTo(
                        new TcpSettings(new OwnAddress("tcp-host", "", "", null), 0, "auto", 0, 0, Optional.empty()));
        assertThat(TcpSettings.from(TcpContext.of(3, Map.of("tcp-host", "::1")))
                        .address()
                        .host())
                .isEqualTo("::1");
    }

    @Test
    @DisplayName(
            "a network that was set counts also where all ranks are on one host, and where a list of peers has a name")
    void network() {
        Map<String, String> given = Map.of("network", "10.0.0.0/8");
        assertThat(TcpSettings.from(TcpContext.of(3, given)).address())
                .isEqualTo(new OwnAddress("tcp-host", "", "10.0.0.0/8", null));
        assertThat(TcpSettings.listeningAt("alpha", 7000, 0, given::get).setting("tcp-host"))
                .isNull();
        assertThat(TcpSettings.listeningAt("alpha", 7000, 0, name -> null).setting("tcp-host"))
                .isEqualTo("alpha");
    }

    @Test
    @DisplayName("rank r listens on the port plus r")
    void portOfRank() {
        assertThat(TcpSettings.from(TcpContext.of(0, Map.of("tcp-port", "65535")))
                        .port())
                .isEqualTo(65535);
        assertThat(TcpSettings.from(TcpContext.of(35, Map.of("tcp-port", "65500")))
                        .port())
                .isEqualTo(65535);
        assertThat(TcpSettings.from(TcpContext.of(35, Map.of("tcp-port", "0"))).port())
                .isZero();
    }

    @Test
    @DisplayName("a port that leaves no room for the rank fails, and says how large it may be")
    void noPortForRank() {
        assertThatThrownBy(() -> TcpSettings.from(TcpContext.of(36, Map.of("tcp-port", "65500"))))
                .isInstanceOf(SettingException.class)
                .hasMessage("reactivempi.tcp-port is 65500, allowed is 0 to 65499 for rank 36");
    }

    @ParameterizedTest
    @CsvSource({"-1", "65536", "http"})
    @DisplayName("a port that is none fails")
    void noPort(String port) {
        assertThatThrownBy(() -> TcpSettings.from(TcpContext.of(0, Map.of("tcp-port", port))))
                .hasMessage("reactivempi.tcp-port is " + port + ", allowed is 0 to 65535");
    }
}
