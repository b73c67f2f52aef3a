package org.reactivempi.transport.channel.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingTest {

    private enum Mode {
        ADAPTIVE,
        SPIN,
        SLEEP
    }

    private static final Setting<Integer> NUMBER = Setting.number("some-bytes", 7, -1, 100);
    private static final Setting<Duration> TIME =
            Setting.time("some-time", Duration.ofSeconds(30), Duration.ofMillis(1), Duration.ofHours(1));
    private static final Setting<Mode> CHOICE = Setting.choice("waiting", Mode.ADAPTIVE, Mode.class);
    private static final Setting<String> TEXT = Setting.text("some-text", "nothing");

    private static SettingSource set(String text) {
        return name -> text;
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "\t\n"})
    @DisplayName("what is not set, or blank, has its default")
    void defaults(String text) {
        assertThat(NUMBER.in(set(text))).isEqualTo(7);
        assertThat(TIME.in(set(text))).isEqualTo(Duration.ofSeconds(30));
        assertThat(CHOICE.in(set(text))).isEqualTo(Mode.ADAPTIVE);
        assertThat(TEXT.in(set(text))).isEqualTo("nothing");
    }

    @Test
    @DisplayName("a source is asked by the setting's name")
    void name() {
        SettingSource source = name -> name.equals("some-bytes") ? "12" : null;
        assertThat(NUMBER.in(source)).isEqualTo(12);
        assertThat(NUMBER.name()).isEqualTo("some-bytes");
        assertThat(TEXT.in(source)).isEqualTo("nothing");
    }

    @ParameterizedTest
    @CsvSource({"-1, -1", "0, 0", "100, 100", "' 12 ', 12"})
    @DisplayName("numbers within their range, its ends included")
    void numbers(String text, int value) {
        assertThat(NUMBER.in(set(text))).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-2", "101", "99999999999", "1.5", "12k", "0x10", "many"})
    @DisplayName("other numbers fail, with name, value and range")
    void badNumbers(String text) {
        assertThatThrownBy(() -> NUMBER.in(set(text)))
                .isInstanceOf(SettingException.class)
                .hasMessage("reactivempi.some-bytes is " + text + ", allowed is -1 to 100");
    }

    @ParameterizedTest
    @CsvSource({
        "1ms, 1000000",
        "1000us, 1000000",
        "1000000ns, 1000000",
        "2, 2000000000",
        "2s, 2000000000",
        "3m, 180000000000",
        "1h, 3600000000000",
        "3600, 3600000000000"
    })
    @DisplayName("times have units, and are seconds without")
    void times(String text, long nanos) {
        assertThat(TIME.in(set(text))).isEqualTo(Duration.ofNanos(nanos));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "999us",
                "0",
                "2h",
                "3601s",
                "-1s",
                "1.5s",
                "1 s",
                "1d",
                "s",
                "999999999999999h",
                "9999999999999999"
            })
    @DisplayName("other times fail, with name, value and range")
    void badTimes(String text) {
        assertThatThrownBy(() -> TIME.in(set(text)))
                .isInstanceOf(SettingException.class)
                .hasMessage("reactivempi.some-time is " + text + ", allowed is 1ms to 3600s");
    }

    @Test
    @DisplayName("choices are the constants in lower case")
    void choices() {
        assertThat(CHOICE.in(set("spin"))).isEqualTo(Mode.SPIN);
        assertThatThrownBy(() -> CHOICE.in(set("SPIN")))
                .hasMessage("reactivempi.waiting is SPIN, allowed is adaptive, spin, sleep");
    }

    @Test
    @DisplayName("text is taken as it is, without blanks around it")
    void text() {
        assertThat(TEXT.in(set(" a b "))).isEqualTo("a b");
    }

    @Test
    @DisplayName("a setting tells of itself as a user would write it, and reads as before")
    void described() {
        Setting<Duration> described = TIME.described("How long it may take.");

        assertThat(described.description()).isEqualTo("How long it may take.");
        assertThat(described.defaultText()).isEqualTo("30s");
        assertThat(described.allowed()).isEqualTo("1ms to 3600s");
        assertThat(described.in(set("5s"))).isEqualTo(Duration.ofSeconds(5));
        assertThat(CHOICE.defaultText()).isEqualTo("adaptive");
        assertThat(NUMBER.defaultText()).isEqualTo("7");
        assertThat(TEXT.allowed()).isEqualTo("any text");
        assertThat(TIME.description()).isEmpty();
    }
}
