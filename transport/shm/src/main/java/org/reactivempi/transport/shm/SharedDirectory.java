package org.reactivempi.transport.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
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
 * Where ranks of a host share memory: makes files, opens those of others, and unlinks them. Each failure is an
 * {@link IOException} that names the file, what is wrong with it, and what is needed.
 */
final class SharedDirectory {

    /** How the names of all files begin. */
    static final String PREFIX = "reactivempi-";

    private static final Set<OpenOption> CREATE =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    private static final Set<OpenOption> OPEN =
            Set.of(LinkOption.NOFOLLOW_LINKS, StandardOpenOption.READ, StandardOpenOption.WRITE);
    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final int TYPE_AND_MODE = 0170777;
    private static final int FILE_OF_OWNER_ONLY = 0100600;
    private static final int ZEROS_BYTES = 64 * 1024;

    private final Path path;
    private final long uid;

    /**
     * A directory.
     *
     * @param path where it is
     * @param uid the user that owns all files
     */
    SharedDirectory(Path path, long uid) {
        this.path = path;
        this.uid = uid;
    }

    Path file(byte[] name) {
        return path.resolve(PREFIX + HexFormat.of().formatHex(name));
    }

    /** Makes a file, with all of its memory: a hole in it would kill whoever writes there when there is no more. */
    RingFile create(byte[] name, byte[] nonce, int ringBytes) throws IOException {
        Path file = file(name);
        try (FileChannel channel = FileChannel.open(file, CREATE, OWNER_ONLY)) {
            RingFile made = fill(channel, ringBytes);
            made.mark(nonce);
            return made;
        } catch (IOException | OutOfMemoryError e) {
            unlink(name);
            throw new IOException(whyNot(file, ringBytes, e), e);
        }
    }

    private static RingFile fill(FileChannel channel, int ringBytes) throws IOException {
        long lengthBytes = RingFile.lengthBytes(ringBytes);
        ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS_BYTES);
        for (long at = 0; at < lengthBytes; at += zeros.position()) {
            channel.write(zeros.rewind().limit((int) Math.min(ZEROS_BYTES, lengthBytes - at)), at);
        }
        return new RingFile(channel.map(FileChannel.MapMode.READ_WRITE, 0, lengthBytes), ringBytes);
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

    /** Opens the file of a peer, who has said what is in it. */
    RingFile open(byte[] name, byte[] nonce, int ringBytes) throws IOException {
        Path file = file(name);
        check(file, RingFile.lengthBytes(ringBytes));
        try (FileChannel channel = FileChannel.open(file, OPEN)) {
            long lengthBytes = RingFile.lengthBytes(ringBytes);
            expect(file, "length", channel.size(), lengthBytes);
            RingFile opened = new RingFile(channel.map(FileChannel.MapMode.READ_WRITE, 0, lengthBytes), ringBytes);
            if (!opened.isMarked(nonce)) {
                throw new IOException("cannot use " + file + ": it is not the file that was offered");
            }
            return opened;
        }
    }

    private void check(Path file, long lengthBytes) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("cannot use " + file + ": it is not there");
        }
        Map<String, Object> found = Files.readAttributes(file, "unix:uid,mode,size", LinkOption.NOFOLLOW_LINKS);
        expect(file, "owner", number(found, "uid"), uid);
        long mode = number(found, "mode") & TYPE_AND_MODE;
        if (mode != FILE_OF_OWNER_ONLY) {
            throw new IOException("cannot use " + file + ": its mode is " + Long.toOctalString(mode) + ", must be "
                    + Long.toOctalString(FILE_OF_OWNER_ONLY));
        }
        expect(file, "length", number(found, "size"), lengthBytes);
    }

    private static long number(Map<String, Object> attributes, String name) throws IOException {
        if (attributes.get(name) instanceof Number number) {
            return number.longValue();
        }
        throw new IOException("files have no " + name + " here");
    }

    private static void expect(Path file, String what, long actual, long expected) throws IOException {
        if (actual != expected) {
            throw new IOException("cannot use " + file + ": its " + what + " is " + actual + ", must be " + expected);
        }
    }

    /** Removes a file from the directory, if it is there; who has it mapped keeps it. */
    void unlink(byte[] name) {
        try {
            Files.deleteIfExists(file(name));
        } catch (IOException e) {
            // Whoever took it away from us has to remove it.
        }
    }
}
