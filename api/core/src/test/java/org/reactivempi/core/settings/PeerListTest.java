package org.reactivempi.core.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.channel.settings.SettingException;

/** Lists of peers, and patterns in them. */
class PeerListTest {

    private static PeerList list(String peers, String rank) {
        Map<String, String> given = Map.of("peers", peers, "rank", rank);
        return PeerList.in(given::get);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "app-{0..3}.svc:7000 | app-0.svc:7000 app-1.svc:7000 app-2.svc:7000 app-3.svc:7000",
                "host:{7000..7002}   | host:7000 host:7001 host:7002",
                "n{08..11}:1         | n08:1 n09:1 n10:1 n11:1",
                "a{1..2}-{5..6}:1    | a1-5:1 a1-6:1 a2-5:1 a2-6:1",
                "a:1, b{2..2}:1      | a:1 b2:1"
            })
    @DisplayName("a pattern stands for an address for each of its numbers")
    void patterns(String pattern, String addresses) {
        assertThat(list(pattern, "1").addresses()).isEqualTo(List.of(addresses.split(" ")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "app-{3..0}:7000",
                "app-{0..}:7000",
                "app-{0-3}:7000",
                "app-{0..3:7000",
                "app-{0..3}",
                "app-{0..3}:7000,app-2:7000",
                "app-{0..9999999}:7000"
            })
    @DisplayName("a pattern that is none, names a peer twice, or far too many, is refused with what is allowed")
    void wrongPatterns(String pattern) {
        assertThatThrownBy(() -> list(pattern, "0"))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("reactivempi.peers is " + pattern + ", allowed is HOST:PORT of each rank");
    }

    @Test
    @DisplayName("a pattern that names fewer peers than there are ranks is refused on those that are left out")
    void tooFew() {
        assertThatThrownBy(() -> list("app-{0..3}.svc:7000", "4"))
                .hasMessage("reactivempi.rank is 4, allowed is 0 to 3, the place of this process among the 4 peers of "
                        + "app-{0..3}.svc:7000");
    }
}
