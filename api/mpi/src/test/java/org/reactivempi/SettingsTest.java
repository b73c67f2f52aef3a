package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SettingsTest {

    @Test
    @DisplayName("each method writes the setting of its name")
    void names() {
        Settings settings = Settings.create()
                .channel("tcp")
                .eagerLimitBytes(1024)
                .eagerCreditBytes(4096)
                .unexpectedLimitBytes(8192)
                .waiting("sleep")
                .spinTime(Duration.ofNanos(20_000))
                .connectTimeout(Duration.ofSeconds(2))
                .handshakeTimeout(Duration.ofSeconds(3))
                .with("other", "value");

        assertThat(settings.asMap())
                .containsOnly(
                        entry("channel", "tcp"),
                        entry("eager-limit-bytes", "1024"),
                        entry("eager-credit-bytes", "4096"),
                        entry("unexpected-limit-bytes", "8192"),
                        entry("waiting", "sleep"),
                        entry("spin-time", "20000ns"),
                        entry("connect-timeout", "2000ms"),
                        entry("handshake-timeout", "3000ms"),
                        entry("other", "value"));
    }

    @Test
    @DisplayName("a secret is kept, and not shown")
    void secret() {
        Settings settings = Settings.create().secret("hush").with("channel", "tcp");

        assertThat(settings.secret()).contains("hush");
        assertThat(Settings.create().secret()).isEmpty();
        assertThat(settings.asMap()).containsOnlyKeys("channel");
        assertThat(settings).hasToString("Settings{channel=tcp, secret=not shown}");
        assertThat(Settings.create().with("secret", "hush").toString()).doesNotContain("hush");
    }

    @Test
    @DisplayName("so is the secret of ports, which is another one")
    void portSecret() {
        Settings settings = Settings.create().portSecret("hush").channel("tcp");

        assertThat(settings.portSecret()).contains("hush");
        assertThat(settings.secret()).isEmpty();
        assertThat(settings.secret("other").portSecret()).contains("hush");
        assertThat(settings.attach("x").with("rank", "1").portSecret()).contains("hush");
        assertThat(settings.asMap()).containsOnlyKeys("channel");
        assertThat(settings).hasToString("Settings{channel=tcp, port-secret=not shown}");
        assertThat(Settings.create().with("port-secret", "hush").toString()).doesNotContain("hush");
    }

    @Test
    @DisplayName("a change gives a copy, and the last one wins")
    void copies() {
        Settings first = Settings.create().channel("tcp");
        Settings second = first.channel("local");

        assertThat(Settings.create().asMap()).isEmpty();
        assertThat(first.asMap()).containsEntry("channel", "tcp");
        assertThat(second.asMap()).containsEntry("channel", "local");
        assertThatThrownBy(() -> first.asMap().put("channel", "x")).isInstanceOf(UnsupportedOperationException.class);
    }
}
