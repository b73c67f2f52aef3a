package org.reactivempi.core;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.reactivempi.transport.channel.settings.SettingException;

/** A file with a secret in it, which nobody but its owner may read. */
final class SecretFile {

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
        if (posix != null && !OF_THE_OWNER.containsAll(posix.readAttributes().permissions())) {
            throw wrong("which others than its owner may use: chmod 600 " + name);
        }
    }

    private SettingException wrong(String why) {
        return SettingException.because(setting, name, why);
    }
}
