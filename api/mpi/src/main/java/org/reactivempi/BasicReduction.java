package org.reactivempi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The predefined operations on the basic types: a loop for each over arrays, which the compiler turns into vector instructions. That
 * is why there are so many; one loop for all, which calls the operation, takes ten times as long.
 */
final class BasicReduction implements Op.Reducer {

    /** What is reduced at a time, in bytes: small enough for the nearest cache. */
    static final int TILE = 8192;

    /** The predefined operations. */
    enum Kind {
        MAX,
        MIN,
        SUM,
        PROD,
        LAND,
        LOR,
        LXOR,
        BAND,
        BOR,
        BXOR;

        boolean isLogical() {
            return this == LAND || this == LOR || this == LXOR;
        }

        boolean isArithmetic() {
            return ordinal() <= PROD.ordinal();
        }
    }

    /** Reduces a tile. */
    private interface Loop {

        void reduce(ByteBuffer left, ByteBuffer right, int count);

        /** As {@link Op.Reducer}; operands may change places, since values are the same either way. */
        default boolean reduce(Buffer own, long ownAt, ByteBuffer incoming, Buffer result, long resultAt) {
            return false;
        }

        /** The same with elements of another buffer. */
        default boolean reduce(
                Buffer own, long ownAt, Buffer other, long otherAt, Buffer result, long resultAt, int count) {
            return false;
        }

        default @Nullable Buffer memory(int count) {
            return null;
        }
    }

    private final int elementBytes;
    private final Loop loop;

    private BasicReduction(Datatype type, Loop loop) {
        this.elementBytes = (int) type.sizeBytes();
        this.loop = loop;
    }

    /** What reduces elements of a type; null if the operation has no meaning for it. */
    static @Nullable BasicReduction of(Kind kind, Datatype type) {
        Loop loop = loop(kind, type);
        return loop == null ? null : new BasicReduction(type, loop);
    }

    private static @Nullable Loop loop(Kind kind, Datatype type) {
        if (type == Datatype.BOOLEAN) {
            return kind.isLogical() ? new Booleans(kind) : null;
        }
        if (type == Datatype.BYTE) {
            return new Bytes(kind);
        }
        if (type == Datatype.SHORT) {
            return new Shorts(kind);
        }
        if (type == Datatype.INT) {
            return new Ints(kind);
        }
        if (type == Datatype.LONG) {
            return new Longs(kind);
        }
        if (type == Datatype.FLOAT) {
            return kind.isArithmetic() ? new Floats(kind) : null;
        }
        if (type == Datatype.DOUBLE) {
            return kind.isArithmetic() ? new Doubles(kind) : null;
        }
        return null;
    }

    @Override
    public int elementBytes() {
        return elementBytes;
    }

    @Override
    public void reduce(ByteBuffer left, ByteBuffer right) {
        loop.reduce(left, right, right.remaining() / elementBytes);
    }

    @Override
    public boolean reduce(
            Buffer own, long ownAt, ByteBuffer incoming, Buffer result, long resultAt, boolean incomingFirst) {
        return isWhole(ownAt | resultAt) && loop.reduce(own, ownAt, incoming, result, resultAt);
    }

    @Override
    public boolean reduce(
            Buffer own,
            long ownAt,
            Buffer other,
            long otherAt,
            Buffer result,
            long resultAt,
            int count,
            boolean otherFirst) {
        return isWhole(ownAt | otherAt | resultAt) && loop.reduce(own, ownAt, other, otherAt, result, resultAt, count);
    }

    /** Whether elements begin there: those of arrays are found by their index. */
    private boolean isWhole(long positions) {
        return (positions & elementBytes - 1) == 0;
    }

    @Override
    public @Nullable Buffer memory(int count) {
        return loop.memory(count);
    }

    private static IllegalStateException impossible(Kind kind) {
        return new IllegalStateException(kind + " is not for this type");
    }

    private static final class Bytes implements Loop {

