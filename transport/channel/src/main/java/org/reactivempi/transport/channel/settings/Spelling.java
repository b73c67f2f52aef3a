package org.reactivempi.transport.channel.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Which word was meant by one that is none. */
final class Spelling {

    /** A word is near another if a third of it, or less, is wrong. */
    private static final int LETTERS_PER_MISTAKE = 3;

    private Spelling() {}

    /** The nearest of the known words, if one is near. */
    static Optional<String> nearest(String word, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(each -> mistakes(word, each)))
                .filter(each -> mistakes(word, each) * LETTERS_PER_MISTAKE <= word.length());
    }

    /** How many letters have to be put in, left out or replaced to get from one word to the other. */
    static int mistakes(String word, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= word.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (word.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
