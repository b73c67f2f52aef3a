package org.reactivempi;

import java.util.Objects;
import java.util.Optional;

/**
 * Where an operation of a {@link Window} meets the memory of its target: a displacement there, and a layout of its own, if that is another
 * one than at the origin.
 *
 * <pre>{@code
 * window.put(row, 1, Place.at(16).as(column, 1));  // the elements of a row become a column
 * }</pre>
 *
 * <p>Immutable.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.12.3">MPI-4.1, 12.3</a>
 * @since 0.1
 */
public final class Place {

    private final long displacement;
    private final Optional<Datatype> datatype;
    private final long count;

    private Place(long displacement, Optional<Datatype> datatype, long count) {
        this.displacement = displacement;
        this.datatype = datatype;
        this.count = count;
    }

    /**
     * A place whose layout is that of the origin.
     *
     * @param displacement counted from the begin of the target's memory, in the {@linkplain Window#displacementUnit unit} that the target
     *     has; in a {@link DynamicWindow} an address that {@link DynamicWindow#attach} has given there, or one after it, in bytes
     * @return the place; that the displacement is right is checked when an operation is subscribed
     */
    public static Place at(long displacement) {
        return new Place(displacement, Optional.empty(), 0);
    }

    /**
     * The same place, with a layout of its own.
     *
     * @param type of each element there; its displacement 0 is at the place
     * @param elements how many, so that both sides are equally long in bytes
     * @return the place
     */
    public Place as(Datatype type, long elements) {
        return new Place(displacement, Optional.of(Objects.requireNonNull(type, "type")), elements);
    }

    /**
     * Its displacement.
     *
     * @return as it was given
     */
    public long displacement() {
        return displacement;
    }

    /**
     * The type of each element at the target.
     *
     * @return the type; nothing where the layout is that of the origin
     */
    public Optional<Datatype> datatype() {
        return datatype;
    }

    /**
     * How many elements of that type there are.
     *
     * @return as it was given; 0 where the layout is that of the origin
     */
    public long count() {
        return count;
    }

    @Override
    public String toString() {
        return "Place[" + displacement
                + datatype.map(type -> ", " + count + " x " + type).orElse("") + "]";
    }
}
