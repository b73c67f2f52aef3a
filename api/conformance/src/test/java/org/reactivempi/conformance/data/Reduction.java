package org.reactivempi.conformance.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.reactivempi.Op;

/**
 * An operation of a reduction, and its model.
 *
 * @param model reduces two payloads into the second one; the first stands on the left
 * @param values makes a payload that it has exact results for
 */
record Reduction(String name, Op op, Model model, Values values) {

    interface Model {

        void reduce(byte[] left, byte[] right);
    }

    interface Values {

        byte[] payload(Random random, int count);
    }

    /** Maps x -> ax + b modulo a prime in two bytes each, one after the other: only the brackets are free. */
    private static final int PRIME = 251;

    static Reduction of(Unit unit, Random random) {
        List<Reduction> all = new ArrayList<>();
        Values any = unit::payload;
        if (unit != Unit.BOOLEAN) {
            int element = unit.bytes();
            all.add(new Reduction(
                    "maps",
                    Op.of((left, right, type, count) -> maps(left, right, element)),
                    (left, right) -> maps(wrap(left), wrap(right), element),
                    any));
            all.add(new Reduction(
                    "sums of bytes",
                    Op.of((left, right, type, count) -> sums(left, right)).commutative(),
                    (left, right) -> sums(wrap(left), wrap(right)),
                    any));
        }
        switch (unit) {
            case BOOLEAN -> {
                all.add(whole("LAND", Op.LAND, unit, (x, y) -> x & y));
                all.add(whole("LOR", Op.LOR, unit, (x, y) -> x | y));
                all.add(whole("LXOR", Op.LXOR, unit, (x, y) -> x ^ y));
            }
            case BYTE, SHORT, INT, LONG -> {
                all.add(whole("SUM", Op.SUM, unit, Long::sum));
                all.add(whole("PROD", Op.PROD, unit, (x, y) -> x * y));
                all.add(whole("MAX", Op.MAX, unit, Math::max));
                all.add(whole("MIN", Op.MIN, unit, Math::min));
                all.add(whole("BAND", Op.BAND, unit, (x, y) -> x & y));
                all.add(whole("BOR", Op.BOR, unit, (x, y) -> x | y));
                all.add(whole("BXOR", Op.BXOR, unit, (x, y) -> x ^ y));
            }
            case FLOAT, DOUBLE -> {
                all.add(floating("SUM", Op.SUM, unit, Double::sum));
                all.add(floating("MAX", Op.MAX, unit, Math::max));
                all.add(floating("MIN", Op.MIN, unit, Math::min));
            }
            case PAIR -> {
                all.add(new Reduction("MINLOC", Op.MINLOC, (left, right) -> pairs(left, right, -1), Reduction::pairs));
                all.add(new Reduction("MAXLOC", Op.MAXLOC, (left, right) -> pairs(left, right, 1), Reduction::pairs));
            }
            case CHAR, PARTICLE -> {}
        }
        return all.get(random.nextInt(all.size()));
    }

    private static Reduction whole(String name, Op op, Unit unit, LongBinaryOperator function) {
        return new Reduction(
                name,
                op,
                (left, right) -> {
                    ByteBuffer one = wrap(left);
                    ByteBuffer two = wrap(right);
                    for (int at = 0; at < right.length; at += unit.bytes()) {
                        put(two, at, unit, function.applyAsLong(get(one, at, unit), get(two, at, unit)));
                    }
                },
                unit::payload);
    }

    private static long get(ByteBuffer payload, int at, Unit unit) {
        return switch (unit.bytes()) {
            case Byte.BYTES -> payload.get(at);
            case Short.BYTES -> payload.getShort(at);
            case Integer.BYTES -> payload.getInt(at);
            default -> payload.getLong(at);
        };
    }

    private static void put(ByteBuffer payload, int at, Unit unit, long value) {
        switch (unit.bytes()) {
            case Byte.BYTES -> payload.put(at, (byte) value);
            case Short.BYTES -> payload.putShort(at, (short) value);
            case Integer.BYTES -> payload.putInt(at, (int) value);
            default -> payload.putLong(at, value);
        }
    }

    private static Reduction floating(String name, Op op, Unit unit, DoubleBinaryOperator function) {
        boolean isFloat = unit == Unit.FLOAT;
        return new Reduction(
                name,
                op,
                (left, right) -> {
                    ByteBuffer one = wrap(left);
                    ByteBuffer two = wrap(right);
                    for (int at = 0; at < right.length; at += unit.bytes()) {
                        double x = isFloat ? one.getFloat(at) : one.getDouble(at);
                        double y = isFloat ? two.getFloat(at) : two.getDouble(at);
                        floating(two, at, isFloat, function.applyAsDouble(x, y));
                    }
                },
                (random, count) -> {
                    ByteBuffer payload = wrap(new byte[count * unit.bytes()]);
                    for (int at = 0; at < payload.capacity(); at += unit.bytes()) {
                        // Sums of them are exact.
                        floating(payload, at, isFloat, random.nextInt(2001) - 1000);
                    }
                    return payload.array();
                });
    }

    private static void floating(ByteBuffer payload, int at, boolean isFloat, double value) {
        if (isFloat) {
            payload.putFloat(at, (float) value);
        } else {
            payload.putDouble(at, value);
        }
    }

    private static byte[] pairs(Random random, int count) {
        ByteBuffer payload = wrap(new byte[count * Unit.PAIR.bytes()]);
        for (int i = 0; i < count; i++) {
            payload.putDouble(random.nextInt(5)).putInt(random.nextInt(1000));
        }
        return payload.array();
    }

    private static void pairs(byte[] left, byte[] right, int sign) {
        ByteBuffer one = wrap(left);
        ByteBuffer two = wrap(right);
        for (int at = 0; at < right.length; at += Unit.PAIR.bytes()) {
            int order = sign * Double.compare(one.getDouble(at), two.getDouble(at));
            if (order > 0 || order == 0 && one.getInt(at + Double.BYTES) < two.getInt(at + Double.BYTES)) {
                two.putDouble(at, one.getDouble(at)).putInt(at + Double.BYTES, one.getInt(at + Double.BYTES));
            }
        }
    }

    /** In each element two bytes after two; one that is left over stands for a map that forgets what is left of it. */
    private static void maps(ByteBuffer left, ByteBuffer right, int element) {
        for (int start = 0; start < right.limit(); start += element) {
            for (int at = start; at + 1 < start + element; at += 2) {
                int factor = right.get(at) & 0xFF;
                int sum = right.get(at + 1) & 0xFF;
                right.put(at, (byte) ((left.get(at) & 0xFF) * factor % PRIME));
                right.put(at + 1, (byte) (((left.get(at + 1) & 0xFF) * factor + sum) % PRIME));
            }
        }
    }

    private static void sums(ByteBuffer left, ByteBuffer right) {
        for (int at = 0; at < right.limit(); at++) {
            right.put(at, (byte) (left.get(at) + right.get(at)));
        }
    }

    private static ByteBuffer wrap(byte[] payload) {
        return ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
    }
}