        private final Kind kind;
        private byte[] x = {};
        private byte[] y = {};

        Bytes(Kind kind) {
            this.kind = kind;
        }

        @Override
        public void reduce(ByteBuffer left, ByteBuffer right, int count) {
            if (x.length < count) {
                x = new byte[count];
                y = new byte[count];
            }
            left.duplicate().get(x, 0, count);
            right.duplicate().get(y, 0, count);
            bytes(kind, x, y, count);
            right.duplicate().put(y, 0, count);
        }
    }

    private static final class Shorts implements Loop {

        private final Kind kind;
        private short[] x = {};
        private short[] y = {};

        Shorts(Kind kind) {
            this.kind = kind;
        }

        @Override
        public void reduce(ByteBuffer left, ByteBuffer right, int count) {
            if (x.length < count) {
                x = new short[count];
                y = new short[count];
            }
            left.asShortBuffer().get(x, 0, count);
            right.asShortBuffer().get(y, 0, count);
            shorts(kind, x, y, count);
            right.asShortBuffer().put(y, 0, count);
        }
    }

    private static final class Ints implements Loop {

        private final Kind kind;
        private int[] x = {};
        private int[] y = {};

        Ints(Kind kind) {
            this.kind = kind;
        }

        @Override
        public void reduce(ByteBuffer left, ByteBuffer right, int count) {
            x = x.length < count ? new int[count] : x;
            y = y.length < count ? new int[count] : y;
            left.asIntBuffer().get(x, 0, count);
            right.asIntBuffer().get(y, 0, count);
            ints(kind, x, 0, y, 0, count);
            right.asIntBuffer().put(y, 0, count);
        }

        @Override
        public boolean reduce(Buffer own, long ownAt, ByteBuffer incoming, Buffer result, long resultAt) {
            if (!(own instanceof ArrayBuffer.IntArray from) || !(result instanceof ArrayBuffer.IntArray to)) {
                return false;
            }
            int fromIndex = from.indexOf(ownAt);
            int toIndex = to.indexOf(resultAt);
            int left = incoming.remaining() / Integer.BYTES;
            int tile = Math.min(left, TILE / Integer.BYTES);
            x = x.length >= tile ? x : new int[tile];
            while (left > 0) {
                int count = Math.min(left, x.length);
                take(incoming, count);
                if (from.array != to.array || fromIndex != toIndex) {
                    System.arraycopy(from.array, fromIndex, to.array, toIndex, count);
                }
                ints(kind, x, 0, to.array, toIndex, count);
                left -= count;
                fromIndex += count;
                toIndex += count;
            }
            return true;
        }

        @Override
        public boolean reduce(
                Buffer own, long ownAt, Buffer other, long otherAt, Buffer result, long resultAt, int count) {
            if (!(own instanceof ArrayBuffer.IntArray from)
                    || !(other instanceof ArrayBuffer.IntArray with)
                    || !(result instanceof ArrayBuffer.IntArray to)) {
                return false;
            }
            int fromIndex = from.indexOf(ownAt);
            int toIndex = to.indexOf(resultAt);
            if (from.array != to.array || fromIndex != toIndex) {
                System.arraycopy(from.array, fromIndex, to.array, toIndex, count);
            }
            ints(kind, with.array, with.indexOf(otherAt), to.array, toIndex, count);
            return true;
        }

        @Override
        public Buffer memory(int count) {
            return new ArrayBuffer.IntArray(new int[count], 0, count);
        }

        private void take(ByteBuffer incoming, int count) {
            int at = incoming.position();
            incoming.position(at + count * Integer.BYTES);
            if (count > ArrayBuffer.LOOP_LIMIT) {
                incoming.slice(at, count * Integer.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .asIntBuffer()
                        .get(x, 0, count);
                return;
            }
            for (int i = 0; i < count; i++) {
                x[i] = incoming.getInt(at + i * Integer.BYTES);
            }
        }
    }

