package org.reactivempi.examples.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An option's value that is a message's length: 0 to 16777216 bytes. */
public final class Length implements ITypeConverter<Integer> {

    private static final int MAX = 16 * 1024 * 1024;

    @Override
    public Integer convert(String text) {
        if (text.matches("[0-9]{1,8}") && Integer.parseInt(text) <= MAX) {
            return Integer.valueOf(text);
        }
        throw new TypeConversionException(text + " is not a length from 0 to " + MAX + " bytes");
    }
}
