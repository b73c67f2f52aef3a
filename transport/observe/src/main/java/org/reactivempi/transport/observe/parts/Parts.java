package org.reactivempi.transport.observe.parts;

import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The parts of one file, beside it: {@code FILE.3.part} while rank 3 writes it, {@code FILE.3.done} when it has, {@code FILE.3.none}
 * where it is known that there will be none. The rank that sees that its part was the last puts them together and removes them.
 *
 * <pre>
 *  FILE.0.done  FILE.1.part  FILE.2.done  FILE.3.none --rank 1 is done--&gt; FILE
 * </pre>
 * Where a rank has been killed, its part stays as it is, and the launcher puts together what there is. Any thread; ranks may
 * be processes of their own, on a file system that they share.
 */
public final class Parts {

    /** Puts parts together. */
    @FunctionalInterface
    public interface Merge {

        /**
         * Writes all of them into one file.
         *
         * @param parts of the ranks that there are, the lowest first
         * @param into to be made
         */
        void merge(List<Path> parts, Path into) throws IOException;
    }

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private static final FileAttribute<?>[] ANYBODY = {};

    /** Of a file's mode: S_IFMT, and S_IFCHR of a character device. */
    private static final int TYPE_MASK = 0170000;

    private static final int DEVICE = 0020000;

    private final Path file;
    private final int size;

    /**
     * The parts of a file.
     *
     * @param file what will be made of them
     * @param size how many there are if all ranks write theirs
     */
    public Parts(Path file, int size) {
        this.file = file.toAbsolutePath();
        this.size = size;
    }

    /** What a rank writes to. */
    public Path part(int rank) {
        return beside("." + rank + ".part");
    }

    private Path done(int rank) {
        return beside("." + rank + ".done");
    }

    private Path none(int rank) {
        return beside("." + rank + ".none");
    }

    /** In which rank 0 leaves a word for ranks that see the folder. */
    Path word() {
        return beside(".word");
    }

    @Override
    public String toString() {
        return file.toString();
    }

    private Path beside(String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }

    /**
     * Begins a file that only its owner may read and write. An old file or a link in its place is removed, not written to: a link
     * that another user has put there would lead elsewhere. A device is written to, and anything else is refused.
     */
    public static FileChannel create(Path file) throws IOException {
        if (isDevice(file)) {
            return FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        }
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            if (!isThere(file) && !Files.isSymbolicLink(file)) {
                throw new IOException(file + " is no regular file");
            }
            Files.delete(file);
        }
        FileAttribute<?>[] attributes = knows(file, "posix") ? new FileAttribute<?>[] {OWNER_ALONE} : ANYBODY;
        return FileChannel.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes);
    }

    private static boolean isDevice(Path file) throws IOException {
        return knows(file, "unix")
                && Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                && ((int) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS) & TYPE_MASK) == DEVICE;
    }

    private static boolean knows(Path file, String attributes) {
        return file.getFileSystem().supportedFileAttributeViews().contains(attributes);
    }

    /** Writes lines to such a file. */
    public static void write(Path file, List<String> lines) throws IOException {
        write(create(file), lines);
    }

    /** Writes lines, and closes the file. */
    public static void write(FileChannel file, List<String> lines) throws IOException {
        try (Writer out = Channels.newWriter(file, StandardCharsets.UTF_8)) {
            for (String line : lines) {
                out.write(line + System.lineSeparator());
            }
        }
    }

    /** Forgets which parts there will be none of: an earlier job may have left that behind. */
    void expectAll() throws IOException {
        for (int rank = 0; rank < size; rank++) {
            Files.deleteIfExists(none(rank));
        }
    }

    /** A part that came from another host is whole. */
    void keep(int rank) throws IOException {
        Files.move(part(rank), done(rank), StandardCopyOption.REPLACE_EXISTING);
    }

    /** There will be no part of a rank, unless it is writing one in this folder. */
    void missing(int rank) throws IOException {
        if (!isThere(part(rank)) && !isThere(done(rank))) {
            create(none(rank)).close();
        }
    }

    /** A rank has written its part; if it is the last one, all are put together. */
    public void done(int rank, Merge merge) throws IOException {
        keep(rank);
        if (areDone() && isFirst()) {
            mergeAll(merge);
        }
    }

    private boolean areDone() {
        return IntStream.range(0, size).allMatch(each -> isThere(done(each)) || isThere(none(each)));
    }

    /** Another rank may have seen that all are done, and have finished, between one's look and one's turn. */
    private void mergeAll(Merge merge) throws IOException {
        if (areDone()) {
            merge(
                    IntStream.range(0, size)
                            .mapToObj(this::done)
                            .filter(Parts::isThere)
                            .toList(),
                    merge);
        } else {
            Files.delete(beside(".merging"));
        }
    }

    /** A link is none of ours. */
    private static boolean isThere(Path part) {
        return Files.isRegularFile(part, LinkOption.NOFOLLOW_LINKS);
    }

    /** Two ranks may see at the same time that all are done. */
    private boolean isFirst() throws IOException {
        try {
            Files.createFile(beside(".merging"));
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    private void merge(List<Path> parts, Merge merge) throws IOException {
        Path making = beside(".tmp");
        try {
            merge.merge(parts, making);
            Files.move(making, file, StandardCopyOption.REPLACE_EXISTING);
            for (Path part : parts) {
                Files.delete(part);
            }
            expectAll();
        } finally {
            Files.deleteIfExists(making);
            Files.deleteIfExists(beside(".merging"));
        }
    }

    /** Puts together what there is, once no rank writes any more; false if there is nothing, or if that has been done. */
    public boolean mergeRest(Merge merge) throws IOException {
        List<Path> left = IntStream.range(0, size)
                .mapToObj(rank -> isThere(done(rank)) ? done(rank) : part(rank))
                .filter(Parts::isThere)
                .toList();
        if (!left.isEmpty()) {
            merge(left, merge);
        }
        return !left.isEmpty();
    }

    /** Removes the file, and what an earlier job has left of its parts. */
    public void clear() throws IOException {
        Files.deleteIfExists(file);
        Files.deleteIfExists(beside(".merging"));
        Files.deleteIfExists(word());
        List<Path> old = IntStream.range(0, size)
                .boxed()
                .flatMap(rank -> Stream.of(part(rank), done(rank), none(rank)))
                .toList();
        for (Path part : old) {
            Files.deleteIfExists(part);
        }
    }
}
