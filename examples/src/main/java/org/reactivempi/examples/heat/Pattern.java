package org.reactivempi.examples.heat;

/** The built-in plate: hot discs on a cold ground, set like the seeds of a sunflower, cooler towards the rim. */
final class Pattern {

    private static final int SIZE = 720;
    private static final int DISCS = 84;
    /** An angle that never meets itself again: the golden section of a circle. */
    private static final double TURN = StrictMath.PI * (3 - StrictMath.sqrt(5));

    private static final double SPACING = 36;
    private static final double RADIUS = 15;
    private static final double RADIUS_GROWTH = 0.12;
    private static final double RIM_TEMPERATURE = 0.55;

    private Pattern() {}

    static Plate plate() {
        Plate plate = new Plate(SIZE, SIZE);
        for (int disc = 0; disc < DISCS; disc++) {
            double distance = SPACING * StrictMath.sqrt(disc + 0.5);
            double x = SIZE / 2.0 + distance * StrictMath.cos(disc * TURN);
            double y = SIZE / 2.0 + distance * StrictMath.sin(disc * TURN);
            fill(plate, x, y, RADIUS + RADIUS_GROWTH * disc, 1 - (1 - RIM_TEMPERATURE) * disc / DISCS);
        }
        return plate;
    }

    private static void fill(Plate plate, double x, double y, double radius, double temperature) {
        for (int row = (int) (y - radius); row <= y + radius; row++) {
            for (int column = (int) (x - radius); column <= x + radius; column++) {
                double dx = column - x;
                double dy = row - y;
                if (dx * dx + dy * dy <= radius * radius) {
                    plate.values()[row * SIZE + column] = temperature;
                }
            }
        }
    }
}
