package org.reactivempi;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Names for tags, so that programs need no table of numbers:
 *
 * <pre>{@code
 * static final int PRICES = Tags.of("prices");
 * }</pre>
 *
 * <p>The tag of a name is a hash of it, the same in each process, of every version of this library, and on every platform. Two names
 * of a program that have the same one are told as an error where the second is used, in each process that uses both: with a hundred
 * names, in one program of 400 000.
 *
 * @since 0.1
 */
public final class Tags {

    /** The least tag of a name; smaller ones are for tags that a program chooses itself. */
    public static final int LEAST = 1 << 16;

    private static final int FNV_OFFSET = 0x811c9dc5;
    private static final int FNV_PRIME = 0x01000193;

    private static final ConcurrentMap<Integer, String> NAMES = new ConcurrentHashMap<>();

    private Tags() {}

    /**
     * The tag of a name: FNV-1a of its UTF-8, in the range that names have.
     *
     * @param name 1 character or more
     * @return {@link #LEAST} to the largest {@code int}
     * @throws MpiException {@link ErrorClass#TAG} if the name is empty, or if this process uses another name with the same tag: choose
     *     one of them differently
     */
    public static int of(String name) {
        if (Objects.requireNonNull(name, "name").isEmpty()) {
            throw new MpiException(ErrorClass.TAG, "a tag's name is empty");
        }
        int tag = hash(name);
        String other = NAMES.putIfAbsent(tag, name);
        if (other != null && !other.equals(name)) {
            throw new MpiException(
                    ErrorClass.TAG,
                    "the names \"" + other + "\" and \"" + name + "\" have the same tag, " + tag
                            + ": change one of them");
        }
        return tag;
    }

    private static int hash(String name) {
        int hash = FNV_OFFSET;
        for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (each & 0xff)) * FNV_PRIME;
        }
        return LEAST + Integer.remainderUnsigned(hash, Integer.MAX_VALUE - LEAST + 1);
    }
}
