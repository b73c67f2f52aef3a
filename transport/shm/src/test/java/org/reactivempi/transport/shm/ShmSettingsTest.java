package org.reactivempi.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.shm.ring.RingFile;

class ShmSettingsTest {

    private static ShmSettings of(Map<String, String> settings) {
        return ShmSettings.from(settings::get);
    }

    @Test
    @DisplayName("what is set, and the defaults")
    void settings() {
        assertThat(of(Map.of()).directory()).isEqualTo(Path.of("/dev/shm"));
        assertThat(RingFile.isRingBytes(of(Map.of()).ringBytes())).isTrue();
        ShmSettings set = of(Map.of("shm-ring-bytes", "65536", "shm-directory", "/tmp/x"));
        assertThat(set.ringBytes()).isEqualTo(65_536);
        assertThat(set.directory()).isEqualTo(Path.of("/tmp/x"));
    }

    @Test
    @DisplayName("a rank that does not answer is waited for as long as the user says")
    void handshakeTimeout() {
        assertThat(of(Map.of()).handshakeTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(of(Map.of("handshake-timeout", "1h")).handshakeTimeout()).isEqualTo(Duration.ofHours(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "32768", "65537", "100000", "134217728", "-65536", "many"})
    @DisplayName("a ring's length is a power of two in its range")
    void ringBytes(String bytes) {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> of(Map.of("shm-ring-bytes", bytes)))
                .withMessageContaining("reactivempi.shm-ring-bytes is " + bytes + ", allowed is");
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "./shm", "a\0b"})
    @DisplayName("the directory is an absolute path")
    void directory(String directory) {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> of(Map.of("shm-directory", directory)))
                .withMessageContaining("allowed is the absolute path of a directory");
    }
}
