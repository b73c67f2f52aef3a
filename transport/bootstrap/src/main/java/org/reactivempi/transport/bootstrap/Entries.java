package org.reactivempi.transport.bootstrap;

/** What may be put into the key-value exchange, the same for every bootstrap, so that programs move between them. */
public final class Entries {

    /** The longest key, in bytes; PMI's own limit. */
    public static final int KEY_LENGTH_MAX = 64;
    /**
     * The longest value, in bytes. PMI allows 1024, and less than 1000 for the whole command; this leaves room for a
     * key and a job's name of full length.
     */
    public static final int VALUE_LENGTH_MAX = 600;
    /** How many keys one rank may have, where a launcher of ours keeps them. */
    public static final int KEYS_MAX = 256;

    private static final String RESERVED_PREFIX = "PMI_";

    private Entries() {}

    /**
     * Checks a key that a program gave.
     *
     * @param key what to check
     * @throws BootstrapException if it is empty, too long, reserved, or has a character that is not allowed
     */
    public static void checkKey(String key) {
        check("key", key, KEY_LENGTH_MAX);
        if (key.indexOf('=') >= 0 || key.startsWith(RESERVED_PREFIX)) {
            throw new BootstrapException("key " + key + " has a '=' or starts with " + RESERVED_PREFIX);
        }
    }

    /**
     * Checks a key under which a rank publishes: a rank writes its own keys only, so that none can take the place of another.
     *
     * @param key what to check
     * @param rank the rank that publishes
     * @throws BootstrapException as {@link #checkKey}, and if it does not end with {@code -} and the rank
     */
    public static void checkOwnKey(String key, int rank) {
        checkKey(key);
        if (!key.endsWith("-" + rank)) {
            throw new BootstrapException("key " + key + " is none of rank " + rank + ", whose keys end with -" + rank);
        }
    }

    /**
     * Checks a value that a program gave.
     *
     * @param value what to check
     * @throws BootstrapException if it is empty, too long, or has a character that is not allowed
     */
    public static void checkValue(String value) {
        check("value", value, VALUE_LENGTH_MAX);
    }

    /**
     * Whether a character may stand in keys and values.
     *
     * @param character any character
     * @return true for printable ASCII but blank and backslash
     */
    public static boolean allowed(int character) {
        return character > ' ' && character < 0x7F && character != '\\';
    }

    private static void check(String what, String text, int lengthMax) {
        if (text.isEmpty() || text.length() > lengthMax) {
            throw new BootstrapException(what + " has " + text.length() + " characters; allowed are 1 to " + lengthMax);
        }
        if (!text.chars().allMatch(Entries::allowed)) {
            throw new BootstrapException(
                    what + " has a character that is not allowed; printable ASCII but blank and \\ is");
        }
    }
}
