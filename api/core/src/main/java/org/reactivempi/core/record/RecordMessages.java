package org.reactivempi.core.record;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;

/**
 * What rank 0 and another rank say to each other about records.
 *
 * <pre>
 *  offer    | count | length of name | name | length of part | ... |    1, 1, name, 8 bytes
 *  command  | kind | index | position |                                 1, 1, 8 bytes
 *           | WORD | index | word     |                                 1, 1, 32 bytes
 *  finding  | 1 where the word was found, else 0 |                      1 byte
 *  chunk    | what stands from the position on, {@link #CHUNK_BYTES} at most |
 * </pre>
 * Little-endian. The index is the place in the offer. All of it comes from outside, and is checked here.
 */
final class RecordMessages {

    /** What rank 0 wants. */
    enum Kind {
        /** Do you find this word in the folder of that part? */
        WORD,
        /** Send what stands there. */
        PULL,
        /** I have all of that part. */
        KEPT,
        /** I want nothing more. */
        END
    }

    /**
     * A part that a rank offers.
     *
     * @param name of what it is a part
     * @param lengthBytes how long it is
     */
    record Offer(String name, long lengthBytes) {}

    /**
     * What rank 0 wants.
     *
     * @param index the place of the part in the offer
     * @param position for {@link Kind#PULL}
     * @param word for {@link Kind#WORD}
     */
    record Command(Kind kind, int index, long position, String word) {}

    static final int OFFER_TAG = 0;
    static final int COMMAND_TAG = 1;
    static final int FINDING_TAG = 2;
    static final int CHUNK_TAG = 3;

    static final int LONGEST_OFFER_BYTES = 1024;
    static final int WORD_CHARACTERS = 32;
    static final int LONGEST_COMMAND_BYTES = 2 + WORD_CHARACTERS;
    static final int CHUNK_BYTES = 64 * 1024;
    /** Nobody has such a disk; a length is counted down to 0, and must not overflow. */
    static final long LONGEST_PART_BYTES = 1L << 48;

    static final int MOST_PARTS = 16;
    private static final int LONGEST_NAME = 32;
    private static final Kind[] KINDS = Kind.values();

    private RecordMessages() {}

    static byte[] offer(List<Offer> parts) {
        ByteBuffer out = room(LONGEST_OFFER_BYTES).put((byte) parts.size());
        for (Offer part : parts) {
            byte[] name = part.name().getBytes(StandardCharsets.US_ASCII);
            out.put((byte) name.length).put(name).putLong(part.lengthBytes());
        }
        return written(out);
    }

    /** Throws where it is none. */
    static List<Offer> offered(byte[] message, int lengthBytes) {
        ByteBuffer in = ByteBuffer.wrap(message, 0, lengthBytes).order(ByteOrder.LITTLE_ENDIAN);
        List<Offer> parts = new ArrayList<>();
        Set<String> names = new HashSet<>();
        int count = in.hasRemaining() ? in.get() : -1;
        for (int i = 0; i < count && count <= MOST_PARTS; i++) {
            int length = in.hasRemaining() ? in.get() : -1;
            if (length < 1 || length > LONGEST_NAME || in.remaining() < length + Long.BYTES) {
                throw breach("an offer of " + lengthBytes + " bytes with a name of " + length);
            }
            byte[] name = new byte[length];
            in.get(name);
            Offer part = new Offer(new String(name, StandardCharsets.US_ASCII), in.getLong());
            if (part.lengthBytes() < 0 || part.lengthBytes() > LONGEST_PART_BYTES || !names.add(part.name())) {
                throw breach("a part of " + part.lengthBytes() + " bytes as number " + i);
            }
            parts.add(part);
        }
        if (count < 0 || count > MOST_PARTS || in.hasRemaining()) {
            throw breach("an offer of " + count + " parts in " + lengthBytes + " bytes");
        }
        return parts;
    }

    static byte[] word(int index, String word) {
        return written(command(Kind.WORD, index).put(word.getBytes(StandardCharsets.US_ASCII)));
    }

    static byte[] pull(int index, long position) {
        return written(command(Kind.PULL, index).putLong(position));
    }

    static byte[] kept(int index) {
        return written(command(Kind.KEPT, index));
    }

    static byte[] end() {
        return written(command(Kind.END, 0));
    }

    private static ByteBuffer command(Kind kind, int index) {
        return room(LONGEST_COMMAND_BYTES).put((byte) kind.ordinal()).put((byte) index);
    }

    /**
     * Throws where it is none.
     *
     * @param parts how many this rank has offered
     */
    static Command command(byte[] message, int lengthBytes, int parts) {
        ByteBuffer in = ByteBuffer.wrap(message, 0, lengthBytes).order(ByteOrder.LITTLE_ENDIAN);
        int code = lengthBytes < 2 ? -1 : in.get();
        int index = lengthBytes < 2 ? -1 : in.get();
        if (code < 0 || code >= KINDS.length || index < 0 || index >= Math.max(1, parts)) {
            throw breach("command " + code + " for part " + index + " of " + parts);
        }
        Kind kind = KINDS[code];
        int rest = switch (kind) {
            case WORD -> WORD_CHARACTERS;
            case PULL -> Long.BYTES;
            case KEPT, END -> 0;
        };
        if (in.remaining() != rest) {
            throw breach("a command " + kind + " of " + lengthBytes + " bytes");
        }
        long position = kind == Kind.PULL ? in.getLong() : 0;
        if (position < 0) {
            throw breach("a position of " + position);
        }
        String word = kind == Kind.WORD ? StandardCharsets.US_ASCII.decode(in).toString() : "";
        return new Command(kind, index, position, word);
    }

    static byte[] finding(boolean found) {
        return new byte[] {(byte) (found ? 1 : 0)};
    }

    /** Throws where it is none. */
    static boolean isFound(byte[] message, int lengthBytes) {
        if (lengthBytes != 1 || message[0] < 0 || message[0] > 1) {
            throw breach("a finding of " + lengthBytes + " bytes");
        }
        return message[0] == 1;
    }

    private static ByteBuffer room(int lengthBytes) {
        return ByteBuffer.allocate(lengthBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] written(ByteBuffer out) {
        byte[] message = new byte[out.flip().remaining()];
        out.get(message);
        return message;
    }

    /** The other side has broken a rule of this package. */
    static MpiException breach(String what) {
        return new MpiException(
                ErrorClass.INTERN, "another rank sent " + what + ", which is no way to hand over records");
    }
}
