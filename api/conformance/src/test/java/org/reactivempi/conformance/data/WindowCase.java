package org.reactivempi.conformance.data;

import static org.reactivempi.conformance.Family.onAll;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Group;
import org.reactivempi.LockType;
import org.reactivempi.Op;
import org.reactivempi.Place;
import org.reactivempi.Window;
import org.reactivempi.WindowHints;
import org.reactivempi.Windows;
import org.reactivempi.core.window.ShortParts;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A window over memory of a random kind on each rank, and a model of all that is in it. Each rank has a part of every memory for itself, so
 * that what it does there, one after the other, is all that happens there.
 */
final class WindowCase {

    private static final int MOST_IN_A_ROW = 4;

    private enum Operation {
        PUT,
        GET,
        ACCUMULATE,
        GET_ACCUMULATE,
        FETCH_AND_OP,
        COMPARE_AND_SWAP;

        /** Whether those at one place keep their order without a flush between them. */
        boolean isOrdered() {
            return compareTo(ACCUMULATE) >= 0;
        }
    }

    private enum Epoch {
        FENCE,
        POST_AND_START,
        LOCK,
        LOCK_ALL
    }

    /** An operation of the model: by name, on longs, for the units that it is for. */
    private enum Combination {
        SUM(Op.SUM, Long::sum),
        PROD(Op.PROD, (left, right) -> left * right),
        MAX(Op.MAX, Math::max),
        MIN(Op.MIN, Math::min),
        BAND(Op.BAND, (left, right) -> left & right),
        BOR(Op.BOR, (left, right) -> left | right),
        BXOR(Op.BXOR, (left, right) -> left ^ right),
        LAND(Op.LAND, (left, right) -> left != 0 && right != 0 ? 1 : 0),
        LOR(Op.LOR, (left, right) -> left != 0 || right != 0 ? 1 : 0),
        LXOR(Op.LXOR, (left, right) -> (left != 0) != (right != 0) ? 1 : 0),
        /** Of pairs: 1 where the left value wins, -1 where the right one does, 0 where they are equal. */
        MINLOC(Op.MINLOC, (left, right) -> least(Double.longBitsToDouble(left), Double.longBitsToDouble(right))),
        MAXLOC(
                Op.MAXLOC,
                (left, right) -> Double.compare(Double.longBitsToDouble(left), Double.longBitsToDouble(right))),
        REPLACE(Op.REPLACE, (left, right) -> right),
        NO_OP(Op.NO_OP, (left, right) -> left);

        private final Op op;
        private final LongBinaryOperator model;

        Combination(Op op, LongBinaryOperator model) {
            this.op = op;
            this.model = model;
        }

        /** NaN wins, as it does among the greatest. */
        private static int least(double left, double right) {
            boolean isNumbers = !Double.isNaN(left) && !Double.isNaN(right);
            return isNumbers ? Double.compare(right, left) : Double.compare(left, right);
        }

        static Combination any(Unit unit, boolean fetches, Random random) {
            List<Combination> all = Stream.of(values())
                    .filter(each -> each.isFor(unit))
                    .filter(each -> fetches || each != NO_OP)
                    .toList();
            return all.get(random.nextInt(all.size()));
        }

        private boolean isFor(Unit unit) {
            return switch (this) {
                case REPLACE, NO_OP -> true;
                case MINLOC, MAXLOC -> unit == Unit.PAIR;
                case LAND, LOR, LXOR -> isInteger(unit) || unit == Unit.BOOLEAN;
                default -> isInteger(unit);
            };
        }

        private static boolean isInteger(Unit unit) {
            return unit == Unit.BYTE || unit == Unit.SHORT || unit == Unit.INT || unit == Unit.LONG;
        }

