package org.reactivempi.transport.shm.file;

import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where ranks of a host share memory: makes files, and opens those of others. A file loses its name before it has content, and is
 * handed to the other rank as a descriptor, so that nothing stays when both are killed. Each failure is an {@link IOException}
 * that names the file, what is wrong with it, and what is needed.
 */
public final class SharedDirectory {

    /** How the names of all files begin. */
    public static final String PREFIX = "reactivempi-";

    private static final Set<OpenOption> CREATE =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    private static final Set<OpenOption> OPEN = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
    /** Here a process finds the files of its descriptors, also where they have no other name. */
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final int TYPE_AND_MODE = 0170777;
    private static final int FILE_OF_OWNER_ONLY = 0100600;
    private static final int ZEROS_BYTES = 64 * 1024;

    private final Path path;
    private final long uid;
    private final ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS_BYTES);

    /**
     * A file that was made.
     *
     * @param memory all of it
     * @param descriptor what another process gets it by; its holder closes it
     */
    public record Made(Mapping memory, FileDescriptor descriptor) {}

    /**
     * A directory.
     *
     * @param path where it is
     * @param uid the user that owns all files
     */
    public SharedDirectory(Path path, long uid) {
        this.path = path;
        this.uid = uid;
    }

    public Path file(byte[] name) {
        return path.resolve(PREFIX + HexFormat.of().formatHex(name));
    }

    /** Makes a file and maps it. */
    public Made create(byte[] name, long lengthBytes) throws IOException {
        FileDescriptor descriptor = make(name, lengthBytes);
        try {
            return new Made(map(descriptor, 0, lengthBytes), descriptor);
        } catch (IOException | OutOfMemoryError e) {
            descriptor.close();
            throw new IOException(whyNot(file(name), lengthBytes, e), e);
        }
    }

    /** Makes a file, which is not mapped. Its holder closes it. For any thread. */
    public FileDescriptor make(byte[] name, long lengthBytes) throws IOException {
        Path file = file(name);
        try {
            return filled(file, lengthBytes);
        } catch (IOException | OutOfMemoryError e) {
            throw new IOException(whyNot(file, lengthBytes, e), e);
        }
    }

    /** With all of its memory: a hole in it would kill the process that writes there when there is no more. */
    private FileDescriptor filled(Path file, long lengthBytes) throws IOException {
        if (lengthBytes > usableBytes()) {
            throw new IOException("No space left on device");
        }
        return uninterrupted(() -> {
            try (FileChannel channel = FileChannel.open(file, CREATE, OWNER_ONLY)) {
                FileDescriptor descriptor = withoutName(file);
                try {
                    fill(channel, lengthBytes);
                    return descriptor;
                } catch (IOException | OutOfMemoryError e) {
                    descriptor.close();
                    throw e;
                }
            }
        });
    }

    /** Java tells nobody the numbers of its own descriptors, so the file, empty as yet, is opened once more. */
    private static FileDescriptor withoutName(Path file) throws IOException {
        try {
            return FileDescriptor.from(file.toFile());
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private void fill(FileChannel channel, long lengthBytes) throws IOException {
        ByteBuffer next = zeros.duplicate();
        for (long at = 0; at < lengthBytes; at += next.position()) {
            channel.write(next.rewind().limit((int) Math.min(ZEROS_BYTES, lengthBytes - at)), at);
        }
    }

    private String whyNot(Path file, long lengthBytes, Throwable e) {
        String needs = "cannot make " + file + " of " + lengthBytes + " bytes: ";
        if (e instanceof NoSuchFileException) {
            return needs + "shm-directory " + path + " does not exist";
        }
        return needs + e.getMessage() + "; shm-directory " + path + " has " + usable() + " bytes left";
    }

    private long usableBytes() throws IOException {
        return Files.getFileStore(path).getUsableSpace();
    }

    private String usable() {
        try {
            return Long.toString(usableBytes());
        } catch (IOException e) {
            return "an unknown number of";
        }
    }

    /** Throws if a file that a peer has given is not this user's, or can be opened by others, or has another length than the peer has said. */
    public void check(FileDescriptor descriptor, long lengthBytes) throws IOException {
        check(path(descriptor), lengthBytes);
    }

    private static Path path(FileDescriptor descriptor) {
        return DESCRIPTORS.resolve(Integer.toString(descriptor.intValue()));
    }

    /** A part of a file, to read and write. */
    public Mapping map(FileDescriptor descriptor, long at, long lengthBytes) throws IOException {
        return uninterrupted(() -> {
            try (FileChannel channel = FileChannel.open(path(descriptor), OPEN)) {
                return Mapping.of(channel, at, lengthBytes);
            }
        });
    }

    /** The same as a {@code MemorySegment}, of any length; nothing before Java 22. */
    public Optional<Mapping> mapWhole(FileDescriptor descriptor, long at, long lengthBytes) throws IOException {
        return uninterrupted(() -> {
            try (FileChannel channel = FileChannel.open(path(descriptor), OPEN)) {
                return Mapping.whole(channel, at, lengthBytes);
            }
        });
    }

    /** Something that is done with a file. */
    private interface Use<T> {

        T now() throws IOException;
    }

    /**
     * An interrupt closes the file that its thread has in hand. But where the thread is one of the program that drives the loop, the
     * interrupt is for what it waits for, and no business of this connection: it is kept until the file is done with.
     */
    private static <T> T uninterrupted(Use<T> use) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return use.now();
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void check(Path file, long lengthBytes) throws IOException {
        Map<String, Object> found = Files.readAttributes(file, "unix:uid,mode,size");
        expect("owner", number(found, "uid"), uid);
        long mode = number(found, "mode") & TYPE_AND_MODE;
        if (mode != FILE_OF_OWNER_ONLY) {
            throw new IOException("cannot use what was given: its mode is " + Long.toOctalString(mode) + ", must be "
                    + Long.toOctalString(FILE_OF_OWNER_ONLY));
        }
        expect("length", number(found, "size"), lengthBytes);
    }

    private static long number(Map<String, Object> attributes, String name) throws IOException {
        if (attributes.get(name) instanceof Number number) {
            return number.longValue();
        }
        throw new IOException("files have no " + name + " here");
    }

    private static void expect(String what, long actual, long expected) throws IOException {
        if (actual != expected) {
            throw new IOException("cannot use what was given: its " + what + " is " + actual + ", must be " + expected);
        }
    }
}
