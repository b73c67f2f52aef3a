package org.reactivempi.examples.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An option's value that is a number from 1 to a largest one. */
public abstract class UpTo implements ITypeConverter<Integer> {

    private final int most;

    /**
     * A converter of such values.
     *
     * @param most the largest one that is allowed; 1 to 1 000 000 000
     */
    protected UpTo(int most) {
        this.most = most;
    }

    @Override
    public final Integer convert(String text) {
        if (text.matches("0*[1-9][0-9]{0,9}") && Long.parseLong(text) <= most) {
            return Integer.valueOf(text);
        }
        throw new TypeConversionException(text + " is not a number from 1 to " + most);
    }
}