        byte[] apply(Unit unit, byte[] left, byte[] right) {
            if (this == REPLACE) {
                return right;
            }
            byte[] result = left.clone();
            if (this == NO_OP) {
                return result;
            }
            ByteBuffer one = ByteBuffer.wrap(left).order(ByteOrder.LITTLE_ENDIAN);
            ByteBuffer other = ByteBuffer.wrap(right).order(ByteOrder.LITTLE_ENDIAN);
            ByteBuffer both = ByteBuffer.wrap(result).order(ByteOrder.LITTLE_ENDIAN);
            for (int at = 0; at < left.length; at += unit.bytes()) {
                switch (unit.bytes()) {
                    case Double.BYTES + Integer.BYTES -> {
                        long order = model.applyAsLong(one.getLong(at), other.getLong(at));
                        int index = at + Double.BYTES;
                        if (order < 0 || order == 0 && other.getInt(index) <= one.getInt(index)) {
                            both.put(at, right, at, unit.bytes());
                        }
                    }
                    case 1 -> both.put(at, (byte) model.applyAsLong(one.get(at), other.get(at)));
                    case 2 -> both.putShort(at, (short) model.applyAsLong(one.getShort(at), other.getShort(at)));
                    case 4 -> both.putInt(at, (int) model.applyAsLong(one.getInt(at), other.getInt(at)));
                    default -> both.putLong(at, model.applyAsLong(one.getLong(at), other.getLong(at)));
                }
            }
            return result;
        }
    }

    /**
     * The memory of a rank, and its model.
     *
     * @param begin of the window in it, in bytes
     * @param displacementUnit of the window there
     */
    private record Target(Storage storage, int begin, boolean bigEndian, int displacementUnit, byte[] image) {

        void fill(Unit unit, Random random) {
            byte[] noise = Noise.bytes(random, image.length);
            for (int i = 0; i < noise.length && unit == Unit.BOOLEAN; i++) {
                noise[i] &= 1;
            }
            System.arraycopy(noise, 0, image, 0, image.length);
            storage.load(ByteBuffer.wrap(noise).order(ByteOrder.LITTLE_ENDIAN));
        }

        @Nullable
        String difference() {
            int first = Arrays.mismatch(storage.image(), image);
            return first < 0 ? null : "byte " + first + " is wrong, the window begins at " + begin;
        }
    }

    /** What has to be so when an operation has ended: a difference, or null. */
    private interface Check {

        @Nullable
        String difference();
    }

    /** A memory before there is a window. */
    private record Given(Storage storage, Buffer buffer, int begin, boolean bigEndian) {}

    /** Of memory of the library: pages, what is long enough to be read in place, and all in one. */
    private static final int[] PART_BYTES = {4096, 16384, Window.MOST_SEGMENT_BYTES};

    private final Unit unit;
    private final List<Window> ends;
    private final List<Target> targets;
    /** Of each rank, in each memory. */
    private final int partBytes;

    private final Random random;

    private WindowCase(Unit unit, List<Window> ends, List<Target> targets, int partBytes, Random random) {
        this.unit = unit;
        this.ends = ends;
        this.targets = targets;
        this.partBytes = partBytes;
        this.random = random;
    }

    /** Makes a window. */
    static WindowCase any(List<Communicator> worlds, int mostBytes, Random random) {
        Unit unit = Unit.values()[random.nextInt(Unit.values().length)];
        int size = worlds.size();
        // So that it begins at a multiple of each unit of displacements.
        int partBytes = Math.max(1, mostBytes / (6 * unit.bytes())) * 6 * unit.bytes();
        int[] displacementUnits = IntStream.range(0, size)
                .map(rank -> random.nextInt(3) == 0 ? 1 : unit.bytes() * (1 + random.nextInt(3)))
                .toArray();
        boolean isOfTheLibrary = random.nextInt(3) == 0;
        int longest = isOfTheLibrary ? PART_BYTES[random.nextInt(PART_BYTES.length)] : Window.MOST_SEGMENT_BYTES;
        // Some ranks share memory and others don't, so that both ways lead to the same memory.
        int sharing = random.nextInt(1 << size + 1);
        List<Given> given = IntStream.range(0, size)
                .mapToObj(rank -> memory(unit, size * partBytes, random))
                .toList();
        List<Window> ends = onAll(worlds, world -> {
            Windows windows = ShortParts.of(world.windows(), longest)
                    .with(WindowHints.create()
                            .displacementUnit(displacementUnits[world.rank()])
                            .sharedMemory((sharing >> world.rank() & 1) == 0));
            return isOfTheLibrary
                    ? windows.allocate((long) size * partBytes)
                    : windows.create(given.get(world.rank()).buffer());
        });
        List<Target> targets = IntStream.range(0, size)
                .mapToObj(rank -> {
                    Given memory = given.get(rank);
                    if (isOfTheLibrary) {
                        List<ByteBuffer> own = ShortParts.of(ends.get(rank), rank, longest);
                        memory = new Given(new Storage.Pieces(own), Buffer.empty(), 0, false);
                    }
                    return new Target(
                            memory.storage(),
                            memory.begin(),
                            memory.bigEndian(),
                            displacementUnits[rank],
                            new byte[memory.storage().bytes()]);
                })
                .toList();
        targets.forEach(target -> target.fill(unit, random));
        return new WindowCase(unit, ends, targets, partBytes, random);
    }

