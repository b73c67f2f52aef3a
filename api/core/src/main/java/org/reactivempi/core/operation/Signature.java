package org.reactivempi.core.operation;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Datatype;
import org.reactivempi.Envelope;
import org.reactivempi.Payload;

/**
 * The signature of a message, where types are checked: which basic elements it has, in which order (MPI-4.1, 3.3.1 and 5.1.11). It
 * travels ahead of the message as a sum over them, with the sender's type in words, and where its program has sent it.
 *
 * <pre>
 *  0               8       9       10
 *  +---------------+-------+-------+----------- - -
 *  |      sum      | basic | strict|  words
 *  +---------------+-------+-------+----------- - -
 * </pre>
 * {@code basic} is the number of the basic type, where all elements are of the same, else 0; {@code strict} is 1 where bytes go with
 * bytes alone.
 */
final class Signature {

    private static final int SUM = 0;
    private static final int BASIC = Long.BYTES;
    private static final int STRICT = BASIC + 1;
    private static final int WORDS = STRICT + 1;
    private static final int MOST_WORDS = 200;

    /** In the order of their numbers, which begin with 1. */
    private static final List<Datatype> BASICS = List.of(
            Datatype.BYTE,
            Datatype.BOOLEAN,
            Datatype.SHORT,
            Datatype.CHAR,
            Datatype.INT,
            Datatype.FLOAT,
            Datatype.LONG,
            Datatype.DOUBLE,
            Datatype.PACKED);

    private static final int MIXED = 0;
    private static final int BYTE = 1;
    private static final int PACKED = BASICS.size();
    /** In place of the number of a basic element, for one that the message ends in. */
    private static final int CUT = -1;

    private Signature() {}

    /** What goes ahead of a message; null where nobody checks. */
    static byte @Nullable [] of(Payload data, TypeCheck mode, @Nullable String place) {
        return mode == TypeCheck.OFF ? null : of(data, elements(data.datatype(), data.lengthBytes()), mode, place);
    }

    private static byte[] of(Payload data, Elements elements, TypeCheck mode, @Nullable String place) {
        byte[] words = (words(data) + " was sent" + at(place)).getBytes(StandardCharsets.UTF_8);
        ByteBuffer signature = ByteBuffer.allocate(WORDS + words.length).order(ByteOrder.LITTLE_ENDIAN);
        return signature
                .putLong(elements.sum())
                .put((byte) elements.basic())
                .put((byte) (mode == TypeCheck.STRICT ? 1 : 0))
                .put(words)
                .array();
    }

    private static String words(Payload buffer) {
        String type = buffer.datatype().toString();
        return buffer.count() + " x " + (type.length() <= MOST_WORDS ? type : type.substring(0, MOST_WORDS) + "...");
    }

    /**
     * What is wrong with a receive of a message.
     *
     * @param signature of the message
     * @param room where it is to go
     * @param lengthBytes how long it is, at most as long as the room
     * @param place where the program has called the receive; null where that is not known
     * @return null if nothing is
     */
    static @Nullable String mismatch(byte[] signature, Payload room, long lengthBytes, @Nullable String place) {
        if (signature.length < WORDS || lengthBytes == 0) {
            return null;
        }
        ByteBuffer sent = ByteBuffer.wrap(signature).order(ByteOrder.LITTLE_ENDIAN);
        Elements expected = elements(room.datatype(), lengthBytes);
        boolean strict = sent.get(STRICT) != 0;
        boolean isRaw = isRaw(sent.get(BASIC), strict) || isRaw(expected.basic(), strict);
        if (isRaw || sent.getLong(SUM) == expected.sum()) {
            return null;
        }
        String words = new String(signature, WORDS, signature.length - WORDS, StandardCharsets.UTF_8);
        return words + ", and " + words(room) + " is to be received" + at(place);
    }

    /**
     * What is wrong with memory that elements come to in their own rank.
     *
     * @param lengthBytes of what is compared, from the beginning of both
     * @return null if nothing is
     */
    static @Nullable String mismatch(Payload sent, Payload room, long lengthBytes, TypeCheck mode) {
        return mode == TypeCheck.OFF || lengthBytes == 0
                ? null
                : mismatch(of(sent, elements(sent.datatype(), lengthBytes), mode, null), room, lengthBytes, null);
    }

