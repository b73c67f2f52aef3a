package org.reactivempi.examples.service;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An option's value that can be the name of a port. */
final class NameOption implements ITypeConverter<String> {

    private static final int MOST_CHARACTERS = 255;

    @Override
    public String convert(String text) {
        if (text.isEmpty() || text.length() > MOST_CHARACTERS || text.chars().anyMatch(Character::isISOControl)) {
            throw new TypeConversionException(
                    "a name has 1 to " + MOST_CHARACTERS + " characters, none of which is a control character");
        }
        return text;
    }
}