    private static final class Longs implements Loop {

        private final Kind kind;
        private long[] x = {};
        private long[] y = {};

        Longs(Kind kind) {
            this.kind = kind;
        }

        @Override
        public void reduce(ByteBuffer left, ByteBuffer right, int count) {
            x = x.length < count ? new long[count] : x;
            y = y.length < count ? new long[count] : y;
            left.asLongBuffer().get(x, 0, count);
            right.asLongBuffer().get(y, 0, count);
            longs(kind, x, 0, y, 0, count);
            right.asLongBuffer().put(y, 0, count);
        }

        @Override
        public boolean reduce(Buffer own, long ownAt, ByteBuffer incoming, Buffer result, long resultAt) {
            if (!(own instanceof ArrayBuffer.LongArray from) || !(result instanceof ArrayBuffer.LongArray to)) {
                return false;
            }
            int fromIndex = from.indexOf(ownAt);
            int toIndex = to.indexOf(resultAt);
            int left = incoming.remaining() / Long.BYTES;
            int tile = Math.min(left, TILE / Long.BYTES);
            x = x.length >= tile ? x : new long[tile];
            while (left > 0) {
                int count = Math.min(left, x.length);
                take(incoming, count);
                if (from.array != to.array || fromIndex != toIndex) {
                    System.arraycopy(from.array, fromIndex, to.array, toIndex, count);
                }
                longs(kind, x, 0, to.array, toIndex, count);
                left -= count;
                fromIndex += count;
                toIndex += count;
            }
            return true;
        }

        @Override
        public boolean reduce(
                Buffer own, long ownAt, Buffer other, long otherAt, Buffer result, long resultAt, int count) {
            if (!(own instanceof ArrayBuffer.LongArray from)
                    || !(other instanceof ArrayBuffer.LongArray with)
                    || !(result instanceof ArrayBuffer.LongArray to)) {
                return false;
            }
            int fromIndex = from.indexOf(ownAt);
            int toIndex = to.indexOf(resultAt);
            if (from.array != to.array || fromIndex != toIndex) {
                System.arraycopy(from.array, fromIndex, to.array, toIndex, count);
            }
            longs(kind, with.array, with.indexOf(otherAt), to.array, toIndex, count);
            return true;
        }

        @Override
        public Buffer memory(int count) {
            return new ArrayBuffer.LongArray(new long[count], 0, count);
        }

        private void take(ByteBuffer incoming, int count) {
            int at = incoming.position();
            incoming.position(at + count * Long.BYTES);
            if (count > ArrayBuffer.LOOP_LIMIT) {
                incoming.slice(at, count * Long.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .asLongBuffer()
                        .get(x, 0, count);
                return;
            }
            for (int i = 0; i < count; i++) {
                x[i] = incoming.getLong(at + i * Long.BYTES);
            }
        }
    }

    private static final class Floats implements Loop {

        private final Kind kind;
        private float[] x = {};
        private float[] y = {};

        Floats(Kind kind) {
            this.kind = kind;
        }

        @Override
        public void reduce(ByteBuffer left, ByteBuffer right, int count) {
            x = x.length < count ? new float[count] : x;
            y = y.length < count ? new float[count] : y;
            left.asFloatBuffer().get(x, 0, count);
            right.asFloatBuffer().get(y, 0, count);
            floats(kind, x, 0, y, 0, count);
            right.asFloatBuffer().put(y, 0, count);
        }

        @Override
        public boolean reduce(Buffer own, long ownAt, ByteBuffer incoming, Buffer result, long resultAt) {
            if (!(own instanceof ArrayBuffer.FloatArray from) || !(result instanceof ArrayBuffer.FloatArray to)) {
                return false;
            }
            int fromIndex = from.indexOf(ownAt);
            int toIndex = to.indexOf(resultAt);
            int left = incoming.remaining() / Float.BYTES;
            int tile = Math.min(left, TILE / Float.BYTES);
            x = x.length >= tile ? x : new float[tile];
            while (left > 0) {
                int count = Math.min(left, x.length);
                take(incoming, count);
                if (from.array != to.array || fromIndex != toIndex) {
                    System.arraycopy(from.array, fromIndex, to.array, toIndex, count);
                }
                floats(kind, x, 0, to.array, toIndex, count);
                left -= count;
                fromIndex += count;
                toIndex += count;
            }
            return true;
        }

