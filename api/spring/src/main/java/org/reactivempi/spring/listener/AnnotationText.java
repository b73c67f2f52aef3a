package org.reactivempi.spring.listener;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Tags;
import org.springframework.util.StringValueResolver;

/** Tags and ranks as annotations say them: numbers, or names of tags, perhaps from the application's properties. */
public final class AnnotationText {

    /** Also those that no tag can be: as a name, {@code -1} would be a tag that nobody has meant. */
    private static final Pattern NUMBER = Pattern.compile("-?\\d+");

    /** What a context without Spring Boot's configuration of placeholders leaves as it is. */
    private static final String PLACEHOLDER = "${";

    private AnnotationText() {}

    /**
     * The tag that a text stands for.
     *
     * @param text a number, or a name; perhaps with placeholders
     * @param placeholders replaces them, where there is such
     * @return the number, or what {@link Tags#of} makes of the name
     * @throws IllegalArgumentException if a placeholder has no value, nothing is left, or the number is no tag
     */
    public static int tag(String text, @Nullable StringValueResolver placeholders) {
        String tag = resolved(text, placeholders);
        if (!NUMBER.matcher(tag).matches()) {
            return Tags.of(tag);
        }
        try {
            int number = Integer.parseInt(tag);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new IllegalArgumentException(
                "it is \"" + tag + "\", allowed is a number from 0 to " + Integer.MAX_VALUE + ", or a name");
    }

    /**
     * The rank that a text stands for.
     *
     * @param text a number; perhaps a placeholder for one
     * @param placeholders replaces it, where there is such
     * @return the number, 0 or more
     * @throws IllegalArgumentException if the placeholder has no value, or that is no such number
     */
    public static int rank(String text, @Nullable StringValueResolver placeholders) {
        String rank = resolved(text, placeholders);
        try {
            int number = Integer.parseInt(rank);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new IllegalArgumentException("it is \"" + rank + "\", allowed is the number of a rank, 0 or more");
    }

    private static String resolved(String text, @Nullable StringValueResolver placeholders) {
        String resolved = placeholders == null ? text : placeholders.resolveStringValue(text);
        if (resolved == null || resolved.isBlank()) {
            throw new IllegalArgumentException("it is empty");
        }
        if (resolved.contains(PLACEHOLDER)) {
            throw new IllegalArgumentException("there is no property for " + resolved.strip());
        }
        return resolved.strip();
    }
}
