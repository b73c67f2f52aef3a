package org.reactivempi.transport.shm.ring;

import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.reactivempi.transport.shm.file.Mapping;
import org.reactivempi.transport.shm.file.SharedDirectory;

/**
 * What is where in the memory that two ranks share.
 *
 * <pre>
 *  0        8         12          16       32       256        512           1024          4096      4096 + n
 *  +--------+---------+-----------+--------+--------+----------+-------------+-------------+---------+---------+
 *  | magic  | version | ringBytes | nonce  |        | flags of | tail, beat, | tail, beat, | bytes   | bytes   |
 *  |        |         |     n     |        |        | the ends | head: ring 0| head: ring 1| ring 0  | ring 1  |
 *  +--------+---------+-----------+--------+--------+----------+-------------+-------------+---------+---------+
 * </pre>
 * The tail has a {@link TailLine}. Words that different ranks write stand 128 bytes apart, since processors fetch cache lines in pairs.
 * Numbers have the host's byte order: this memory never leaves it.
 */
public final class RingFile {

    /** Which end of a link this is; also the number of the ring that it writes into. */
    public enum Side {
        /** Has made the file. */
        CONNECTOR,
        /** Was offered it. */
        ACCEPTOR;

        public Side other() {
            return this == CONNECTOR ? ACCEPTOR : CONNECTOR;
        }
    }

    public static final int LEAST_RING_BYTES = 64 * 1024;
    public static final int MOST_RING_BYTES = 64 * 1024 * 1024;

    public static final long MAGIC = 0x52_4d_50_49_52_69_6e_67L;
    public static final int VERSION = 3;

    private static final int MAGIC_AT = 0;
    private static final int VERSION_AT = 8;
    private static final int RING_BYTES_AT = 12;
    private static final int NONCE_AT = 16;
    private static final int FLAGS_AT = 256;
    private static final int RINGS_AT = 512;
    private static final int BYTES_AT = 4096;

    private static final int APART = 128;
    private static final int TAIL = 0;
    private static final int CLOSED = TailLine.LENGTH_BYTES;
    private static final int BEAT = CLOSED + Long.BYTES;
    private static final int HEAD = APART;
    private static final int RING_APART = 512;

    private final Mapping mapping;
    private final ByteBuffer memory;
    private final int ringBytes;
    /** Ends of rings, and the owner of this. */
    private int users = 1;

    /**
     * A file that was made.
     *
     * @param file its content
     * @param descriptor what another process gets it by; its holder closes it
     */
    public record Made(RingFile file, FileDescriptor descriptor) {}

    private RingFile(Mapping mapping, int ringBytes) {
        this.mapping = mapping;
        this.memory = mapping.memory();
        this.ringBytes = ringBytes;
        memory.order(ByteOrder.nativeOrder());
    }

    /** Makes one, for a peer that knows it by the nonce. */
    public static Made create(SharedDirectory directory, byte[] name, byte[] nonce, int ringBytes) throws IOException {
        SharedDirectory.Made made = directory.create(name, lengthBytes(ringBytes));
        RingFile file = new RingFile(made.memory(), ringBytes);
        file.mark(nonce);
        return new Made(file, made.descriptor());
    }

    /** Opens the one that a peer has given; it must have the nonce and the length that the peer has said. */
    public static RingFile open(SharedDirectory directory, FileDescriptor descriptor, byte[] nonce, int ringBytes)
            throws IOException {
        long lengthBytes = lengthBytes(ringBytes);
        directory.check(descriptor, lengthBytes);
        RingFile opened = new RingFile(directory.map(descriptor, 0, lengthBytes), ringBytes);
        if (!opened.isMarked(nonce)) {
            opened.free();
            throw new IOException("cannot use what was given: it is not the file that was offered");
        }
        return opened;
    }

    static long lengthBytes(int ringBytes) {
        return BYTES_AT + 2L * ringBytes;
    }

    public static boolean isRingBytes(int ringBytes) {
        return ringBytes >= LEAST_RING_BYTES && ringBytes <= MOST_RING_BYTES && Integer.bitCount(ringBytes) == 1;
    }

    /** Writes the beginning, by which the other end knows that it has the right file. */
    public void mark(byte[] nonce) {
        memory.putLong(MAGIC_AT, MAGIC).putInt(VERSION_AT, VERSION).putInt(RING_BYTES_AT, ringBytes);
        memory.put(NONCE_AT, nonce);
    }

    boolean isMarked(byte[] nonce) {
        return memory.getLong(MAGIC_AT) == MAGIC
                && memory.getInt(VERSION_AT) == VERSION
                && memory.getInt(RING_BYTES_AT) == ringBytes
                && memory.slice(NONCE_AT, nonce.length).equals(ByteBuffer.wrap(nonce));
    }

    /** How much that side has published. */
    public TailLine tail(Side side) {
        return new TailLine(memory, at(side, TAIL));
    }

    /** How much of that has been taken. */
    public SharedWord head(Side side) {
        return word(side, HEAD);
    }

    RingWriter writer(Side side) {
        users++;
        return new RingWriter(bytes(side), tail(side), head(side), this::free);
    }

    RingReader reader(Side side) {
        Side writer = side.other();
        users++;
        return new RingReader(bytes(writer), tail(writer), head(writer), this::free);
    }

    /**
     * The owner of this looks at no word of it any more. The memory goes when the ends of its rings, and the views that they have
     * lent, are free as well.
     */
    public void free() {
        users--;
        if (users == 0) {
            mapping.unmap();
        }
    }

    /** Not zero as soon as that side has written its last byte, or can't write more. */
    SharedWord closed(Side side) {
        return word(side, CLOSED);
    }

    /** Counts on as long as that side's loop turns; in the line after its other words, which it writes far more often. */
    SharedWord beat(Side side) {
        return word(side, BEAT);
    }

    /** Whether that side sleeps, and what for. */
    public SharedWord flag(Side side) {
        return new SharedWord(memory, FLAGS_AT + side.ordinal() * APART);
    }

    private ByteBuffer bytes(Side writer) {
        return memory.slice(BYTES_AT + writer.ordinal() * ringBytes, ringBytes);
    }

    private SharedWord word(Side writer, int at) {
        return new SharedWord(memory, at(writer, at));
    }

    private static int at(Side writer, int at) {
        return RINGS_AT + writer.ordinal() * RING_APART + at;
    }
}
