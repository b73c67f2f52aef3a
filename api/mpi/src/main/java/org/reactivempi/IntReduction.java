package org.reactivempi;

/**
 * Reduces {@code int[]}: a loop for each operation, which the compiler turns into vector instructions. One loop for all of them, which
 * calls the operation, takes ten times as long. One source for all types of numbers.
 */
@SuppressWarnings("cast") // shorter numbers than int need the casts
final class IntReduction {

    private IntReduction() {}

    /** Puts {@code left op right} in place of {@code right}. */
    static void reduce(BasicOp op, Object left, int from, Object right, int at, int count) {
        int[] x = (int[]) left;
        int[] y = (int[]) right;
        switch (op) {
            case MAX -> {
                for (int i = 0; i < count; i++) {
                    y[at + i] = (int) Math.max(x[from + i], y[at + i]);
                }
            }
            case MIN -> {
                for (int i = 0; i < count; i++) {
                    y[at + i] = (int) Math.min(x[from + i], y[at + i]);
                }
            }
            case SUM -> {
                for (int i = 0; i < count; i++) {
                    y[at + i] = (int) (x[from + i] + y[at + i]);
                }
            }
            case PROD -> {
                for (int i = 0; i < count; i++) {
                    y[at + i] = (int) (x[from + i] * y[at + i]);
                }
            }
            // Whole numbers only.
            case LAND -> {
                for (int i = 0; i < count; i++) {
                    y[at + i] = (int) (x[from + i] != 0 && y[at + i] != 0 ? 1 : 0);
                }
            }
            case LOR -> {
                for (int i = 0; i < count; i++) {
                    y[at + i] = (int) (x[from + i] != 0 || y[at + i] != 0 ? 1 : 0);
                }
            }
            case LXOR -> {
                for (int i = 0; i < count; i++) {
                    y[at + i] = (int) ((x[from + i] != 0) != (y[at + i] != 0) ? 1 : 0);
                }
            }
            case BAND -> {
                for (int i = 0; i < count; i++) {
                    y[at + i] = (int) (x[from + i] & y[at + i]);
                }
            }
            case BOR -> {
                for (int i = 0; i < count; i++) {
                    y[at + i] = (int) (x[from + i] | y[at + i]);
                }
            }
            case BXOR -> {
                for (int i = 0; i < count; i++) {
                    y[at + i] = (int) (x[from + i] ^ y[at + i]);
                }
            }
            // All numbers.
            default -> throw new IllegalStateException(op + " is not for this type");
        }
    }
}