        @Override
        public boolean reduce(
                Buffer own, long ownAt, Buffer other, long otherAt, Buffer result, long resultAt, int count) {
            if (!(own instanceof ArrayBuffer.FloatArray from)
                    || !(other instanceof ArrayBuffer.FloatArray with)
                    || !(result instanceof ArrayBuffer.FloatArray to)) {
                return false;
            }
            int fromIndex = from.indexOf(ownAt);
            int toIndex = to.indexOf(resultAt);
            if (from.array != to.array || fromIndex != toIndex) {
                System.arraycopy(from.array, fromIndex, to.array, toIndex, count);
            }
            floats(kind, with.array, with.indexOf(otherAt), to.array, toIndex, count);
            return true;
        }

        @Override
        public Buffer memory(int count) {
            return new ArrayBuffer.FloatArray(new float[count], 0, count);
        }

        private void take(ByteBuffer incoming, int count) {
            int at = incoming.position();
            incoming.position(at + count * Float.BYTES);
            if (count > ArrayBuffer.LOOP_LIMIT) {
                incoming.slice(at, count * Float.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .asFloatBuffer()
                        .get(x, 0, count);
                return;
            }
            for (int i = 0; i < count; i++) {
                x[i] = incoming.getFloat(at + i * Float.BYTES);
            }
        }
    }

    private static final class Doubles implements Loop {

        private final Kind kind;
        private double[] x = {};
        private double[] y = {};

        Doubles(Kind kind) {
            this.kind = kind;
        }

        @Override
        public void reduce(ByteBuffer left, ByteBuffer right, int count) {
            x = x.length < count ? new double[count] : x;
            y = y.length < count ? new double[count] : y;
            left.asDoubleBuffer().get(x, 0, count);
            right.asDoubleBuffer().get(y, 0, count);
            doubles(kind, x, 0, y, 0, count);
            right.asDoubleBuffer().put(y, 0, count);
        }

        @Override
        public boolean reduce(Buffer own, long ownAt, ByteBuffer incoming, Buffer result, long resultAt) {
            if (!(own instanceof ArrayBuffer.DoubleArray from) || !(result instanceof ArrayBuffer.DoubleArray to)) {
                return false;
            }
            int fromIndex = from.indexOf(ownAt);
            int toIndex = to.indexOf(resultAt);
            int left = incoming.remaining() / Double.BYTES;
            int tile = Math.min(left, TILE / Double.BYTES);
            x = x.length >= tile ? x : new double[tile];
            while (left > 0) {
                int count = Math.min(left, x.length);
                take(incoming, count);
                if (from.array != to.array || fromIndex != toIndex) {
                    System.arraycopy(from.array, fromIndex, to.array, toIndex, count);
                }
                doubles(kind, x, 0, to.array, toIndex, count);
                left -= count;
                fromIndex += count;
                toIndex += count;
            }
            return true;
        }

        @Override
        public boolean reduce(
                Buffer own, long ownAt, Buffer other, long otherAt, Buffer result, long resultAt, int count) {
            if (!(own instanceof ArrayBuffer.DoubleArray from)
                    || !(other instanceof ArrayBuffer.DoubleArray with)
                    || !(result instanceof ArrayBuffer.DoubleArray to)) {
                return false;
            }
            int fromIndex = from.indexOf(ownAt);
            int toIndex = to.indexOf(resultAt);
            if (from.array != to.array || fromIndex != toIndex) {
                System.arraycopy(from.array, fromIndex, to.array, toIndex, count);
            }
            doubles(kind, with.array, with.indexOf(otherAt), to.array, toIndex, count);
            return true;
        }

