package org.reactivempi.examples.heat;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How ranks divide the plate: rank 0 has the top left part, and the next ones follow row by row.
 *
 * @param down parts one below the other, 1 or more
 * @param across parts side by side, 1 or more
 */
record Grid(int down, int across) {

    /** Each rank has whole rows. */
    static Grid ofRows(int ranks) {
        return new Grid(ranks, 1);
    }

    int ranks() {
        return down * across;
    }

    /** The rows of a rank's part. */
    Share rows(int rank, int height) {
        return Share.of(rank / across, down, height);
    }

    /** The columns of a rank's part. */
    Share columns(int rank, int width) {
        return Share.of(rank % across, across, width);
    }

    @Override
    public String toString() {
        return down + "x" + across;
    }

    /** The value of {@code --grid}. */
    static final class Converter implements ITypeConverter<Grid> {

        @Override
        public Grid convert(String text) {
            if (!text.matches("[1-9][0-9]{0,3}x[1-9][0-9]{0,3}")) {
                throw new TypeConversionException(
                        text + " is not a grid such as 2x3, which is 2 parts down and 3 across, each 1 to 9999");
            }
            String[] parts = text.split("x");
            return new Grid(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
        }
    }
}
