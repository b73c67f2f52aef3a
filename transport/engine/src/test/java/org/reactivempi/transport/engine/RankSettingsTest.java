package org.reactivempi.transport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.link.LinkSettings;

class RankSettingsTest {

    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(15);

    @Test
    @DisplayName(
            "LIF-4 by default a silent rank has failed after 15 s at most: four heartbeats and the reconnect timeout")
    void silence() {
        LinkSettings defaults = RankSettings.from(name -> null).links();
        assertThat(defaults.heartbeat().multipliedBy(4).plus(defaults.reconnectTimeout()))
                .isLessThanOrEqualTo(LONGEST_SILENCE);
    }
}
