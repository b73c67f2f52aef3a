package org.reactivempi.transport.bootstrap.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file from which the JVMs of ranks take classes ready for use, where otherwise they load and check each (class data
 * sharing). Rank 0 makes it as it ends, when there is none or something of the class path is newer; all ranks use it.
 *
 * <p>The JVM itself ignores an archive that does not fit, such as one of another JDK.
 */
final class ClassArchive {

    /** Whether an archive fits is nobody's concern: without it all works as well. */
    private static final String SILENTLY = "-Xlog:cds*=off";

    private final Path file;
    private final List<Path> classPath;

    private ClassArchive(Path file, List<Path> classPath) {
        this.file = file;
        this.classPath = classPath;
    }

    /** The archive of a class path as the JVM writes it. */
    static ClassArchive of(Path file, String classPath) {
        return new ClassArchive(
                file,
                Arrays.stream(classPath.split(File.pathSeparator, -1))
                        .map(Path::of)
                        .toList());
    }

    /** Why there can be no archive, where that is so. */
    @Nullable
    String problem() {
        return classPath.stream()
                .filter(Files::isDirectory)
                .findFirst()
                .map(directory -> "--cds needs a class path of jar files; " + directory + " is a directory")
                .orElse(null);
    }

    /** What a rank's JVM is told. */
    List<String> arguments(int rank) {
        if (isFresh()) {
            return List.of("-XX:SharedArchiveFile=" + file, SILENTLY);
        }
        return rank == 0 ? List.of("-XX:ArchiveClassesAtExit=" + file, SILENTLY) : List.of();
    }

    private boolean isFresh() {
        long made = lastModified(file);
        return made > 0
                && Stream.concat(
                                classPath.stream(),
                                Stream.of(Path.of(System.getProperty("java.home"), "lib", "modules")))
                        .allMatch(entry -> lastModified(entry) <= made);
    }

    /** In milliseconds; 0 where there is no such file. */
    private static long lastModified(Path path) {
        try {
            return Files.getLastModifiedTime(path).toMillis();
        } catch (IOException e) {
            return 0;
        }
    }
}
