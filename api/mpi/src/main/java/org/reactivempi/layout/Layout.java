package org.reactivempi.layout;

import java.nio.ByteBuffer;

/**
 * Which bytes belong to an element, in the order of its payload: a type without its names, in {@link NormalForm}. Equal ones touch
 * the same bytes.
 *
 * <p>A layout moves whole elements, as many as there are at equal distances, with loops that know what is equal about them;
 * or a part of one, which may begin and end anywhere.
 */
sealed interface Layout permits Dense, Strided, Repeat, Sequence, Indexed, Scatter {

    /**
     * How long the payload of one element is.
     *
     * @return length in bytes
     */
    long size();

    /**
     * Where its lowest byte is; of one with size 0, nowhere in particular.
     *
     * @return displacement in bytes
     */
    long low();

    /**
     * Where the byte after its highest one is.
     *
     * @return displacement in bytes
     */
    long high();

    /**
     * How many basic elements it has.
     *
     * @return 0 or more
     */
    long elements();

    /**
     * How many basic elements are in the first bytes of its payload.
     *
     * @param bytes 0 to {@link #size}
     * @return 0 or more, or -1 if the last one is cut
     */
    long elements(long bytes);

    /**
     * Whether all its blocks begin at multiples of a number of bytes.
     *
     * @param bytes 1 or more
     * @return false if one doesn't
     */
    boolean isAligned(long bytes);

    /** The same at another place. */
    Layout shifted(long by);

    /**
     * Moves whole elements.
     *
     * @param memory where they lie
     * @param out true into the payload, false out of it
     * @param base address of displacement 0 of the first element
     * @param count how many
     * @param stride bytes from element to element
     * @param payload where to, or from
     * @param at index of the first element there
     * @param atStride bytes from element to element there
     */
    void move(Memory memory, boolean out, long base, int count, long stride, ByteBuffer payload, int at, int atStride);

    /**
     * Moves a part of one element.
     *
     * @param from first byte of its payload
     * @param length how many bytes, 1 or more
     */
    void movePart(Memory memory, boolean out, long base, long from, int length, ByteBuffer payload, int at);

    /**
     * How many blocks it has: pieces of memory without gaps.
     *
     * @return 0 or more
     */
    long blocks();

    /**
     * Where a byte of its payload is.
     *
     * @param from its place in the payload, 0 to {@link #size} - 1
     * @return displacement in bytes
     */
    long address(long from);

    /**
     * How long its block still is, from a byte of its payload on.
     *
     * @param from the byte's place in the payload, 0 to {@link #size} - 1
     * @return length in bytes, 1 or more
     */
    long blockLeft(long from);

    /**
     * How many blocks, from the one on that begins with a byte of its payload, have one length and lie at equal distances.
     *
     * @param from the byte's place in the payload, 0 to {@link #size} - 1
     * @param most how many to look for, 1 or more
     * @return 1 to {@code most}, where there may be more of them than it says; 1 for a byte within a block
     */
    default long equalBlocks(long from, long most) {
        return 1;
    }

    /** Shows all blocks, in the order of the payload. */
    void blocks(long base, Blocks visitor);

    /** Gets blocks. */
    @FunctionalInterface
    interface Blocks {

        /**
         * The next block.
         *
         * @param address its displacement
         * @param length in bytes
         * @param width of its elements in bytes
         */
        void block(long address, long length, int width);
    }
}
