package org.reactivempi.transport.channel.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {

    private static final List<String> KNOWN = List.of("channel", "connect-timeout", "eager-limit-bytes", "waiting");

    @ParameterizedTest
    @CsvSource({
        "'', '', 0",
        "a, '', 1",
        "'', abc, 3",
        "tcp, tcp, 0",
        "tcp, tpc, 2",
        "kitten, sitting, 3",
        "eager-limt-bytes, eager-limit-bytes, 1",
    })
    @DisplayName("mistakes are letters put in, left out or replaced, the same both ways")
    void mistakes(String word, String other, int mistakes) {
        assertThat(Spelling.mistakes(word, other)).isEqualTo(mistakes);
        assertThat(Spelling.mistakes(other, word)).isEqualTo(mistakes);
    }

    @ParameterizedTest
    @CsvSource({"eager-limt-bytes, eager-limit-bytes", "chanel, channel", "conect-timout, connect-timeout"})
    @DisplayName("the nearest word is what was meant")
    void near(String word, String meant) {
        assertThat(Spelling.nearest(word, KNOWN)).contains(meant);
    }

    @Test
    @DisplayName("no word is meant by one that is like none")
    void far() {
        assertThat(Spelling.nearest("colour", KNOWN)).isEmpty();
        assertThat(Spelling.nearest("channel", List.of())).isEmpty();
    }

    @Test
    @DisplayName("the error names the nearest setting, or all")
    void error() {
        assertThat(SettingException.unknown("chanel", KNOWN))
                .hasMessage("there is no setting reactivempi.chanel; did you mean channel?");
        assertThat(SettingException.unknown("x", KNOWN))
                .hasMessage(
                        "there is no setting reactivempi.x, only channel, connect-timeout, eager-limit-bytes, waiting");
    }
}