        @Override
        public Buffer memory(int count) {
            return new ArrayBuffer.DoubleArray(new double[count], 0, count);
        }

        private void take(ByteBuffer incoming, int count) {
            int at = incoming.position();
            incoming.position(at + count * Double.BYTES);
            if (count > ArrayBuffer.LOOP_LIMIT) {
                incoming.slice(at, count * Double.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .asDoubleBuffer()
                        .get(x, 0, count);
                return;
            }
            for (int i = 0; i < count; i++) {
                x[i] = incoming.getDouble(at + i * Double.BYTES);
            }
        }
    }

    private static void bytes(Kind kind, byte[] x, byte[] y, int n) {
        switch (kind) {
            case MAX -> {
                for (int i = 0; i < n; i++) {
                    y[i] = (byte) Math.max(x[i], y[i]);
                }
            }
            case MIN -> {
                for (int i = 0; i < n; i++) {
                    y[i] = (byte) Math.min(x[i], y[i]);
                }
            }
            case SUM -> {
                for (int i = 0; i < n; i++) {
                    y[i] = (byte) (x[i] + y[i]);
                }
            }
            case PROD -> {
                for (int i = 0; i < n; i++) {
                    y[i] = (byte) (x[i] * y[i]);
                }
            }
            case LAND -> {
                for (int i = 0; i < n; i++) {
                    y[i] = (byte) (x[i] != 0 && y[i] != 0 ? 1 : 0);
                }
            }
            case LOR -> {
                for (int i = 0; i < n; i++) {
                    y[i] = (byte) (x[i] != 0 || y[i] != 0 ? 1 : 0);
                }
            }
            case LXOR -> {
                for (int i = 0; i < n; i++) {
                    y[i] = (byte) ((x[i] != 0) != (y[i] != 0) ? 1 : 0);
                }
            }
            case BAND -> {
                for (int i = 0; i < n; i++) {
                    y[i] = (byte) (x[i] & y[i]);
                }
            }
            case BOR -> {
                for (int i = 0; i < n; i++) {
                    y[i] = (byte) (x[i] | y[i]);
                }
            }
            case BXOR -> {
                for (int i = 0; i < n; i++) {
                    y[i] = (byte) (x[i] ^ y[i]);
                }
            }
            default -> throw impossible(kind);
        }
    }

    private static void shorts(Kind kind, short[] x, short[] y, int n) {
        switch (kind) {
            case MAX -> {
                for (int i = 0; i < n; i++) {
                    y[i] = (short) Math.max(x[i], y[i]);
                }
            }
            case MIN -> {
                for (int i = 0; i < n; i++) {
                    y[i] = (short) Math.min(x[i], y[i]);
                }
            }
            case SUM -> {
                for (int i = 0; i < n; i++) {
                    y[i] = (short) (x[i] + y[i]);
                }
            }
            case PROD -> {
                for (int i = 0; i < n; i++) {
                    y[i] = (short) (x[i] * y[i]);
                }
            }
            case LAND -> {
                for (int i = 0; i < n; i++) {
                    y[i] = (short) (x[i] != 0 && y[i] != 0 ? 1 : 0);
                }
            }
            case LOR -> {
                for (int i = 0; i < n; i++) {
                    y[i] = (short) (x[i] != 0 || y[i] != 0 ? 1 : 0);
                }
            }
            case LXOR -> {
                for (int i = 0; i < n; i++) {
                    y[i] = (short) ((x[i] != 0) != (y[i] != 0) ? 1 : 0);
                }
            }
            case BAND -> {
                for (int i = 0; i < n; i++) {
                    y[i] = (short) (x[i] & y[i]);
                }
            }
            case BOR -> {
                for (int i = 0; i < n; i++) {
                    y[i] = (short) (x[i] | y[i]);
                }
            }
            case BXOR -> {
                for (int i = 0; i < n; i++) {
                    y[i] = (short) (x[i] ^ y[i]);
                }
            }
            default -> throw impossible(kind);
        }
    }

