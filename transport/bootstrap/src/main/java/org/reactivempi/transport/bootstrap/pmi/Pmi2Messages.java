package org.reactivempi.transport.bootstrap.pmi;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.BootstrapException;

/**
 * PMI-2, as the rest of a rank knows it: commands and answers have the names that PMI-1.1 has for them.
 *
 * <pre>
 *  LENGTH cmd=NAME;key=value;...     LENGTH: six characters, of what follows
 *
 *  put         kvs-put            barrier_in  kvs-fence      finalize  finalize
 *  get         kvs-get, or info-getjobattr for what the launcher knows by itself
 * </pre>
 * A semicolon in a value of ours travels as {@code %3B}: launchers do not agree on how one is to be written.
 */
final class Pmi2Messages implements PmiCodec {

    /** The first message: the rank and the size of the job come with its answer. */
    static final String FULLINIT = "fullinit";

    /** PMI-2 does not tell; that of MPICH, which the others have too. */
    static final int VALUE_LENGTH_MAX = 1024;

    private static final String RESPONSE = "-response";
    private static final int LENGTH_DIGITS = 6;
    private static final int LENGTH_MAX = 4096;
    /** Of no rank in particular. */
    private static final int NO_SOURCE = -1;

    private final byte[] message = new byte[LENGTH_DIGITS + LENGTH_MAX];
    private int length;
    /** How long the message is, with its length; unknown until that is there. */
    private int end = LENGTH_DIGITS;

    @Override
    public ByteBuffer encode(PmiLine command) {
        StringBuilder text = new StringBuilder();
        translated(command)
                .forEach((key, value) ->
                        text.append(key).append('=').append(value).append(';'));
        return StandardCharsets.US_ASCII.encode(
                String.format(Locale.ROOT, "%" + LENGTH_DIGITS + "d", text.length()) + text);
    }

    private static Map<String, String> translated(PmiLine command) {
        Map<String, String> words = new LinkedHashMap<>();
        switch (command.name()) {
            case "put" -> {
                words.put("cmd", "kvs-put");
                words.put("key", command.get("key"));
                words.put("value", escaped(command.get("value")));
            }
            case "get" -> {
                String key = command.get("key");
                boolean known = key.equals(ProcessMapping.KEY);
                words.put("cmd", known ? "info-getjobattr" : "kvs-get");
                if (!known) {
                    words.put("jobid", command.get("kvsname"));
                    words.put("srcid", Integer.toString(NO_SOURCE));
                }
                words.put("key", key);
            }
            case "barrier_in" -> words.put("cmd", "kvs-fence");
            case "abort" -> {
                words.put("cmd", "abort");
                words.put("isworld", "TRUE");
                words.put("msg", "exit code " + command.get("exitcode"));
            }
            default -> {
                words.put("cmd", command.name());
                command.forEach(words::put);
            }
        }
        return words;
    }

    @Override
    public @Nullable PmiLine next(ByteBuffer received) {
        while (received.hasRemaining()) {
            int part = Math.min(end - length, received.remaining());
            received.get(message, length, part);
            length += part;
            if (length == LENGTH_DIGITS && end == LENGTH_DIGITS) {
                end = LENGTH_DIGITS + bodyLength();
            } else if (length == end) {
                String body = new String(message, LENGTH_DIGITS, end - LENGTH_DIGITS, StandardCharsets.ISO_8859_1);
                length = 0;
                end = LENGTH_DIGITS;
                return answer(body);
            }
        }
        return null;
    }

    private int bodyLength() {
        String text = new String(message, 0, LENGTH_DIGITS, StandardCharsets.ISO_8859_1);
        try {
            int body = Integer.parseInt(text.strip());
            if (body >= 1 && body <= LENGTH_MAX) {
                return body;
            }
        } catch (NumberFormatException e) {
            // Reported below, as a number out of range is.
        }
        throw new BootstrapException(
                "a PMI-2 message begins with the length " + PmiLine.excerpt(text) + ", allowed are 1 to " + LENGTH_MAX);
    }

    /** The answer that PMI-1.1 has for the same. */
    private static PmiLine answer(String body) {
        Map<String, String> words = words(body);
        String name = words.remove("cmd");
        if (name == null || !body.startsWith("cmd=")) {
            throw new BootstrapException("not a PMI-2 message: " + PmiLine.excerpt(body));
        }
        if ("FALSE".equals(words.get("found"))) {
            words.put("rc", "-1");
        }
        if (name.equals("kvs-get" + RESPONSE)) {
            words.computeIfPresent("value", (key, value) -> unescaped(value));
        }
        return PmiLine.of(
                switch (name) {
                    case "kvs-put" + RESPONSE -> "put_result";
                    case "kvs-get" + RESPONSE, "info-getjobattr" + RESPONSE -> "get_result";
                    case "kvs-fence" + RESPONSE -> "barrier_out";
                    case "finalize" + RESPONSE -> "finalize_ack";
                    default -> name;
                },
                words);
    }

    private static Map<String, String> words(String body) {
        if (!body.chars().allMatch(PmiLine::printable)) {
            throw new BootstrapException("not a PMI-2 message: " + PmiLine.excerpt(body));
        }
        Map<String, String> words = new LinkedHashMap<>();
        for (String word : body.split(";", -1)) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                words.putIfAbsent(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        return words;
    }

    private static String escaped(String value) {
        String escaped = value.replace("%", "%25").replace(";", "%3B");
        if (escaped.length() > VALUE_LENGTH_MAX) {
            throw new BootstrapException("a value has " + escaped.length()
                    + " characters as PMI-2 carries it; allowed are " + VALUE_LENGTH_MAX);
        }
        return escaped;
    }

    private static String unescaped(String value) {
        return value.replace("%3B", ";").replace("%25", "%");
    }
}
