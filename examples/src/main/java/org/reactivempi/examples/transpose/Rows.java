package org.reactivempi.examples.transpose;

import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;

/** A rank's rows of a square matrix of numbers; each rank has as many as any other, or one more. */
final class Rows {

    private final int size;
    private final int rank;
    private final int ranks;
    private final double[] values;

    /** Rows of zeros. */
    Rows(int size, int rank, int ranks) {
        this.size = size;
        this.rank = rank;
        this.ranks = ranks;
        this.values = new double[count(rank) * size];
    }

    private int first(int ofRank) {
        return (int) ((long) ofRank * size / ranks);
    }

    private int count(int ofRank) {
        return first(ofRank + 1) - first(ofRank);
    }

    /** Numbers all elements of the matrix, row by row. */
    Rows numbered() {
        for (int i = 0; i < values.length; i++) {
            values[i] = (double) first(rank) * size + i;
        }
        return this;
    }

    /** How many elements are not those of the transposed matrix whose rows were numbered. */
    long wrong() {
        long wrong = 0;
        for (int i = 0; i < values.length; i++) {
            int row = first(rank) + i / size;
            int column = i % size;
            wrong += values[i] == (double) column * size + row ? 0 : 1;
        }
        return wrong;
    }

    /** What each rank is to get: the columns that become its rows, one after the other. A column ends one number before the next. */
    Blocks columnsForEach() {
        Datatype column = Datatype.DOUBLE.vector(count(rank), 1, size).resized(0, Double.BYTES);
        return Blocks.of(ranks, to -> at(first(to), column, count(to)));
    }

    /** Where what each rank sends belongs: a part of each of these rows. */
    Blocks partOfEachRow() {
        return Blocks.of(ranks, from -> at(first(from), Datatype.DOUBLE.vector(count(rank), count(from), size), 1));
    }

    private Buffer at(int column, Datatype type, int count) {
        return Buffers.of(values).as((long) column * Double.BYTES, type, count);
    }
}