    /** The basic type that all elements are of; empty where they are of several, where there are none, or where any type goes. */
    static String basic(Payload data, TypeCheck mode) {
        if (mode == TypeCheck.OFF || data.lengthBytes() == 0) {
            return "";
        }
        int basic = elements(data.datatype(), data.lengthBytes()).basic();
        return basic <= MIXED || isRaw(basic, mode == TypeCheck.STRICT)
                ? ""
                : BASICS.get(basic - 1).toString();
    }

    private static String at(@Nullable String place) {
        return place == null ? "" : " at " + place;
    }

    private static boolean isRaw(int basic, boolean strict) {
        return basic == PACKED || basic == BYTE && !strict;
    }

    /** The first bytes of elements of a type. */
    private static Elements elements(Datatype type, long bytes) {
        long size = type.sizeBytes();
        if (size == 0) {
            return Elements.NONE;
        }
        Elements whole = bytes < size ? Elements.NONE : element(type).times(bytes / size);
        return bytes % size == 0 ? whole : whole.then(begin(type, bytes % size));
    }

    private static Elements element(Datatype type) {
        int basic = BASICS.indexOf(type);
        return basic >= 0 ? Elements.of(basic + 1) : begin(type, type.sizeBytes());
    }

    /** The first bytes of one element, 1 or more. */
    private static Elements begin(Datatype type, long bytes) {
        Envelope envelope = type.envelope();
        if (envelope instanceof Envelope.Struct struct) {
            return begin(struct, bytes);
        }
        return envelope instanceof Envelope.Named ? Elements.of(CUT) : elements(part(envelope), bytes);
    }

    private static Elements begin(Envelope.Struct struct, long bytes) {
        Elements begin = Elements.NONE;
        long left = bytes;
        for (int i = 0; i < struct.types().size() && left > 0; i++) {
            Datatype type = struct.types().get(i);
            long length = Math.min(left, struct.blockLengths().get(i) * type.sizeBytes());
            begin = begin.then(elements(type, length));
            left -= length;
        }
        return begin;
    }

    /** What a type is made of that is made of one other type: wherever the elements are, they are all of that one. */
    private static Datatype part(Envelope envelope) {
        if (envelope instanceof Envelope.Dup dup) {
            return dup.type();
        } else if (envelope instanceof Envelope.Contiguous contiguous) {
            return contiguous.type();
        } else if (envelope instanceof Envelope.Vector vector) {
            return vector.type();
        } else if (envelope instanceof Envelope.HVector vector) {
            return vector.type();
        } else if (envelope instanceof Envelope.Indexed indexed) {
            return indexed.type();
        } else if (envelope instanceof Envelope.HIndexed indexed) {
            return indexed.type();
        } else if (envelope instanceof Envelope.IndexedBlock indexed) {
            return indexed.type();
        } else if (envelope instanceof Envelope.HIndexedBlock indexed) {
            return indexed.type();
        } else if (envelope instanceof Envelope.Subarray subarray) {
            return subarray.type();
        } else if (envelope instanceof Envelope.DArray darray) {
            return darray.type();
        } else if (envelope instanceof Envelope.Resized resized) {
            return resized.type();
        }
        throw new IllegalStateException(envelope + " is made of no other type");
    }

    /**
     * Basic elements in their order.
     *
     * @param count how many
     * @param sum a polynomial of their numbers, modulo 2^64, so that the sums of two rows give that of both
     * @param basic the number of all of them, or {@link #MIXED}
     */
    private record Elements(long count, long sum, int basic) {

        static final Elements NONE = new Elements(0, 0, MIXED);

        private static final long BASE = 0x9E3779B97F4A7C15L;

        static Elements of(int basic) {
            return new Elements(1, basic, basic);
        }

        Elements then(Elements next) {
            if (count == 0 || next.count == 0) {
                return count == 0 ? next : this;
            }
            return new Elements(
                    count + next.count, sum * power(next.count) + next.sum, basic == next.basic ? basic : MIXED);
        }

        Elements times(long times) {
            Elements result = NONE;
            Elements doubled = this;
            for (long left = times; left > 0; left >>= 1) {
                if ((left & 1) != 0) {
                    result = doubled.then(result);
                }
                doubled = left > 1 ? doubled.then(doubled) : doubled;
            }
            return result;
        }

        private static long power(long exponent) {
            long result = 1;
            long square = BASE;
            for (long left = exponent; left > 0; left >>= 1) {
                result = (left & 1) == 0 ? result : result * square;
                square *= square;
            }
            return result;
        }
    }
}
