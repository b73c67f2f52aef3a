package org.reactivempi.core.settings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Settings;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.JobPlace;
import org.reactivempi.transport.bootstrap.JobSecret;
import org.reactivempi.transport.channel.settings.Setting;
import org.reactivempi.transport.channel.settings.SettingException;
import org.reactivempi.transport.channel.settings.SettingSource;
import org.reactivempi.transport.engine.platform.Platform;
import org.reactivempi.transport.engine.port.Secret;
import reactor.core.publisher.Mono;

/**
 * The job's secret: the program's, else that of a file, else that of the environment, else one that the job makes for
 * itself. It is taken from no place where other users of the host could read it: no system property, no argument.
 */
public final class JobSecrets {

    static final Setting<String> SECRET = Setting.text("secret", "");
    static final Setting<String> FILE = Setting.text(
                    "secret-file",
                    "",
                    "the path of a file that only its owner may use, with 32 to 1024 characters in it, at least 8 of them different, "
                            + "and not the same short text again and again")
            .described(
                    "What only the ranks of this job know, the same for all. None is what `REACTIVEMPI_SECRET` says, "
                            + "which the launcher sets, else one that the job makes for itself.");

    static final Setting<String> PORT = Setting.text("port-secret", "");
    static final Setting<String> PORT_FILE = Setting.text(
                    "port-secret-file",
                    "",
                    "the path of a file that only its owner may use, with 32 to 1024 characters in it, at least 8 of them different, "
                            + "and not the same short text again and again")
            .described(
                    "What the ranks of this job, and those of jobs that connect to its ports or whose ports it connects to, know, and nobody else. "
                            + "None is what `REACTIVEMPI_PORT_SECRET` says; without one, ports are for the ranks of this job alone.");

    private static final String PORT_VARIABLE = "REACTIVEMPI_PORT_SECRET";
    private static final int LEAST_CHARACTERS = 32;
    private static final int MOST_CHARACTERS = 1024;
    /** Of 32 random digits two in a thousand have less, of the 64 of {@link JobSecret} none ever. */
    private static final int LEAST_DIFFERENT = 8;
    /** What repeats a shorter text is no better than that. */
    private static final int LEAST_PERIOD = 16;

    private JobSecrets() {}

    /** The secret that all ranks of the job have. */
    public static Mono<Secret> of(Bootstrap bootstrap, Settings settings, SettingSource source, Platform platform) {
        Map<String, String> environment = bootstrap.place().jvm().environment();
        return Mono.fromSupplier(() -> new Own(own(settings, environment, source)))
                .flatMap(own -> bootstrap
                        .exchange()
                        .map(exchange -> exchange.secret(own.text()))
                        .orElseGet(() -> unexchanged(own, bootstrap.place(), platform)))
                .map(Secret::of);
    }

    /** Ranks that nothing launched can't agree on one. */
    private static Mono<String> unexchanged(Own own, JobPlace place, Platform platform) {
        if (own.text() == null && place.size() > 1) {
            return Mono.error(
                    new BootstrapException("ranks that find each other by a list need a secret, the same on all:"
                            + " set " + JobSecret.VARIABLE + ", or " + FILE.name()));
        }
        return Mono.just(
                own.text() == null
                        ? JobSecret.random(platform.random(place.rank())).text()
                        : own.text());
    }

    /** What was set for this rank, or null. Throws {@link SettingException} where it is nothing that can be used. */
    static @Nullable String own(Settings settings, Map<String, String> environment, SettingSource source) {
        String byProgram = settings.secret().orElse(null);
        return byProgram == null
                ? given(SECRET, FILE, JobSecret.VARIABLE, environment, source)
                : checked(byProgram, SECRET.name(), "");
    }

    /** What lets the ranks of other jobs in that connect to a port, or null. Throws {@link SettingException} where it is nothing that can be used. */
    public static @Nullable Secret ofPorts(Bootstrap bootstrap, Settings settings, SettingSource source) {
        String text = ownOfPorts(settings, bootstrap.place().jvm().environment(), source);
        return text == null ? null : Secret.of(text);
    }

