package org.reactivempi;

/**
 * Reduces elements of {@code int[]} from any index on. One source for all numbers of four bytes and more: of shorter ones the compiler
 * makes no vector instructions here, so that they had better be copied to the begin of an array, for {@link IntReduction}.
 */
@SuppressWarnings("cast") // as in IntReduction, whose loops these are
final class IntReductionInPlace {

    private IntReductionInPlace() {}

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
