package org.reactivempi.examples.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An option's value that counts something: 1 to 1 000 000 000. */
public final class Positive implements ITypeConverter<Integer> {

    @Override
    public Integer convert(String text) {
        if (text.matches("0*[1-9][0-9]{0,8}|0*1000000000")) {
            return Integer.valueOf(text);
        }
        throw new TypeConversionException(text + " is not a number from 1 to 1000000000");
    }
}
