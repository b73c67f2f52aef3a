package org.reactivempi.examples.wordcount;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;

/** How often each word occurs. For one thread at a time. */
final class WordCounts {

    /** Where a part of the counts ends, in characters; the last line may go beyond. */
    private static final int PART_LENGTH = 64 * 1024;

    private final Map<String, Entry> entries = new HashMap<>();
    private long total;

    /** Adds all words of a text: its longest runs of letters, in lower case. */
    void addText(String text) {
        int start = -1;
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            if (!Character.isLetter(character)) {
                addWord(text, start, i);
                start = -1;
            } else if (start < 0) {
                start = i;
            }
            i += Character.charCount(character);
        }
        addWord(text, start, text.length());
    }

    /** Adds what is in one of the {@link #parts()} of other counts. */
    void addPart(String part) {
        part.lines().forEach(line -> {
            int space = line.indexOf(' ');
            add(line.substring(space + 1), Long.parseLong(line, 0, space, 10));
        });
    }

    /** All counts as text of bounded size, a line {@code count word} for each; made on demand. */
    Flux<String> parts() {
        return Flux.generate(() -> entries.values().iterator(), (rest, sink) -> {
            if (rest.hasNext()) {
                sink.next(part(rest));
            } else {
                sink.complete();
            }
            return rest;
        });
    }

    /** The most frequent words first; those of the same count in the order of their code points. */
    Stream<Entry> sorted() {
        return entries.values().stream()
                .sorted(Comparator.<Entry>comparingLong(entry -> -entry.count)
                        .thenComparing(entry -> entry.word, WordCounts::compareCodePoints));
    }

    /** How many words there are, each as often as it occurs. */
    long total() {
        return total;
    }

    /** How many different words there are. */
    int different() {
        return entries.size();
    }

    /** {@code String.compareTo} would put surrogates below U+E000 to U+FFFF. */
    static int compareCodePoints(String left, String right) {
        int mismatch = mismatch(left, right);
        if (mismatch == left.length() || mismatch == right.length()) {
            return left.length() - right.length();
        }
        char a = left.charAt(mismatch);
        char b = right.charAt(mismatch);
        return Character.isSurrogate(a) == Character.isSurrogate(b) ? a - b : Character.isSurrogate(a) ? 1 : -1;
    }

    private static int mismatch(String left, String right) {
        int end = Math.min(left.length(), right.length());
        int index = 0;
        while (index < end && left.charAt(index) == right.charAt(index)) {
            index++;
        }
        return index;
    }

    private void addWord(String text, int start, int end) {
        if (start >= 0) {
            add(text.substring(start, end).toLowerCase(Locale.ROOT), 1);
        }
    }

    private void add(String word, long count) {
        entries.computeIfAbsent(word, Entry::new).count += count;
        total += count;
    }

    private static String part(Iterator<Entry> rest) {
        StringBuilder lines = new StringBuilder();
        while (rest.hasNext() && lines.length() < PART_LENGTH) {
            lines.append(rest.next()).append('\n');
        }
        return lines.toString();
    }

    /** A word and its count. */
    static final class Entry {

        private final String word;
        private long count;

        private Entry(String word) {
            this.word = word;
        }

        @Override
        public String toString() {
            return count + " " + word;
        }
    }
}
