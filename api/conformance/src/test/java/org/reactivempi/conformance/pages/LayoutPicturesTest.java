package org.reactivempi.conformance.pages;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.Distribution;
import org.reactivempi.Packing;

/**
 * The pictures of layouts on the page about derived datatypes are drawn from the types themselves: cells are numbered, packed, and what
 * comes out says which cell travels when. With {@code -Dpages.write=true} they are written, else compared.
 */
@Tag("once")
class LayoutPicturesTest {

    private static final Path PICTURES = Page.named("README.md").root().resolve("docs/pictures");
    private static final int CELL = 28;
    private static final int GAP = 2;
    private static final List<String> COLORS = List.of("#3b6fb6", "#b65c3b", "#4b8f4b", "#8a5fb0", "#a8862b");

    /**
     * One picture.
     *
     * @param name of the file
     * @param columns cells in a row
     * @param cells how many there are
     * @param type of cells that are an {@code int} each
     * @param count elements, each of which has its color
     */
    record Picture(String name, int columns, int cells, Datatype type, int count) {

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Picture> pictures() {
        Datatype cell = Datatype.INT;
        Datatype column = cell.vector(4, 1, 6);
        return Stream.of(
                new Picture("layout-column", 6, 24, column, 1),
                new Picture("layout-columns", 6, 24, column.resized(0, Integer.BYTES), 3),
                new Picture(
                        "layout-subarray",
                        6,
                        24,
                        cell.subarray(
                                Datatype.Order.ROW_MAJOR, new long[] {4, 6}, new long[] {2, 3}, new long[] {1, 2}),
                        1),
                new Picture("layout-indexed", 12, 24, cell.indexed(new long[] {2, 1, 3}, new long[] {5, 0, 8}), 2),
                new Picture(
                        "layout-darray",
                        8,
                        48,
                        cell.darray(
                                1,
                                Datatype.Order.ROW_MAJOR,
                                new long[] {6, 8},
                                List.of(Distribution.block(), Distribution.cyclic(2)),
                                new int[] {2, 2}),
                        1));
    }

    @ParameterizedTest
    @MethodSource("pictures")
    @DisplayName("the pictures of layouts are those of their types")
    void drawn(Picture picture) throws IOException {
        Path file = PICTURES.resolve(picture.name() + ".svg");
        Made.check(file, svg(picture), LayoutPicturesTest.class);
    }

    private static String svg(Picture picture) {
        int rows = picture.cells() / picture.columns();
        int[] turns = turns(picture);
        long cellsOfOne = picture.type().sizeBytes() / Integer.BYTES;
        StringBuilder svg = new StringBuilder("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
                .append(picture.columns() * CELL)
                .append(' ')
                .append(rows * CELL)
                .append("\" width=\"")
                .append(picture.columns() * CELL)
                .append("\" font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n")
                .append("  <title>")
                .append(picture.count() + " x " + picture.type())
                .append("</title>\n");
        for (int i = 0; i < picture.cells(); i++) {
            int x = i % picture.columns() * CELL;
            int y = i / picture.columns() * CELL;
            String fill = turns[i] < 0 ? "#d5d8dc" : COLORS.get((int) (turns[i] / cellsOfOne) % COLORS.size());
            svg.append("  <rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\" fill=\"%s\"/>%n"
                    .formatted(x + 1, y + 1, CELL - GAP, CELL - GAP, fill));
            if (turns[i] >= 0) {
                svg.append("  <text x=\"%d\" y=\"%d\" fill=\"white\">%d</text>%n"
                        .formatted(x + CELL / 2, y + CELL / 2 + 4, turns[i] + 1));
            }
        }
        return svg.append("</svg>\n").toString();
    }

    /** When each cell travels; -1 for cells that don't. */
    private static int[] turns(Picture picture) {
        int[] numbers = IntStream.range(0, picture.cells()).toArray();
        long length = Packing.sizeBytes(picture.type(), picture.count());
        ByteBuffer payload = ByteBuffer.allocate((int) length).order(ByteOrder.LITTLE_ENDIAN);
        Packing.pack(Buffers.of(numbers).as(picture.type(), picture.count()), payload);
        int[] turns = new int[picture.cells()];
        java.util.Arrays.fill(turns, -1);
        for (int turn = 0; turn < length / Integer.BYTES; turn++) {
            turns[payload.getInt(turn * Integer.BYTES)] = turn;
        }
        return turns;
    }
}
