package org.reactivempi.examples.heat;

/** Colours for temperatures, as of glowing iron: black, violet, red, orange, yellow, white. */
final class Palette {

    private static final int[] STOPS = {0x02010A, 0x1D0C4A, 0x5B137A, 0xA0206B, 0xDA3B46, 0xF77919, 0xFBBE2F, 0xFFF8D6};

    private Palette() {}

    /**
     * The colour of a temperature.
     *
     * @param temperature 0 to 1; what lies outside gets the colour of the nearer end
     * @return red, green and blue in 8 bits each
     */
    static int rgb(double temperature) {
        double place = Math.max(0, Math.min(1, temperature)) * (STOPS.length - 1);
        int stop = Math.min((int) place, STOPS.length - 2);
        double share = place - stop;
        int colour = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int from = STOPS[stop] >> shift & 0xFF;
            int to = STOPS[stop + 1] >> shift & 0xFF;
            colour |= (int) Math.round(from + share * (to - from)) << shift;
        }
        return colour;
    }
}
