package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactivempi.core.settings.KnownSettings;
import org.reactivempi.transport.channel.settings.Setting;

/**
 * The list of settings is made from the settings. With {@code -Dpages.write=true} it is written into the page, else compared
 * with what stands there.
 */
@Tag("once")
class SettingsPageTest {

    private static final Path PAGE = Page.named("README.md").root().resolve("docs/guide/settings.md");
    private static final String START = "<!-- Made from the code by SettingsPageTest. -->\n";
    private static final String END = "<!-- Up to here. -->\n";
    private static final Pattern NUMBER = Pattern.compile("\\b\\d{4,}\\b");
    /** As channels are listed elsewhere; what has no channel's name in front comes before. */
    private static final List<String> CHANNELS = List.of("tcp-", "shm-", "rsocket-", "faulty-");

    @Test
    @DisplayName("docs/guide/settings.md has each setting's name, default, range and description, as the code has them")
    void list() throws IOException {
        Made.checkPart(PAGE, START, made(), END, SettingsPageTest.class);
    }

    @Test
    @DisplayName("each setting says what it says")
    void descriptions() {
        assertThat(KnownSettings.all())
                .isNotEmpty()
                .allSatisfy(setting -> assertThat(setting.description())
                        .describedAs(setting.name() + ": Setting.described(...)")
                        .endsWith("."));
    }

    private static String made() {
        return KnownSettings.all().stream()
                .sorted(Comparator.comparing(SettingsPageTest::channel))
                .map(SettingsPageTest::section)
                .collect(Collectors.joining("\n"));
    }

    private static int channel(Setting<?> setting) {
        return CHANNELS.stream()
                .filter(setting.name()::startsWith)
                .mapToInt(prefix -> CHANNELS.indexOf(prefix))
                .findFirst()
                .orElse(-1);
    }

    private static String section(Setting<?> setting) {
        return """
                ### `%s`

                %s

                Default: %s. Allowed: %s.
                """.formatted(
                setting.name(), setting.description(), byDefault(setting), readable(setting, setting.allowed()));
    }

    private static String byDefault(Setting<?> setting) {
        String text = setting.defaultText();
        if (text.isEmpty()) {
            return "none";
        }
        return Character.isDigit(text.charAt(0)) ? readable(setting, text) : "`" + text + "`";
    }

    /** Long times are in hours, and of bytes one sees how many KiB, MiB or GiB they are. */
    private static String readable(Setting<?> setting, String text) {
        if (setting.name().endsWith("-bytes")) {
            return NUMBER.matcher(text)
                    .replaceAll(number -> Matcher.quoteReplacement(bytes(Long.parseLong(number.group()))));
        }
        return text.replace("86400s", "24h").replace("3600s", "1h");
    }

    private static String bytes(long bytes) {
        if (bytes % (1 << 30) == 0) {
            return bytes + " (" + (bytes >> 30) + " GiB)";
        }
        if (bytes % (1 << 20) == 0) {
            return bytes + " (" + (bytes >> 20) + " MiB)";
        }
        return bytes % (1 << 10) == 0 ? bytes + " (" + (bytes >> 10) + " KiB)" : Long.toString(bytes);
    }
}
