package org.reactivempi;

/**
 * A part of the memory of a window's target that frames of a stream are put to: slots of equal length that lie next to each other and are filled one after the
 * other, again and again.
 *
 * <pre>{@code
 * Ring ring = Ring.at(0).slots(4, 64 * 1024);  // both ends have an equal one
 * }</pre>
 *
 * <p>Immutable; two are equal if all of their numbers are.
 *
 * @param displacement where the first slot begins at the target, counted in the {@linkplain Window#displacementUnit unit} that the target has, 0 or more
 * @param slots how many there are, 2 or more: the subscriber may look at one while others are filled
 * @param slotBytes how long each of them is in bytes, and so the longest frame, 1 or more
 * @see Window#putStream
 * @see Window#takeStream
 * @since 0.1
 */
public record Ring(long displacement, int slots, int slotBytes) {

    /**
     * A place where a ring begins.
     *
     * @param displacement counted from the begin of the target's memory, in the unit that the target has; that it is right is checked when a stream is
     *     subscribed
     * @return the place; {@link Start#slots} makes it a ring
     */
    public static Start at(long displacement) {
        return new Start(displacement);
    }

    /**
     * A ring whose slots are not known yet.
     *
     * @param displacement as in {@link Ring#at}
     * @since 0.1
     */
    public record Start(long displacement) {

        /**
         * The ring that begins there.
         *
         * @param slots how many slots it has, 2 or more
         * @param slotBytes how long each of them is in bytes, 1 or more
         * @return the ring; that its numbers are right is checked when a stream is subscribed
         */
        public Ring slots(int slots, int slotBytes) {
            return new Ring(displacement, slots, slotBytes);
        }
    }
}
