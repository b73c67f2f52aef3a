package org.reactivempi.examples.heat;

import org.reactivempi.Datatype;
import org.reactivempi.Place;

/**
 * Where the halo is in the array of a rank's {@link Block}, for other ranks that write to it.
 *
 * @param rows of that block
 * @param columns of that block
 */
record HaloPlaces(Share rows, Share columns) {

    Place above() {
        return row(0);
    }

    Place below() {
        return row(rows.count() + 1);
    }

    Place left() {
        return column(0);
    }

    Place right() {
        return column(columns.count() + 1);
    }

    private int stride() {
        return columns.count() + 2;
    }

    private Place row(int row) {
        return Place.at((long) row * stride() + 1);
    }

    /** Its numbers are as far apart as that block is wide, which may be less than the one that they come from. */
    private Place column(int column) {
        return Place.at(stride() + column).as(Datatype.DOUBLE.vector(rows.count(), 1, stride()), 1);
    }
}
