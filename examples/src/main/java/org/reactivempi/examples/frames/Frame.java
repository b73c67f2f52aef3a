package org.reactivempi.examples.frames;

import java.nio.ByteBuffer;

/** What a frame consists of: its number, and then numbers that follow from it, so that a wrong one is noticed. */
final class Frame {

    private Frame() {}

    /** Draws a frame. */
    static void draw(int number, long[] pixels) {
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = pixel(number, i);
        }
    }

    private static long pixel(int number, int index) {
        return (long) number << Integer.SIZE | index;
    }

    /** Throws if it is not all of this frame. */
    static void check(int number, ByteBuffer pixels) {
        for (int i = 0; i < pixels.remaining() / Long.BYTES; i++) {
            long pixel = pixels.getLong(i * Long.BYTES);
            if (pixel != pixel(number, i)) {
                throw new IllegalStateException("pixel " + i + " of frame " + number + " is of frame "
                        + (pixel >>> Integer.SIZE) + ", pixel " + (int) pixel);
            }
        }
    }
}