    private static Given memory(Unit unit, int bytes, Random random) {
        int before = random.nextInt(4) * unit.bytes();
        int after = random.nextInt(4) * unit.bytes();
        if (unit.isBasic() && random.nextInt(3) > 0) {
            int size = unit.bytes();
            Storage.Array array = Storage.Array.of(unit, (before + bytes + after) / size, random.nextBoolean());
            return new Given(array, array.slice().of(before / size, bytes / size), before, false);
        }
        int all = before + bytes + after;
        ByteBuffer memory = random.nextBoolean() ? ByteBuffer.allocateDirect(all) : ByteBuffer.allocate(all);
        boolean bigEndian = random.nextBoolean();
        ByteBuffer part = memory.duplicate()
                .order(bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN)
                .position(before)
                .limit(before + bytes);
        // Elements lie in bytes as they travel, whatever the order of the buffer; as elements of their type, in that
        // order.
        boolean asElements = unit.isBasic() && unit != Unit.BYTE && random.nextBoolean();
        Buffer given = asElements ? Buffers.of(part).as(unit.leaves().get(0), bytes / unit.bytes()) : Buffers.of(part);
        return new Given(new Storage.Pieces(List.of(memory)), given, before, bigEndian && asElements);
    }

    /** An epoch of a random kind on all ranks, with operations of all; says what is not as the model has it afterwards. */
    List<String> epoch() {
        Epoch epoch = Epoch.values()[random.nextInt(Epoch.values().length)];
        int size = ends.size();
        List<Check> checks = new ArrayList<>();
        List<List<Mono<Void>>> work = new ArrayList<>();
        boolean isPassive = epoch.compareTo(Epoch.LOCK) >= 0;
        for (int rank = 0; rank < size; rank++) {
            List<Mono<Void>> own = new ArrayList<>();
            for (int target = 0; target < size; target++) {
                own.add(random.nextInt(4) == 0 ? Mono.empty() : inARow(rank, target, isPassive, checks));
            }
            work.add(own);
        }
        onAll(ends, end -> run(epoch, end, work.get(end.rank())));
        // Those that end alone may be ahead of others.
        onAll(ends, Window::fence);
        return Stream.concat(
                        checks.stream().map(Check::difference),
                        IntStream.range(0, size).mapToObj(rank -> {
                            String difference = targets.get(rank).difference();
                            return difference == null ? null : "memory of rank " + rank + ": " + difference;
                        }))
                .filter(Objects::nonNull)
                .map(difference -> epoch + ": " + difference)
                .toList();
    }

    private static Mono<Void> run(Epoch epoch, Window end, List<Mono<Void>> work) {
        Group all = end.group();
        return switch (epoch) {
            case FENCE -> end.fence().then(Mono.when(work)).then(end.fence());
            case POST_AND_START ->
                end.post(all)
                        .then(end.start(all))
                        .then(Mono.when(work))
                        .then(end.complete())
                        .then(end.waitFor());
            case LOCK ->
                Flux.range(0, work.size())
                        .concatMap(target -> end.lock(
                                        (target + end.rank()) % 2 == 0 ? LockType.SHARED : LockType.EXCLUSIVE, target)
                                .then(work.get(target))
                                .then(end.unlock(target)))
                        .then();
            case LOCK_ALL -> end.lockAll().then(Mono.when(work)).then(end.unlockAll());
        };
    }

    /** Some operations of one rank at one target; a single one where nothing but the end of the epoch tells of its end. */
    private Mono<Void> inARow(int rank, int target, boolean isPassive, List<Check> checks) {
        int count = isPassive ? 1 + random.nextInt(MOST_IN_A_ROW) : 1;
        Window end = ends.get(rank);
        Mono<Void> all = Mono.empty();
        boolean wasOrdered = true;
        for (int i = 0; i < count; i++) {
            Operation operation = operation();
            if (i > 0 && !(wasOrdered && operation.isOrdered())) {
                all = all.then(end.flush(target));
            }
            all = all.then(made(operation, rank, target, checks));
            wasOrdered = operation.isOrdered();
        }
        return all;
    }

