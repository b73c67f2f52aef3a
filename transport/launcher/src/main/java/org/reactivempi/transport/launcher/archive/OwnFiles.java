package org.reactivempi.transport.launcher.archive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Files that nobody else on this host can have put there or changed: what a JVM loads from them is code. */
final class OwnFiles {

    private static final Path SELF = Path.of("/proc/self");
    private static final Set<PosixFilePermission> OTHERS_WRITE =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    private static final Set<PosixFilePermission> OWNER_ALONE = PosixFilePermissions.fromString("rwx------");

    private OwnFiles() {}

    /** Whether this user, or root, owns it and nobody else may write to it. */
    static boolean isOwn(Path path) throws IOException {
        PosixFileAttributes found = Files.readAttributes(path, PosixFileAttributes.class);
        boolean ours = found.owner().equals(self())
                || Files.getAttribute(path, "unix:uid").equals(0);
        return ours && Collections.disjoint(found.permissions(), OTHERS_WRITE);
    }

    /** A directory of this user's, made if there is none: itself, since the owner of a link to it may change that at any time. */
    static Path directory(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            Files.createDirectories(path, PosixFilePermissions.asFileAttribute(OWNER_ALONE));
        }
        Path itself = path.toRealPath();
        if (!isOwn(itself)) {
            throw new IOException(path + " belongs to somebody else, or may be changed by others");
        }
        return itself;
    }

    /** A new directory that only this user can look into. */
    static Path newDirectory(Path path) throws IOException {
        return Files.createDirectory(path, PosixFilePermissions.asFileAttribute(OWNER_ALONE));
    }

    /** Removes a file, or a directory with all that is in it, as far as that is possible. */
    static void delete(Path path) {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(path)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        } catch (IOException | UncheckedIOException e) {
            return;
        }
        for (Path one : all) {
            try {
                Files.deleteIfExists(one);
            } catch (IOException e) {
                ClassArchive.debug("cannot delete " + one + ": " + e);
            }
        }
    }

    private static UserPrincipal self() throws IOException {
        return Files.exists(SELF)
                ? Files.getOwner(SELF)
                : SELF.getFileSystem()
                        .getUserPrincipalLookupService()
                        .lookupPrincipalByName(System.getProperty("user.name"));
    }
}
