package org.reactivempi.examples.wordcount;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Text at random with characters of one to four bytes, and the plainest way to count it. */
final class SampleText {

    private static final String[] CHARACTERS = {
        "a", "B", "é", "Σ", "字", "ﬁ", "𝒜", " ", "\n", "-", "7", "–", "🙂", "\u0301"
    };

    private SampleText() {}

    static String of(long seed, int length) {
        Random random = new Random(seed);
        return IntStream.range(0, length)
                .mapToObj(i -> CHARACTERS[random.nextInt(CHARACTERS.length)])
                .collect(Collectors.joining());
    }

    /** Lines {@code count word} in the order of the result. */
    static List<String> naiveCounts(String text) {
        Map<String, Long> counts = Arrays.stream(text.split("\\P{L}+"))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.groupingBy(word -> word.toLowerCase(Locale.ROOT), Collectors.counting()));
        return counts.entrySet().stream()
                .sorted(Comparator.<Map.Entry<String, Long>>comparingLong(entry -> -entry.getValue())
                        .thenComparing(entry -> entry.getKey().codePoints().toArray(), Arrays::compare))
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .toList();
    }
}