    private Operation operation() {
        if (unit == Unit.PARTICLE) {
            return random.nextBoolean() ? Operation.PUT : Operation.GET;
        }
        Operation operation = Operation.values()[random.nextInt(Operation.values().length)];
        boolean isNoInteger = unit == Unit.FLOAT || unit == Unit.DOUBLE || unit == Unit.PAIR;
        return operation == Operation.COMPARE_AND_SWAP && isNoInteger ? Operation.FETCH_AND_OP : operation;
    }

    private Mono<Void> made(Operation operation, int rank, int to, List<Check> checks) {
        Window end = ends.get(rank);
        Target target = targets.get(to);
        boolean isOne = operation.compareTo(Operation.FETCH_AND_OP) >= 0;
        Shape shape = Shape.of(unit, random);
        int units = isOne ? 1 : CollectiveCase.length(random, partBytes / unit.bytes());
        // What is divided into blocks takes more room than its units.
        int step = target.displacementUnit() == 1 ? unit.bytes() : target.displacementUnit();
        int skipped = random.nextInt(3) * step;
        while (!isOne) {
            shape = random.nextInt(3) == 0 ? Shape.of(unit, random) : Shape.dividing(unit, units, random);
            if (units == 0 || skipped + shape.end(units / shape.units()) <= partBytes) {
                break;
            }
            units /= 2;
        }
        skipped = skipped + (isOne ? shape.end(1) : 0) <= partBytes ? skipped : 0;
        int at = rank * partBytes + skipped;
        int count = units / shape.units();
        long displacement = at / target.displacementUnit();
        Place place = Place.at(displacement).as(shape.type(), count);
        int origin = target.begin() + at;
        byte[] there = shape.take(target.image(), origin, count, target.bigEndian());
        byte[] payload = unit.payload(random, units);
        Room data = room(units, payload);
        Room room = room(units, new byte[0]);
        String name = operation + " of " + units + " of " + unit + " by rank " + rank + " at " + to + ", " + place;
        if (operation != Operation.GET) {
            checks.add(() -> differs(name + ", its data", data.difference(payload)));
        }
        if (operation != Operation.PUT && operation != Operation.ACCUMULATE) {
            checks.add(() -> differs(name + ", its result", room.difference(there)));
        }
        Combination with = Combination.any(unit, operation != Operation.ACCUMULATE, random);
        switch (operation) {
            case PUT -> {
                shape.put(payload, target.image(), origin, target.bigEndian());
                return end.put(data.buffer(), to, place);
            }
            case GET -> {
                return end.get(room.buffer(), to, place);
            }
            case ACCUMULATE -> {
                shape.put(with.apply(unit, there, payload), target.image(), origin, target.bigEndian());
                return end.accumulate(data.buffer(), to, place, with.op);
            }
            case GET_ACCUMULATE -> {
                shape.put(with.apply(unit, there, payload), target.image(), origin, target.bigEndian());
                return end.getAccumulate(data.buffer(), room.buffer(), to, place, with.op);
            }
            case FETCH_AND_OP -> {
                shape.put(with.apply(unit, there, payload), target.image(), origin, target.bigEndian());
                return end.fetchAndOp(data.buffer(), room.buffer(), to, displacement, with.op);
            }
            case COMPARE_AND_SWAP -> {
                byte[] expected = random.nextBoolean() ? there.clone() : unit.payload(random, 1);
                if (Arrays.equals(expected, there)) {
                    shape.put(payload, target.image(), origin, target.bigEndian());
                }
                Room other = room(1, expected);
                return end.compareAndSwap(data.buffer(), other.buffer(), room.buffer(), to, displacement);
            }
        }
        throw new AssertionError(operation);
    }

    /** Memory at the origin. */
    private Room room(int units, byte[] payload) {
        // One element has the unit's own type.
        Shape shape =
                units == 1 || random.nextInt(3) == 0 ? Shape.of(unit, random) : Shape.dividing(unit, units, random);
        Room room = Room.of(unit, units, 1, shape, false, random);
        room.fill(payload, random);
        return room;
    }

    private static @Nullable String differs(String name, @Nullable String difference) {
        return difference == null ? null : name + ": " + difference;
    }

    void free() {
        onAll(ends, Window::free);
    }

    @Override
    public String toString() {
        return "a window of " + unit + " over "
                + ends.stream().map(end -> end.memory().toString()).toList() + ", with " + partBytes
                + " bytes for each rank";
    }
}
