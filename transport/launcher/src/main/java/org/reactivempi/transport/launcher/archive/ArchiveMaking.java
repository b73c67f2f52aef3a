package org.reactivempi.transport.launcher.archive;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Makes an archive of classes from the list that rank 0 has written, by a process that outlives the job and that nobody waits for.
 *
 * <pre>
 *  FILE.ID.recording/   one for each job that finds no archive; rank 0 writes the list into it
 *        |
 *        +--the job succeeds, renamed--> FILE.making/   one at a time: the rename fails where there is one
 *                                             |
 *                                             +--made, checked, renamed--> FILE
 * </pre>
 * Whatever is interrupted leaves a directory behind, and never a bad archive; the next job that finds none removes it after a while.
 */
final class ArchiveMaking {

    /** How many archives the user's cache directory has at most, each of some 30 MB. */
    static final int ARCHIVES_MAX = 8;

    private static final long BYTES_NEEDED = 256L << 20;
    private static final String RECORDING = ".recording";
    private static final String MAKING = ".making";
    private static final String LIST = "classes.list";
    private static final String MADE = "classes.jsa";
    private static final long RECORDING_HOURS_MAX = 24;
    private static final long MAKING_HOURS_MAX = 1;

    /** Nothing of what the job's environment holds, secrets or JVM options, is of use here. */
    private static final Set<String> ENVIRONMENT = Set.of("PATH", "LD_LIBRARY_PATH", "HOME", "LANG");

    /** Its arguments: the directory, the archive, and a JVM with its options and class path. */
    private static final String SCRIPT =
            "made=$1/" + MADE + "; making=$1; file=$2; java=$3; shift 3; trap 'rm -rf \"$making\"' EXIT;"
                    + " nice -n 19 \"$java\" -Xshare:dump -XX:SharedClassListFile=\"$making\"/" + LIST
                    + " -XX:SharedArchiveFile=\"$made\" \"$@\""
                    + " && chmod 600 \"$made\""
                    + " && nice -n 19 \"$java\" -Xshare:on -XX:SharedArchiveFile=\"$made\" \"$@\" -version"
                    + " && mv -f \"$made\" \"$file\"";

    private final Path file;
    private final Path recording;
    private final List<String> jvm;
    private final AtomicBoolean ended = new AtomicBoolean();

    private ArchiveMaking(Path file, Path recording, List<String> jvm) {
        this.file = file;
        this.recording = recording;
        this.jvm = jvm;
    }

    /**
     * Prepares the making of an archive.
     *
     * @param bounded whether the directory is the cache, whose older archives are removed
     * @throws IOException where there is no place for it
     */
    static ArchiveMaking begin(Path file, boolean bounded, String classPath, boolean linked) throws IOException {
        return begin(file, bounded, classPath, linked, BYTES_NEEDED);
    }

    static ArchiveMaking begin(Path file, boolean bounded, String classPath, boolean linked, long bytesNeeded)
            throws IOException {
        Path directory = file.resolveSibling(".").normalize();
        if (directory.toFile().getUsableSpace() < bytesNeeded) {
            throw new IOException(directory + " has less than " + (bytesNeeded >> 20) + " MB left");
        }
        tidy(directory, bounded ? "" : file.getFileName().toString());
        if (bounded) {
            makeRoom(directory);
        }
        Path recording = OwnFiles.newDirectory(file.resolveSibling(
                file.getFileName() + "." + Long.toHexString(UUID.randomUUID().getMostSignificantBits()) + RECORDING));
        List<String> jvm = new ArrayList<>();
        if (linked) {
            // As the ranks have it: linked classes fit the same modules only.
            jvm.addAll(List.of("-XX:+AOTClassLinking", ClassArchive.NATIVE_ACCESS));
        }
        jvm.addAll(List.of("-cp", classPath));
        return new ArchiveMaking(file, recording, jvm);
    }

    /** What rank 0 writes its classes into. */
    Path list() {
        return recording.resolve(LIST);
    }

    /** Starts the making after a job that has gone well; the process, if this job is the one that makes it. */
    Optional<Process> end(boolean well) {
        if (!ended.compareAndSet(false, true)) {
            return Optional.empty();
        }
        try {
            if (well && Files.size(list()) > 0) {
                return Optional.of(make());
            }
        } catch (IOException e) {
            ClassArchive.debug("this job makes no archive of classes: " + e);
        }
        OwnFiles.delete(recording);
        return Optional.empty();
    }

    private Process make() throws IOException {
        Path making = file.resolveSibling(file.getFileName() + MAKING);
        Files.move(recording, making, StandardCopyOption.ATOMIC_MOVE);
        List<String> command = new ArrayList<>(List.of("sh", "-c", SCRIPT, "sh", making.toString(), file.toString()));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm);
        // Not even its standard output: somebody may wait for the end of the launcher's.
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD);
        builder.environment().keySet().retainAll(ENVIRONMENT);
        try {
            return builder.start();
        } catch (IOException e) {
            OwnFiles.delete(making);
            throw e;
        }
    }

    /** Removes what jobs have left that were interrupted. */
    private static void tidy(Path directory, String prefix) throws IOException {
        for (Path left : entries(directory)) {
            String name = left.getFileName().toString();
            if (name.startsWith(prefix)
                    && (name.endsWith(RECORDING) && isOlder(left, RECORDING_HOURS_MAX)
                            || name.endsWith(MAKING) && isOlder(left, MAKING_HOURS_MAX))) {
                OwnFiles.delete(left);
            }
        }
    }

    /** For one more archive: those go that were not used for longest. */
    private static void makeRoom(Path directory) throws IOException {
        entries(directory).stream()
                .filter(path -> path.toString().endsWith(".jsa"))
                .sorted(Comparator.comparing(ArchiveMaking::lastUsed).reversed())
                .skip(ARCHIVES_MAX - 1)
                .forEach(OwnFiles::delete);
    }

    private static List<Path> entries(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        }
    }

    private static boolean isOlder(Path path, long hours) {
        return lastUsed(path).toMillis() < System.currentTimeMillis() - TimeUnit.HOURS.toMillis(hours);
    }

    private static FileTime lastUsed(Path path) {
        try {
            return Files.getLastModifiedTime(path);
        } catch (IOException e) {
            // Another job has removed it.
            return FileTime.fromMillis(System.currentTimeMillis());
        }
    }
}
