package org.reactivempi.transport.bootstrap.pmi;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.Entries;

/**
 * A command or an answer: one line of ASCII.
 *
 * <pre>
 *  cmd=NAME key=value key=value ...\n
 * </pre>
 * Made by {@link #command} and {@link #with}, or parsed. Of a repeated key the first value counts; words that are no
 * {@code key=value} are ignored. Immutable once it is sent or parsed.
 */
public final class PmiLine {

    /** The longest line that PMI lets a rank send, newline included. */
    public static final int LENGTH_MAX = 999;

    /** From our launcher, at any time: say what you wait for. It is no part of PMI, and wants no answer. */
    public static final String ASK = "reactive-mpi-ask";

    /** From our launcher, at any time: the process of {@link #RANK} has ended without finalizing. Wants no answer either. */
    public static final String FAILED = "reactive-mpi-failed";

    public static final String RANK = "rank";

    /** To our launcher: this rank has agreed with others that {@link #RANKS} have failed, and goes on without them if it may. */
    public static final String GIVE_UP = "reactive-mpi-give-up";

    /** Its answer; with an error where it is this rank that others have given up. */
    public static final String GIVE_UP_RESULT = "reactive-mpi-give-up-result";

    /** Numbers with commas between. */
    public static final String RANKS = "ranks";

    /** The answer to the first command. */
    public static final String INITIALIZED = "response_to_init";

    /** What a rank of our launcher proves with {@code initack} that it is the one that was started. */
    public static final String TOKEN = "token";

    private static final String OUR_JOBS = "rmpi-";
    private static final String NAME_KEY = "cmd";
    private static final int EXCERPT_LENGTH = 40;

    private final String name;
    private final Map<String, String> values = new LinkedHashMap<>();

    private PmiLine(String name) {
        this.name = name;
    }

    /** A name for a job of our launcher, by which its ranks know that each finds a secret in its environment. */
    public static String newJobId() {
        return OUR_JOBS + UUID.randomUUID();
    }

    static boolean isOurJob(String id) {
        return id.startsWith(OUR_JOBS);
    }

    public static PmiLine command(String name) {
        return new PmiLine(name);
    }

    /** What a launcher has said in another way. */
    static PmiLine of(String name, Map<String, String> values) {
        PmiLine line = new PmiLine(name);
        line.values.putAll(values);
        return line;
    }

    void forEach(BiConsumer<String, String> visitor) {
        values.forEach(visitor);
    }

    public PmiLine with(String key, String value) {
        if (value.isEmpty() || !value.chars().allMatch(Entries::allowed)) {
            throw new BootstrapException(key + " is empty or has a character that PMI does not carry");
        }
        values.put(key, value);
        return this;
    }

    public PmiLine with(String key, int value) {
        return with(key, Integer.toString(value));
    }

    /** Reads a line that came without its newline. */
    static PmiLine parse(String text) {
        if (!text.startsWith(NAME_KEY + "=") || !text.chars().allMatch(PmiLine::printable)) {
            throw new BootstrapException("not a PMI line: " + excerpt(text));
        }
        String[] words = text.split(" +");
        PmiLine line = new PmiLine(words[0].substring(NAME_KEY.length() + 1));
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            if (equals > 0) {
                line.values.putIfAbsent(words[i].substring(0, equals), words[i].substring(equals + 1));
            }
        }
        return line;
    }

    public String name() {
        return name;
    }

    public @Nullable String find(String key) {
        return values.get(key);
    }

    public String get(String key) {
        @Nullable String value = values.get(key);
        if (value == null) {
            throw new BootstrapException("PMI line " + name + " has no " + key);
        }
        return value;
    }

    public int getInt(String key) {
        return number(key, get(key));
    }

    /** What stands under a key, or is a part of it, as a number. */
    private int number(String key, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new BootstrapException("PMI line " + name + " has " + key + "=" + excerpt(value) + ", no number", e);
        }
    }

    /** The numbers under a key, with commas between. */
    public int[] getInts(String key) {
        return Stream.of(get(key).split(","))
                .mapToInt(each -> number(key, each))
                .toArray();
    }

    /** Whether it is the launcher's answer that it goes on in this version of PMI. */
    boolean agreesTo(int version) {
        return name.equals(INITIALIZED)
                && succeeded()
                && Integer.toString(version).equals(values.get("pmi_version"));
    }

    /** Whether an answer reports success; one that has no code does. */
    boolean succeeded() {
        return values.getOrDefault("rc", "0").equals("0");
    }

    public ByteBuffer encode() {
        byte[] bytes = (this + "\n").getBytes(StandardCharsets.US_ASCII);
        if (bytes.length > LENGTH_MAX) {
            throw new BootstrapException(
                    "PMI line " + name + " has " + bytes.length + " bytes; allowed are " + LENGTH_MAX);
        }
        return ByteBuffer.wrap(bytes);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(NAME_KEY + "=" + name);
        values.forEach((key, value) -> text.append(' ').append(key).append('=').append(value));
        return text.toString();
    }

    static boolean printable(int character) {
        return character >= ' ' && character < 0x7F;
    }

    static String excerpt(String text) {
        String start = text.substring(0, Math.min(text.length(), EXCERPT_LENGTH));
        return "\"" + start.replaceAll("[^ -~]", ".") + (start.length() < text.length() ? "...\"" : "\"");
    }
}
