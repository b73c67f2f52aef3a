package org.reactivempi.examples.heat;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The value of {@code --tolerance}. */
final class Tolerance implements ITypeConverter<Double> {

    @Override
    public Double convert(String text) {
        try {
            double value = Double.parseDouble(text);
            if (value >= 0 && value <= 1) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Said below, as for a number outside.
        }
        throw new TypeConversionException(text + " is not a number from 0 to 1");
    }
}