    /** The same as text. */
    static @Nullable String ownOfPorts(Settings settings, Map<String, String> environment, SettingSource source) {
        String byProgram = settings.portSecret().orElse(null);
        return byProgram == null
                ? given(PORT, PORT_FILE, PORT_VARIABLE, environment, source)
                : checked(byProgram, PORT.name(), "");
    }

    private static @Nullable String given(
            Setting<String> setting,
            Setting<String> fileSetting,
            String variable,
            Map<String, String> environment,
            SettingSource source) {
        String file = fileSetting.in(source);
        if (!file.isEmpty()) {
            return checked(new SecretFile(fileSetting.name(), file).text(), fileSetting.name(), file);
        }
        String text = environment.get(variable);
        return text == null || text.isBlank() ? null : checked(text, setting.name(), "");
    }

    /** Says how long it is, or how it repeats itself; never what it is. */
    private static String checked(String text, String name, String file) {
        String secret = text.strip();
        long different = secret.chars().distinct().count();
        int period = period(secret);
        if (secret.length() < LEAST_CHARACTERS || secret.length() > MOST_CHARACTERS) {
            throw refused(
                    name,
                    file,
                    secret.length() + " characters",
                    "allowed are " + LEAST_CHARACTERS + " to " + MOST_CHARACTERS);
        }
        if (different < LEAST_DIFFERENT) {
            throw refused(
                    name, file, different + " different characters", "at least " + LEAST_DIFFERENT + " are needed");
        }
        if (period < LEAST_PERIOD) {
            throw refused(
                    name, file, period + " characters again and again", "it must not repeat less than " + LEAST_PERIOD);
        }
        return secret;
    }

    private static SettingException refused(String name, String file, String what, String allowed) {
        return file.isEmpty()
                ? SettingException.because(name, "of " + what, allowed)
                : SettingException.because(name, file, "which holds " + what + ", " + allowed);
    }

    /** How many characters it begins with that it then only repeats, the last time perhaps not all of them. */
    private static int period(String text) {
        int period = 1;
        while (period < text.length() && !text.regionMatches(period, text, 0, text.length() - period)) {
            period++;
        }
        return period;
    }

    /** Why a secret can't be set where it was. */
    static SettingException misplaced(String name) {
        boolean isOfPorts = name.equals(PORT.name());
        return SettingException.because(
                name,
                "not to be set here",
                "where others could read it: set " + (isOfPorts ? PORT_VARIABLE : JobSecret.VARIABLE)
                        + ", use Settings." + (isOfPorts ? "portSecret" : "secret") + ", or set "
                        + (isOfPorts ? PORT_FILE : FILE).name());
    }

    /** A secret or none, since no {@code Mono} carries null. */
    private record Own(@Nullable String text) {

        @Override
        public String toString() {
            return "Own[not shown]";
        }
    }

    /** A file with a secret in it, which only its owner may read. */
    private static final class SecretFile {

        private static final long MOST_BYTES = 4096;
        private static final Set<PosixFilePermission> OF_THE_OWNER = EnumSet.of(
                PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

        private final String setting;
        private final String name;

        SecretFile(String setting, String name) {
            this.setting = setting;
            this.name = name;
        }

        /** What is in it. Throws {@link SettingException} if it can't be had, or others could have it too. */
        String text() {
            try {
                Path path = Path.of(name);
                check(path);
                return Files.readString(path, StandardCharsets.UTF_8);
            } catch (InvalidPathException | IOException e) {
                throw wrong("which cannot be read: " + e.getMessage());
            }
        }

        private void check(Path path) throws IOException {
            if (!Files.isRegularFile(path)) {
                throw wrong(Files.exists(path) ? "which is no file" : "which does not exist");
            }
            if (Files.size(path) > MOST_BYTES) {
                throw wrong("which has more than " + MOST_BYTES + " bytes");
            }
            PosixFileAttributeView posix = Files.getFileAttributeView(path, PosixFileAttributeView.class);
            if (posix != null
                    && !OF_THE_OWNER.containsAll(posix.readAttributes().permissions())) {
                throw wrong("which others than its owner may use: chmod 600 " + name);
            }
        }

        private SettingException wrong(String why) {
            return SettingException.because(setting, name, why);
        }
    }
}