    private static void ints(Kind kind, int[] x, int from, int[] y, int at, int n) {
        switch (kind) {
            case MAX -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = Math.max(x[from + i], y[at + i]);
                }
            }
            case MIN -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = Math.min(x[from + i], y[at + i]);
                }
            }
            case SUM -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = x[from + i] + y[at + i];
                }
            }
            case PROD -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = x[from + i] * y[at + i];
                }
            }
            case LAND -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = x[from + i] != 0 && y[at + i] != 0 ? 1 : 0;
                }
            }
            case LOR -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = x[from + i] != 0 || y[at + i] != 0 ? 1 : 0;
                }
            }
            case LXOR -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = (x[from + i] != 0) != (y[at + i] != 0) ? 1 : 0;
                }
            }
            case BAND -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = x[from + i] & y[at + i];
                }
            }
            case BOR -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = x[from + i] | y[at + i];
                }
            }
            case BXOR -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = x[from + i] ^ y[at + i];
                }
            }
            default -> throw impossible(kind);
        }
    }

    private static void longs(Kind kind, long[] x, int from, long[] y, int at, int n) {
        switch (kind) {
            case MAX -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = Math.max(x[from + i], y[at + i]);
                }
            }
            case MIN -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = Math.min(x[from + i], y[at + i]);
                }
            }
            case SUM -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = x[from + i] + y[at + i];
                }
            }
            case PROD -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = x[from + i] * y[at + i];
                }
            }
            case LAND -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = x[from + i] != 0 && y[at + i] != 0 ? 1L : 0L;
                }
            }
            case LOR -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = x[from + i] != 0 || y[at + i] != 0 ? 1L : 0L;
                }
            }
            case LXOR -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = (x[from + i] != 0) != (y[at + i] != 0) ? 1L : 0L;
                }
            }
            case BAND -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = x[from + i] & y[at + i];
                }
            }
            case BOR -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = x[from + i] | y[at + i];
                }
            }
            case BXOR -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = x[from + i] ^ y[at + i];
                }
            }
            default -> throw impossible(kind);
        }
    }

    private static void floats(Kind kind, float[] x, int from, float[] y, int at, int n) {
        switch (kind) {
            case MAX -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = Math.max(x[from + i], y[at + i]);
                }
            }
            case MIN -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = Math.min(x[from + i], y[at + i]);
                }
            }
            case SUM -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = x[from + i] + y[at + i];
                }
            }
            case PROD -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = x[from + i] * y[at + i];
                }
            }
            default -> throw impossible(kind);
        }
    }

    private static void doubles(Kind kind, double[] x, int from, double[] y, int at, int n) {
        switch (kind) {
            case MAX -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = Math.max(x[from + i], y[at + i]);
                }
            }
            case MIN -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = Math.min(x[from + i], y[at + i]);
                }
            }
            case SUM -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = x[from + i] + y[at + i];
                }
            }
            case PROD -> {
                for (int i = 0; i < n; i++) {
                    y[at + i] = x[from + i] * y[at + i];
                }
            }
            default -> throw impossible(kind);
        }
    }

    /** One byte each, of which 0 is false. */
    private record Booleans(Kind kind) implements Loop {

        @Override
        public void reduce(ByteBuffer left, ByteBuffer right, int count) {
            for (int i = 0; i < count; i++) {
                boolean x = left.get(i) != 0;
                boolean y = right.get(i) != 0;
                boolean result = switch (kind) {
                    case LAND -> x && y;
                    case LOR -> x || y;
                    case LXOR -> x != y;
                    default -> throw impossible(kind);
                };
                right.put(i, (byte) (result ? 1 : 0));
            }
        }
    }
}
