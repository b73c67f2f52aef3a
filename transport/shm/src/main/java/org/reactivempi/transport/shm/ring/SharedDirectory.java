package org.reactivempi.transport.shm.ring;

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
     * @param file its content
     * @param descriptor what another process gets it by; its holder closes it
     */
    public record Made(RingFile file, FileDescriptor descriptor) {}

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

    /** Makes a file, with all of its memory: a hole in it would kill the process that writes there when there is no more. */
    public Made create(byte[] name, byte[] nonce, int ringBytes) throws IOException {
        Path file = file(name);
        try {
            return uninterrupted(() -> make(file, nonce, ringBytes));
        } catch (IOException | OutOfMemoryError e) {
            throw new IOException(whyNot(file, ringBytes, e), e);
        }
    }

    private Made make(Path file, byte[] nonce, int ringBytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, CREATE, OWNER_ONLY)) {
            FileDescriptor descriptor = withoutName(file);
            try {
                RingFile made = fill(channel, ringBytes);
                made.mark(nonce);
                return new Made(made, descriptor);
            } catch (IOException | OutOfMemoryError e) {
                descriptor.close();
                throw e;
            }
        }
    }

    /** Java tells nobody the numbers of its own descriptors, so the file, empty as yet, is opened once more. */
    private static FileDescriptor withoutName(Path file) throws IOException {
        try {
            return FileDescriptor.from(file.toFile());
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private RingFile fill(FileChannel channel, int ringBytes) throws IOException {
        long lengthBytes = RingFile.lengthBytes(ringBytes);
        for (long at = 0; at < lengthBytes; at += zeros.position()) {
            channel.write(zeros.rewind().limit((int) Math.min(ZEROS_BYTES, lengthBytes - at)), at);
        }
        return new RingFile(Mapping.of(channel, lengthBytes), ringBytes);
    }

    private String whyNot(Path file, int ringBytes, Throwable e) {
        String needs = "cannot make " + file + " of " + RingFile.lengthBytes(ringBytes) + " bytes: ";
        if (e instanceof NoSuchFileException) {
            return needs + "shm-directory " + path + " does not exist";
        }
        return needs + e.getMessage() + "; shm-directory " + path + " has " + usable() + " bytes left";
    }

    private String usable() {
        try {
            return Long.toString(Files.getFileStore(path).getUsableSpace());
        } catch (IOException e) {
            return "an unknown number of";
        }
    }

    /** Opens the file that a peer has given; it must have the nonce and the length that the peer has said. */
    public RingFile open(FileDescriptor descriptor, byte[] nonce, int ringBytes) throws IOException {
        Path file = DESCRIPTORS.resolve(Integer.toString(descriptor.intValue()));
        long lengthBytes = RingFile.lengthBytes(ringBytes);
        check(file, lengthBytes);
        return uninterrupted(() -> map(file, lengthBytes, nonce, ringBytes));
    }

    private static RingFile map(Path file, long lengthBytes, byte[] nonce, int ringBytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, OPEN)) {
            RingFile opened = new RingFile(Mapping.of(channel, lengthBytes), ringBytes);
            if (!opened.isMarked(nonce)) {
                opened.free();
                throw new IOException("cannot use what was given: it is not the file that was offered");
            }
            return opened;
        }
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
