package org.reactivempi.spring.listener;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Tags;
import org.springframework.util.StringValueResolver;

/** A tag as annotations say it: a number or a name, perhaps from the application's properties. */
public final class TagText {

    private TagText() {}

    /**
     * The tag that a text stands for.
     *
     * @param text a number, or a name; perhaps with placeholders
     * @param placeholders replaces them, where there is such
     * @return the number, or what {@link Tags#of} makes of the name
     * @throws IllegalArgumentException if a placeholder has no value, or nothing is left
     */
    public static int tag(String text, @Nullable StringValueResolver placeholders) {
        String resolved = placeholders == null ? text : placeholders.resolveStringValue(text);
        if (resolved == null || resolved.isBlank()) {
            throw new IllegalArgumentException("it is empty");
        }
        String tag = resolved.strip();
        boolean number = tag.chars().allMatch(Character::isDigit);
        return number ? Integer.parseInt(tag) : Tags.of(tag);
    }
}
