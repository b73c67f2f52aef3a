package org.reactivempi.core.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Settings;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.engine.link.LinkSettings;

class DebuggingTest {

    private static LinkSettings links(Settings settings, Map<String, String> environment) {
        return LinkSettings.from(Debugging.in(SessionSettings.withoutProperties(settings, environment)));
    }

    @Test
    @DisplayName("where a debugger may stop ranks, their peers wait for them, but for as long as the user has said")
    void patience() {
        LinkSettings patient = links(Settings.create(), Map.of("REACTIVEMPI_DEBUGGING", "true"));
        assertThat(patient.reconnectTimeout()).isEqualTo(Duration.ofHours(24));
        assertThat(patient.connectTimeout()).isEqualTo(Duration.ofHours(1));
        assertThat(patient.handshakeTimeout()).isEqualTo(Duration.ofHours(1));

        LinkSettings own = links(
                Settings.create().with("debugging", "true").with("connect-timeout", "3s"),
                Map.of("REACTIVEMPI_RECONNECT_TIMEOUT", "2s"));
        assertThat(own.connectTimeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(own.reconnectTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(own.handshakeTimeout()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    @DisplayName("elsewhere a silent rank has failed as soon as ever")
    void others() {
        LinkSettings usual = LinkSettings.from(name -> null);
        assertThat(links(Settings.create(), Map.of())).isEqualTo(usual);
        assertThat(links(Settings.create().with("debugging", "false"), Map.of("REACTIVEMPI_DEBUGGING", "true")))
                .isEqualTo(usual);
        assertThatThrownBy(() -> links(Settings.create().with("debugging", "yes"), Map.of()))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("true or false");
    }
}
