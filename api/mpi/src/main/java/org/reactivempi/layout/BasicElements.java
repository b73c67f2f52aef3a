package org.reactivempi.layout;

import java.nio.ByteBuffer;

/**
 * How elements are read and written: those of arrays of one primitive type, or of one class of {@code java.nio} buffers with numbers.
 * Without state: it is told the memory each time, so that a buffer of the program's is one object.
 */
public abstract class BasicElements {

    /** Up to here a loop over elements beats a typed view, which must be allocated. */
    public static final int LOOP_LIMIT = 16;

    BasicElements() {}

    /**
     * An element's length.
     *
     * @return 1, 2, 4 or 8, in bytes
     */
    public abstract int width();

    /**
     * How many elements there are.
     *
     * @param memory them
     * @return 0 or more
     */
    public abstract int count(Object memory);

    /**
     * New memory.
     *
     * @param count how many elements
     * @return it, all zero
     */
    public abstract Object allocate(int count);

    /**
     * An element.
     *
     * @param memory where it is
     * @param index 0 to {@code count(memory) - 1}
     * @return it, as the low bytes
     */
    public abstract long bits(Object memory, int index);

    /**
     * Replaces an element.
     *
     * @param memory where it is
     * @param index 0 to {@code count(memory) - 1}
     * @param bits the new one, as the low bytes
     */
    public abstract void setBits(Object memory, int index, long bits);

    /**
     * Copies elements out.
     *
     * @param memory where they are
     * @param index the first one's
     * @param elements how many
     * @param payload where they go, in its order, from its position on, which then is after them
     */
    public abstract void put(Object memory, int index, int elements, ByteBuffer payload);

    /**
     * Copies elements in.
     *
     * @param memory where they go
     * @param index the first one's
     * @param elements how many
     * @param payload where they come from, in its order, from its position on, which then is after them
     */
    public abstract void get(Object memory, int index, int elements, ByteBuffer payload);

    /**
     * Some elements, for types that are derived from theirs.
     *
     * @param memory where they are
     * @param offset index of the first element
     * @param count how many
     * @return the region, which begins with the first one
     */
    public abstract Memory memory(Object memory, int offset, int count);
}
