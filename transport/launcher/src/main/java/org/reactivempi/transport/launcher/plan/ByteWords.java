package org.reactivempi.transport.launcher.plan;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Words of the command line that are bytes to the system, and that this JVM cannot read.
 *
 * <p>Under {@code LC_ALL=C}, which is what images of containers have as a rule, a JVM replaces each byte that is not ASCII, and could not
 * hand it on to a program any more. Linux still has the bytes. In a word, each of them is one of the characters U+DC80 to U+DCFF, which
 * stand for nothing else; a shell makes bytes of them again, since Java cannot.
 */
public final class ByteWords {

    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
    private static final char UNREADABLE = '\uFFFD';
    private static final int NO_CHARACTER = 0xDC00;
    private static final int FIRST = NO_CHARACTER + 0x80;
    private static final int LAST = NO_CHARACTER + 0xFF;
    private static final int ASCII_MAX = 0x7F;

    private ByteWords() {}

    /** The same words, where all can be read, or the system lacks them; else unreadable ones with their bytes. */
    public static String[] of(String[] words) {
        if (List.of(words).stream().noneMatch(word -> word.indexOf(UNREADABLE) >= 0)) {
            return words;
        }
        try {
            return of(words, new String(Files.readAllBytes(COMMAND_LINE), ISO_8859_1).split("\0", -1), encoding());
        } catch (IOException e) {
            return words;
        }
    }

    /**
     * The same, for a process that was started so.
     *
     * @param started its words, each char a byte, and an empty one after the last; the words of the program are the
     *     last ones
     */
    static String[] of(String[] words, String[] started, Charset encoding) {
        String[] found = words.clone();
        int behind = started.length - 1 - words.length;
        for (int i = words.length - 1; i >= 0 && behind + i >= 0; i--) {
            byte[] bytes = started[behind + i].getBytes(ISO_8859_1);
            if (!new String(bytes, encoding).equals(words[i])) {
                break;
            }
            if (words[i].indexOf(UNREADABLE) >= 0) {
                found[i] = started[behind + i]
                        .chars()
                        .mapToObj(one -> Character.toString(one > ASCII_MAX ? NO_CHARACTER + one : one))
                        .collect(Collectors.joining());
            }
        }
        return found;
    }

    private static Charset encoding() {
        try {
            return Charset.forName(System.getProperty("sun.jnu.encoding", US_ASCII.name()));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return US_ASCII;
        }
    }

    /** Whether a word has bytes. */
    static boolean areIn(String word) {
        return word.chars().anyMatch(ByteWords::isByte);
    }

    private static boolean isByte(int one) {
        return one >= FIRST && one <= LAST;
    }

    /** As this JVM has read it. */
    public static String asRead(String word) {
        return word.chars()
                .mapToObj(one -> Character.toString(isByte(one) ? UNREADABLE : one))
                .collect(Collectors.joining());
    }

    /** A word as a shell reads it, whatever locale that has. */
    static String quoted(String word) {
        StringBuilder quoted = new StringBuilder("'");
        word.chars().forEach(one -> {
            if (isByte(one)) {
                quoted.append("'\"$(printf '\\")
                        .append(Integer.toOctalString(one - NO_CHARACTER))
                        .append("')\"'");
            } else if (one == '\'') {
                quoted.append("'\\''");
            } else {
                quoted.append((char) one);
            }
        });
        return quoted.append('\'').toString();
    }

    /** What a process is started with: the command itself, or a shell that makes the bytes and becomes it. */
    public static void start(ProcessBuilder builder, List<String> command) {
        Map<String, String> variables = new TreeMap<>(builder.environment());
        variables.values().removeIf(value -> !areIn(value));
        if (variables.isEmpty() && command.stream().noneMatch(ByteWords::areIn)) {
            builder.command(command);
            return;
        }
        builder.environment().keySet().removeAll(variables.keySet());
        String exports = variables.entrySet().stream()
                .map(each -> "export " + each.getKey() + "=" + quoted(each.getValue()) + "; ")
                .collect(Collectors.joining());
        builder.command(
                "/bin/sh",
                "-c",
                exports + "exec " + command.stream().map(ByteWords::quoted).collect(Collectors.joining(" ")));
    }
}
