package org.reactivempi.core.communicator;

/**
 * The four contexts of a communicator. What travels in one never meets what travels in another, so its users' messages,
 * its collective operations and its streams may all use the same tags.
 *
 * <pre>
 *  4 k         4 k + 1       4 k + 2                 4 k + 3
 *  messages    collective    stream announcements    stream elements and control
 * </pre>
 *
 * @param number k: 0 for the world, and what the ranks have agreed on for any other
 */
record Contexts(int number) {

    /** The largest number whose contexts are not negative. */
    static final int LARGEST_NUMBER = Integer.MAX_VALUE / 4;

    static final Contexts WORLD = new Contexts(0);

    /** What users send and receive. */
    int messages() {
        return 4 * number;
    }

    /** What collective operations send and receive. */
    int collective() {
        return 4 * number + 1;
    }

    /** What announces streams, with their users' tags. */
    int streamControl() {
        return 4 * number + 2;
    }

    /** What streams consist of, with tags of their own. */
    int streamElements() {
        return 4 * number + 3;
    }
}
