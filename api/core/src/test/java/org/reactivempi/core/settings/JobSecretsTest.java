package org.reactivempi.core.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.Settings;
import org.reactivempi.transport.bootstrap.JobSecret;
import org.reactivempi.transport.channel.settings.SettingException;

class JobSecretsTest {

    private static final String BY_PROGRAM = "the program's secret, which is long enough";
    private static final String IN_FILE = "the file's secret, which is long enough";
    private static final String BY_ENVIRONMENT = "the environment's secret, which is long enough";

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void makeFile() throws IOException {
        assumeThat(directory.getFileSystem().supportedFileAttributeViews()).contains("posix");
        file = directory.resolve("secret");
        Files.writeString(file, IN_FILE + "\n");
        allow("rw-------");
    }

    private void allow(String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private static @Nullable String own(Settings settings, Map<String, String> environment) {
        return JobSecrets.own(settings, environment, new SessionSettings(settings, environment));
    }

    private static void fails(String message, Settings settings) {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> own(settings, Map.of()))
                .withMessageContaining(message);
    }

    @Test
    @DisplayName("the program's comes before that of the file, and that before the environment's")
    void order() {
        Map<String, String> environment =
                Map.of("REACTIVEMPI_SECRET", BY_ENVIRONMENT, "REACTIVEMPI_SECRET_FILE", file.toString());

        assertThat(own(Settings.create().secret(BY_PROGRAM), environment)).isEqualTo(BY_PROGRAM);
        assertThat(own(Settings.create(), environment)).isEqualTo(IN_FILE);
        assertThat(own(Settings.create(), Map.of("REACTIVEMPI_SECRET", BY_ENVIRONMENT)))
                .isEqualTo(BY_ENVIRONMENT);
        assertThat(own(Settings.create(), Map.of("REACTIVEMPI_SECRET", " "))).isNull();
        assertThat(own(Settings.create(), Map.of())).isNull();
    }

    @Test
    @DisplayName("a file that others may read is refused, and the message says what to do")
    void readableByOthers() throws IOException {
        Settings settings = Settings.create().with("secret-file", file.toString());
        for (String permissions : new String[] {"rw-r-----", "rw----r--", "rw--w----", "rwxrwxrwx"}) {
            allow(permissions);
            fails(
                    "reactivempi.secret-file is " + file + ", which others than its owner may use: chmod 600 " + file,
                    settings);
        }
        allow("r--------");
        assertThat(own(settings, Map.of())).isEqualTo(IN_FILE);
    }

    @Test
    @DisplayName("a file that is missing, no file, too short or too long is named")
    void wrongFile() throws IOException {
        fails("which does not exist", Settings.create().with("secret-file", file + "-of-nobody"));
        fails("which is no file", Settings.create().with("secret-file", directory.toString()));
        Settings settings = Settings.create().with("secret-file", file.toString());
        Files.writeString(file, "short\n");
        fails(file + ", which holds 5 characters, allowed are 32 to 1024", settings);
        Files.writeString(file, "x".repeat(5000));
        fails("more than 4096 bytes", settings);
    }

    @Test
    @DisplayName("a secret that is too short or too long is refused, and not repeated")
    void length() {
        fails(
                "reactivempi.secret is of 31 characters, allowed are 32 to 1024",
                Settings.create().secret("s".repeat(31)));
        fails("reactivempi.secret is of 1025 characters", Settings.create().secret("s".repeat(1025)));
        String digits = "0123456789abcdef";
        assertThat(own(Settings.create().secret(digits + digits), Map.of())).hasSize(32);
        assertThat(own(Settings.create().secret(digits.repeat(64)), Map.of())).hasSize(1024);
    }

    @Test
    @DisplayName("a secret of few different characters, or one that repeats a short text, is refused, and not repeated")
    void guessable() throws IOException {
        fails(
                "reactivempi.secret is of 1 different characters, at least 8 are needed",
                Settings.create().secret("s".repeat(32)));
        fails("of 2 different characters", Settings.create().secret("0110".repeat(100)));
        fails("of 7 different characters", Settings.create().secret("password".repeat(4)));
        fails(
                "reactivempi.secret is of 10 characters again and again, it must not repeat less than 16",
                Settings.create().secret("0123456789".repeat(3) + "012"));
        Settings settings = Settings.create().with("secret-file", file.toString());
        Files.writeString(file, "abcdefghi".repeat(5) + "\n");
        fails(file + ", which holds 9 characters again and again", settings);
    }

    @Test
    @DisplayName("what the job makes for itself is always taken")
    void random() {
        for (int i = 0; i < 1000; i++) {
            String made = JobSecret.random().text();
            assertThat(own(Settings.create().secret(made), Map.of())).isEqualTo(made);
        }
    }
}
