package org.reactivempi;

import java.nio.ByteBuffer;

/**
 * Reduces elements that are bytes, by way of {@code int[]}: a loop for each operation, which the compiler turns into vector instructions. One loop
 * for all of them, which calls the operation, takes ten times as long. One source for all types of numbers.
 */
@SuppressWarnings("cast") // shorter numbers than int need the casts
final class IntReduction {

    private IntReduction() {}

    /**
     * Puts {@code left op right} in place of {@code right}.
     *
     * @param first takes the elements of {@code left}
     * @param second takes those of {@code right}
     */
    static void reduce(BasicOp op, ByteBuffer left, Object first, ByteBuffer right, Object second, int count) {
        int[] x = (int[]) first;
        int[] y = (int[]) second;
        left.asIntBuffer().get(x, 0, count);
        right.asIntBuffer().get(y, 0, count);
        reduce(op, x, y, count);
        right.asIntBuffer().put(y, 0, count);
    }

    private static void reduce(BasicOp op, int[] x, int[] y, int count) {
        switch (op) {
            case MAX -> {
                for (int i = 0; i < count; i++) {
                    y[i] = (int) Math.max(x[i], y[i]);
                }
            }
            case MIN -> {
                for (int i = 0; i < count; i++) {
                    y[i] = (int) Math.min(x[i], y[i]);
                }
            }
            case SUM -> {
                for (int i = 0; i < count; i++) {
                    y[i] = (int) (x[i] + y[i]);
                }
            }
            case PROD -> {
                for (int i = 0; i < count; i++) {
                    y[i] = (int) (x[i] * y[i]);
                }
            }
            // Whole numbers only.
            case LAND -> {
                for (int i = 0; i < count; i++) {
                    y[i] = (int) (x[i] != 0 && y[i] != 0 ? 1 : 0);
                }
            }
            case LOR -> {
                for (int i = 0; i < count; i++) {
                    y[i] = (int) (x[i] != 0 || y[i] != 0 ? 1 : 0);
                }
            }
            case LXOR -> {
                for (int i = 0; i < count; i++) {
                    y[i] = (int) ((x[i] != 0) != (y[i] != 0) ? 1 : 0);
                }
            }
            case BAND -> {
                for (int i = 0; i < count; i++) {
                    y[i] = (int) (x[i] & y[i]);
                }
            }
            case BOR -> {
                for (int i = 0; i < count; i++) {
                    y[i] = (int) (x[i] | y[i]);
                }
            }
            case BXOR -> {
                for (int i = 0; i < count; i++) {
                    y[i] = (int) (x[i] ^ y[i]);
                }
            }
            // All numbers.
            default -> throw new IllegalStateException(op + " is not for this type");
        }
    }
}
