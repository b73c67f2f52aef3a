package org.reactivempi;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Types of all constructors, at random, nested up to a depth, with few enough entries to be written down one by one. */
final class RandomTypes {

    private static final List<Datatype> BASICS = List.of(
            Datatype.BYTE, Datatype.SHORT, Datatype.CHAR, Datatype.INT, Datatype.FLOAT, Datatype.LONG, Datatype.DOUBLE);
    private static final int MOST_ENTRIES = 600;
    /** Grids of grids of grids would span gigabytes. */
    private static final int MOST_BYTES = 1 << 20;

    private static final int CONSTRUCTORS = 12;

    private final Random random;
    /** All of one basic type, at multiples of its size, as an array needs it; null for any. */
    private final Datatype base;

    /** Whether types without data are among the types that others are made of. */
    private final boolean withEmpty;

    private RandomTypes(Random random, Datatype base, boolean withEmpty) {
        this.random = random;
        this.base = base;
        this.withEmpty = withEmpty;
    }

    RandomTypes(Random random, Datatype base) {
        this(random, base, true);
    }

    /** Of any basic types, each with data: what is made of types without is what native MPIs disagree about. */
    static RandomTypes withData(Random random) {
        return new RandomTypes(random, null, false);
    }

    Datatype next(int depth) {
        Datatype type = depth == 0 ? basic() : made(depth);
        if (type.sizeBytes() == 0 && !withEmpty) {
            return next(depth);
        }
        return type.sizeBytes() / width() > MOST_ENTRIES || spanBytes(type) > MOST_BYTES ? next(depth - 1) : type;
    }

    /** How far one element, or the next one, is from the origin at most. */
    private static long spanBytes(Datatype type) {
        return LongStream.of(
                        type.lowerBoundBytes(),
                        type.upperBoundBytes(),
                        type.trueLowerBoundBytes(),
                        type.trueLowerBoundBytes() + type.trueExtentBytes())
                .map(Math::abs)
                .max()
                .orElseThrow();
    }

    private Datatype basic() {
        return base != null ? base : BASICS.get(random.nextInt(BASICS.size()));
    }

    private long width() {
        return base == null ? Long.BYTES : base.sizeBytes();
    }

    private Datatype made(int depth) {
        Datatype inner = next(depth - 1);
        return switch (random.nextInt(CONSTRUCTORS)) {
            case 0 -> inner.contiguous(count());
            case 1 -> inner.vector(count(), count(), around(5));
            case 2 -> inner.hvector(count(), count(), bytes());
            case 3 -> {
                int blocks = random.nextInt(5);
                yield inner.indexed(counts(blocks), displacements(blocks, () -> around(9)));
            }
            case 4 -> {
                int blocks = random.nextInt(5);
                yield inner.hindexed(counts(blocks), displacements(blocks, this::bytes));
            }
            case 5 -> inner.indexedBlock(count(), displacements(random.nextInt(5), () -> around(9)));
            case 6 -> inner.hindexedBlock(count(), displacements(random.nextInt(5), this::bytes));
            case 7 -> struct(inner, depth);
            case 8 -> subarray(inner);
            case 9 -> darray(inner);
            case 10 -> inner.resized(bytes(), bytes());
            default -> inner.dup();
        };
    }

    private Datatype struct(Datatype first, int depth) {
        Datatype.StructBuilder struct = Datatype.struct().add(bytes(), first, count());
        for (int i = random.nextInt(4); i > 0; i--) {
            struct.add(bytes(), next(random.nextInt(depth)), count());
        }
        return struct.build();
    }

    private Datatype subarray(Datatype inner) {
        int dimensions = 1 + random.nextInt(3);
        long[] sizes = new long[dimensions];
        long[] subsizes = new long[dimensions];
        long[] starts = new long[dimensions];
        for (int i = 0; i < dimensions; i++) {
            sizes[i] = 1 + random.nextInt(5);
            subsizes[i] = 1 + random.nextInt((int) sizes[i]);
            starts[i] = random.nextInt((int) (sizes[i] - subsizes[i]) + 1);
        }
        return inner.subarray(order(), sizes, subsizes, starts);
    }

    private Datatype darray(Datatype inner) {
        int dimensions = 1 + random.nextInt(3);
        long[] sizes = new long[dimensions];
        Distribution[] distributions = new Distribution[dimensions];
        int[] grid = new int[dimensions];
        for (int i = 0; i < dimensions; i++) {
            sizes[i] = 1 + random.nextInt(6);
            grid[i] = 1 + random.nextInt(3);
            distributions[i] = switch (random.nextInt(4)) {
                case 0 -> Distribution.block();
                case 1 -> Distribution.block((sizes[i] + grid[i] - 1) / grid[i] + random.nextInt(2));
                case 2 -> Distribution.cyclic(1 + random.nextInt(3));
                default -> {
                    grid[i] = 1;
                    yield Distribution.none();
                }
            };
        }
        int rank = random.nextInt(IntStream.of(grid).reduce(1, (a, b) -> a * b));
        return inner.darray(rank, order(), sizes, Arrays.asList(distributions), grid);
    }

    private Datatype.Order order() {
        return random.nextBoolean() ? Datatype.Order.ROW_MAJOR : Datatype.Order.COLUMN_MAJOR;
    }

    private long count() {
        return random.nextInt(4);
    }

    private long around(int most) {
        return random.nextInt(2 * most + 1) - most;
    }

    private long bytes() {
        return around(12) * width();
    }

    private long[] counts(int length) {
        return LongStream.generate(this::count).limit(length).toArray();
    }

    private static long[] displacements(int length, java.util.function.LongSupplier each) {
        return LongStream.generate(each).limit(length).toArray();
    }
}
