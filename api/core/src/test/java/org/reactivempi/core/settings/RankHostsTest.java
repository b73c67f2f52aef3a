package org.reactivempi.core.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.channel.settings.SettingException;

class RankHostsTest {

    private static RankHosts hosts(String text) {
        return RankHosts.SETTING.in(Map.of("rank-hosts", text)::get);
    }

    @Test
    @DisplayName("a list of hosts begins again where ranks are more, and nothing is known by default")
    void repeated() {
        RankHosts hosts = hosts("3, 3,1");

        assertThat(hosts.areKnown()).isTrue();
        assertThat(new int[] {hosts.of(0), hosts.of(1), hosts.of(2), hosts.of(3), hosts.of(5)})
                .containsExactly(3, 3, 1, 3, 1);
        assertThat(hosts).hasToString("3,3,1");
        assertThat(hosts("auto")).isSameAs(RankHosts.SETTING.in(name -> null)).hasToString("auto");
        assertThat(RankHosts.UNKNOWN.areKnown()).isFalse();
    }

    @Test
    @DisplayName("COL-38 hosts that a user tells are compared between ranks, as written without blanks")
    void compared() {
        assertThat(JobSettings.in(Map.of("rank-hosts", "0, 0,1")::get).text()).isEqualTo("rank-hosts=0,0,1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0,", ",0", "0,-1", "a", "0 1", "99999999"})
    @DisplayName("what is no list of hosts is refused with what is allowed in its place")
    void mistakes(String text) {
        assertThatThrownBy(() -> hosts(text))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("allowed is auto, or numbers of hosts with commas between them, such as 0,0,1,1");
    }
}
