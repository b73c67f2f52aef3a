package org.reactivempi.transport.bootstrap.launcher;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The value of {@code -n}. */
final class RankCount implements ITypeConverter<Integer> {

    static final int MAX = 1024;

    @Override
    public Integer convert(String text) {
        if (text.matches("[0-9]{1,6}")) {
            int count = Integer.parseInt(text);
            if (count >= 1 && count <= MAX) {
                return count;
            }
        }
        throw new TypeConversionException(text + " is not a number from 1 to " + MAX);
    }
}
