package org.reactivempi.core.collective;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;

/**
 * What a rank has called: all of a collective operation that must be the same on all ranks, and where its program has called it. Ranks
 * that compare it send it like this, little-endian:
 *
 * <pre>
 *  0        4        8                16       17                48          80               144           192
 *  +--------+--------+----------------+--------+-----------------+-----------+----------------+-------------+
 *  |  rank  |  root  |     bytes      |  form  |      name       |    op     |    details     |    place    |
 *  +--------+--------+----------------+--------+-----------------+-----------+----------------+-------------+
 * </pre>
 * Texts end with a zero, or with their place.
 *
 * @param name what the operation is called
 * @param persistent whether it is a persistent one
 * @param root that it has, or {@link #NONE}
 * @param bytes how long the part is that is equally long on all ranks, or {@link #NONE}
 * @param op what it reduces with, and of what type the elements are, or nothing
 * @param details the lengths of all blocks, or nothing
 * @param place where the program has called it, which may be another one on each rank, such as {@code Main.java:12}; or nothing
 */
public record Call(String name, boolean persistent, int root, long bytes, String op, String details, String place) {

    /** How long one is that is sent. */
    static final int LENGTH_BYTES = 192;

    /** In place of a root or a length: it has none, or may have another on each rank. */
    static final int NONE = -1;
    /** In place of a root: only other ranks know which one it is, and all that it does. */
    private static final int UNKNOWN = -2;

    private static final String OF = " of ";
    private static final int FORM = 16;
    private static final int NAME = 17;
    private static final int OP = 48;
    private static final int DETAILS = 80;
    private static final int PLACE = 144;

    /** An operation that has nothing but its name in common on all ranks. */
    public static Call of(String name) {
        return new Call(name, false, NONE, NONE, "", "", "");
    }

    /** An operation in which this rank does nothing, and knows nothing of what others do. */
    public static Call ofNobody(String name) {
        return new Call(name, false, UNKNOWN, NONE, "", "", "");
    }

    /** The same by another name. */
    Call named(String name) {
        return new Call(name, persistent, root, bytes, op, details, place);
    }

    /** The same, with a root. */
    public Call root(int root) {
        return new Call(name, persistent, root, bytes, op, details, place);
    }

    /** The same, of so many bytes. */
    public Call bytes(long bytes) {
        return new Call(name, persistent, root, bytes, op, details, place);
    }

    /** The same, of blocks of such lengths. */
    public Call blocks(long[] lengths) {
        return new Call(
                name,
                persistent,
                root,
                Arrays.stream(lengths).sum(),
                op,
                shortened(Arrays.toString(lengths), PLACE - DETAILS),
                place);
    }

    /** The same, of elements of a type; empty where any two types go together. */
    public Call elements(String type) {
        return type.isEmpty() ? this : reducing("", type);
    }

    /**
     * The same, as a reduction.
     *
     * @param type of the elements; empty where any two types go together that are equally long
     */
    public Call reducing(String op, String type) {
        String reduced = type.isEmpty() ? op : op + OF + type;
        return new Call(name, persistent, root, bytes, shortened(reduced, DETAILS - OP), details, place);
    }

    /** The same, called at a place; null where that is not known. */
    Call at(@Nullable String calledAt) {
        return calledAt == null
                ? this
                : new Call(name, persistent, root, bytes, op, details, shortened(calledAt, LENGTH_BYTES - PLACE));
    }

    /** The same, as one start of a persistent operation. */
    Call asPersistent() {
        return new Call(name, true, root, bytes, op, details, place);
    }

    /** Texts that are too long differ in their ends, too. */
    private static String shortened(String text, int most) {
        String hash = "... #" + Integer.toHexString(text.hashCode());
        return text.length() <= most ? text : text.substring(0, most - hash.length()) + hash;
    }

    /** Puts it where {@code target} stands, as what {@code rank} has called. */
    void encode(int rank, ByteBuffer target) {
        int at = target.position();
        target.putInt(rank).putInt(root).putLong(bytes).put((byte) (persistent ? 1 : 0));
        text(name, target, at + NAME, OP - NAME);
        text(op, target, at + OP, DETAILS - OP);
        text(details, target, at + DETAILS, PLACE - DETAILS);
        text(place, target, at + PLACE, LENGTH_BYTES - PLACE);
        target.position(at + LENGTH_BYTES);
    }

    private static void text(String text, ByteBuffer target, int at, int most) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        target.put(at, bytes, 0, Math.min(most, bytes.length));
    }

    /** What stands at a place. */
    static Call decode(ByteBuffer source, int at) {
        return new Call(
                text(source, at + NAME, OP - NAME),
                source.get(at + FORM) != 0,
                source.getInt(at + Integer.BYTES),
                source.getLong(at + 2 * Integer.BYTES),
                text(source, at + OP, DETAILS - OP),
                text(source, at + DETAILS, PLACE - DETAILS),
                text(source, at + PLACE, LENGTH_BYTES - PLACE));
    }

    private static String text(ByteBuffer source, int at, int most) {
        byte[] bytes = new byte[most];
        source.get(at, bytes);
        int length = 0;
        while (length < most && bytes[length] != 0) {
            length++;
        }
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    /** In what it differs from another one; null if in nothing. */
    @Nullable
    ErrorClass difference(Call other) {
        if (!name.equals(other.name) || persistent != other.persistent) {
            return ErrorClass.OTHER;
        }
        if (root == UNKNOWN || other.root == UNKNOWN) {
            return null;
        }
        if (root != other.root) {
            return ErrorClass.ROOT;
        }
        if (!operation().equals(other.operation())) {
            return ErrorClass.OP;
        }
        if (!op.equals(other.op) && hasType() && other.hasType()) {
            return ErrorClass.TYPE;
        }
        return bytes == other.bytes && details.equals(other.details) ? null : ErrorClass.COUNT;
    }

    /** Whether it has a root, and a type, if another one has that it does not differ from: no rank has a type without the root. */
    boolean saysAsMuchAs(Call other) {
        return (hasType() || !other.hasType()) && (root != UNKNOWN || other.root == UNKNOWN);
    }

    private boolean hasType() {
        return op.contains(OF);
    }

    /** What it reduces with, without the type. */
    private String operation() {
        int end = op.indexOf(OF);
        return end < 0 ? op : op.substring(0, end);
    }

    /** As an error names it: {@code reduce with root 2, SUM of INT, 8 bytes, at Main.java:12}. */
    @Override
    public String toString() {
        return inWords(Integer::toString);
    }

    /** The same, with a root as a reader knows it. */
    String inWords(IntFunction<String> ranks) {
        StringBuilder text = new StringBuilder(persistent ? "persistent " : "").append(name);
        if (root == UNKNOWN) {
            text.append(" with a root elsewhere");
        } else if (root != NONE) {
            text.append(" with root ").append(ranks.apply(root));
        }
        boolean reduces = !operation().isEmpty();
        if (reduces) {
            text.append(", ").append(op);
        }
        if (!details.isEmpty()) {
            text.append(", blocks of ").append(details);
        }
        if (bytes != NONE) {
            text.append(", ").append(bytes).append(" bytes").append(reduces ? "" : op);
        }
        return place.isEmpty()
                ? text.toString()
                : text.append(", at ").append(place).toString();
    }
}
