package org.reactivempi.conformance.data;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Communicator;
import reactor.core.publisher.Mono;

/**
 * A random collective operation: what each rank calls, in which memory, and what it must come to by the definition. It may be run again
 * and again, each time with other data in the same memory.
 */
final class CollectiveCase implements Case {

    private enum Operation {
        BCAST,
        GATHER,
        GATHERV,
        SCATTER,
        SCATTERV,
        ALLGATHER,
        ALLGATHERV,
        ALLTOALL,
        ALLTOALLV,
        REDUCE,
        ALLREDUCE,
        REDUCE_SCATTER_BLOCK,
        REDUCE_SCATTER,
        SCAN,
        EXSCAN;

        boolean reduces() {
            return compareTo(REDUCE) >= 0;
        }

        boolean hasBlocks() {
            return switch (this) {
                case BCAST, REDUCE, ALLREDUCE, SCAN, EXSCAN -> false;
                default -> true;
            };
        }

        boolean isUneven() {
            return switch (this) {
                case GATHERV, SCATTERV, ALLGATHERV, ALLTOALLV, REDUCE_SCATTER -> true;
                default -> false;
            };
        }

        /** Whether it is the root alone that may be in place. */
        boolean isInPlaceAtRoot() {
            return switch (this) {
                case GATHER, GATHERV, SCATTER, SCATTERV, REDUCE -> true;
                default -> false;
            };
        }
    }

    static final int MOST_UNITS = 300_000;
    /** Of one rank's vector, so that those of nine ranks and their images go into a small heap. */
    private static final int MOST_BYTES = 2_500_000;

    private static final int LONG_BYTES = 1_200_000;

    private static final List<Operation> LENDING = List.of(Operation.BCAST, Operation.ALLGATHER, Operation.ALLGATHERV);

    private static final byte[] NOTHING = {};

    private final int size;
    private final Operation operation;
    private final Unit unit;
    private final int root;
    private final boolean inPlace;
    private final @Nullable Reduction reduction;
    /** Of a reduction's elements, on all ranks. */
    private final @Nullable Shape type;
    /** How many units each rank has for each. */
    private final int[][] counts;
    /** Each rank's, where it has any. */
    private final @Nullable Room[] sent;

    private final @Nullable Room[] received;
    private final byte[][] given;
    private final byte[][] wanted;
    private final List<Mono<Void>> operations;

    /** Of any operation and length. */
    static CollectiveCase any(List<Communicator> ends, Random random) {
        return new CollectiveCase(ends, Operation.values()[random.nextInt(Operation.values().length)], false, random);
    }

    /** Of an operation in which ranks read each other's memory, of data that is so long that they do. */
    static CollectiveCase lent(List<Communicator> ends, Random random) {
        return new CollectiveCase(ends, LENDING.get(random.nextInt(LENDING.size())), true, random);
    }

    private CollectiveCase(List<Communicator> ends, Operation operation, boolean isLong, Random random) {
        this.size = ends.size();
        this.operation = operation;
        this.unit = Unit.values()[random.nextInt(Unit.values().length)];
        this.root = random.nextInt(size);
        this.inPlace = operation != Operation.BCAST && random.nextInt(3) == 0;
        this.reduction = operation.reduces() ? Reduction.of(unit, random) : null;
        this.type = operation.reduces() ? Shape.of(unit, random) : null;
        this.counts = counts(isLong, random);
        this.sent = new Room[size];
        this.received = new Room[size];
        this.given = new byte[size][];
        this.wanted = new byte[size][];
        IntStream.range(0, size).forEach(rank -> makeRooms(rank, random));
        this.operations = IntStream.range(0, size)
                .mapToObj(rank -> operation(rank, ends.get(rank)))
                .toList();
    }

    /** None, few, as many as possible, or so many of each magnitude. */
    static int length(Random random, int most) {
        int length = switch (random.nextInt(8)) {
            case 0 -> random.nextInt(4);
            case 1 -> random.nextInt(200);
            case 2 -> most;
            default -> (int) Math.exp(random.nextDouble() * Math.log(MOST_UNITS));
        };
        return Math.min(most, length);
    }

    private int[][] counts(boolean isLong, Random random) {
        int most = isLong ? LONG_BYTES / unit.bytes() : Math.min(MOST_UNITS, MOST_BYTES / unit.bytes());
        int longest = operation.hasBlocks() ? most / size : most;
        int block = isLong ? longest - random.nextInt(100) : length(random, longest);
        int[] each = random.ints(size, 0, block + 1).toArray();
        int[][] all = new int[size][size];
        for (int rank = 0; rank < size; rank++) {
            for (int other = 0; other < size; other++) {
                all[rank][other] = switch (operation) {
                    case GATHERV, ALLGATHERV -> each[rank];
                    case SCATTERV, REDUCE_SCATTER -> each[other];
                    // In place, two exchange as much as they get.
                    case ALLTOALLV ->
                        inPlace ? each[(rank + other) % size] : random.nextInt(4) * random.nextInt(block + 1) / 3;
                    default -> block;
                };
            }
        }
        return all;
    }

    private boolean isInPlace(int rank) {
        return inPlace && (rank == root || !operation.isInPlaceAtRoot());
    }

    private void makeRooms(int rank, Random random) {
        IntUnaryOperator to = other -> counts[rank][other];
        IntUnaryOperator from = other -> counts[other][rank];
        boolean isRoot = rank == root;
        boolean isInPlace = isInPlace(rank);
        int own = counts[rank][rank];
        sent[rank] = switch (operation) {
            case BCAST -> null;
            case SCATTER, SCATTERV -> isRoot ? blocks(to, random) : null;
            case GATHER, GATHERV, ALLGATHER, ALLGATHERV, REDUCE, ALLREDUCE, SCAN, EXSCAN ->
                isInPlace ? null : room(own, random);
            case ALLTOALL, ALLTOALLV -> isInPlace ? null : blocks(to, random);
            case REDUCE_SCATTER_BLOCK, REDUCE_SCATTER -> isInPlace ? null : room(sum(to), random);
        };
        received[rank] = switch (operation) {
            case BCAST, ALLREDUCE, SCAN, EXSCAN -> room(own, random);
            case SCATTER, SCATTERV -> isInPlace ? null : room(counts[root][rank], random);
            case GATHER, GATHERV -> isRoot ? blocks(from, random) : null;
            case REDUCE -> isRoot ? room(own, random) : null;
            case ALLGATHER, ALLGATHERV, ALLTOALL, ALLTOALLV -> blocks(from, random);
            case REDUCE_SCATTER_BLOCK, REDUCE_SCATTER -> room(isInPlace ? sum(to) : own, random);
        };
    }

    private int sum(IntUnaryOperator counts) {
        return IntStream.range(0, size).map(counts).sum();
    }

    private Room room(int units, Random random) {
        return room(units, 1, random);
    }

    private Room room(int units, int parts, Random random) {
        return Room.of(unit, units, parts, type, type == null, random);
    }

    /** A room for each, or one where all are equally long. */
    private Room blocks(IntUnaryOperator counts, Random random) {
        return operation.isUneven()
                ? new Room.InBlocks(IntStream.range(0, size)
                        .mapToObj(rank -> room(counts.applyAsInt(rank), random))
                        .toList())
                : room(sum(counts), size, random);
    }

    private Mono<Void> operation(int rank, Communicator end) {
        // What is not looked at may be anything.
        Buffer send = sent[rank] == null ? isInPlace(rank) ? Buffer.inPlace() : Buffer.empty() : sent[rank].buffer();
        Buffer receive =
                received[rank] == null ? isInPlace(rank) ? Buffer.inPlace() : Buffer.empty() : received[rank].buffer();
        return switch (operation) {
            case BCAST -> end.bcast(receive, root);
            case GATHER -> end.gather(send, receive, root);
            case GATHERV -> end.gatherv(send, blocks(received[rank]), root);
            case SCATTER -> end.scatter(send, receive, root);
            case SCATTERV -> end.scatterv(blocks(sent[rank]), receive, root);
            case ALLGATHER -> end.allgather(send, receive);
            case ALLGATHERV -> end.allgatherv(send, blocks(received[rank]));
            case ALLTOALL -> end.alltoall(send, receive);
            case ALLTOALLV ->
                inPlace
                        ? end.alltoallv(blocks(received[rank]))
                        : end.alltoallv(blocks(sent[rank]), blocks(received[rank]));
            case REDUCE -> end.reduce(send, receive, requireNonNull(reduction).op(), root);
            case ALLREDUCE ->
                end.allreduce(send, receive, requireNonNull(reduction).op());
            case REDUCE_SCATTER_BLOCK ->
                end.reduceScatterBlock(send, receive, requireNonNull(reduction).op());
            case REDUCE_SCATTER ->
                end.reduceScatter(
                        send, receive, counts[0], requireNonNull(reduction).op());
            case SCAN -> end.scan(send, receive, requireNonNull(reduction).op());
            case EXSCAN -> end.exscan(send, receive, requireNonNull(reduction).op());
        };
    }

    private static @Nullable Blocks blocks(@Nullable Room room) {
        return room == null ? null : ((Room.InBlocks) room).blocks();
    }

    @Override
    public List<Mono<Void>> operations() {
        return operations;
    }

    @Override
    public void fill(Random random) {
        for (int rank = 0; rank < size; rank++) {
            given[rank] = payload(givenUnits(rank), random);
        }
        for (int rank = 0; rank < size; rank++) {
            if (sent[rank] != null) {
                sent[rank].fill(given[rank], random);
            }
            if (received[rank] != null) {
                received[rank].fill(before(rank, random), random);
            }
            wanted[rank] = result(rank);
        }
    }

    private int givenUnits(int rank) {
        IntUnaryOperator to = other -> counts[rank][other];
        return switch (operation) {
            case BCAST -> rank == root ? counts[rank][0] : 0;
            case SCATTER, SCATTERV -> rank == root ? sum(to) : 0;
            case GATHER, GATHERV, ALLGATHER, ALLGATHERV, REDUCE, ALLREDUCE, SCAN, EXSCAN -> counts[rank][rank];
            case ALLTOALL, ALLTOALLV, REDUCE_SCATTER_BLOCK, REDUCE_SCATTER -> sum(to);
        };
    }

    private byte[] payload(int units, Random random) {
        return reduction == null
                ? unit.payload(random, units)
                : reduction.values().payload(random, units);
    }

    /** What stands where a rank receives, before it does. */
    private byte[] before(int rank, Random random) {
        if (operation == Operation.BCAST && rank == root) {
            return given[rank];
        }
        boolean isGather = switch (operation) {
            case GATHER, GATHERV, ALLGATHER, ALLGATHERV -> true;
            default -> false;
        };
        if (!isInPlace(rank)) {
            return NOTHING;
        }
        if (!isGather) {
            return given[rank];
        }
        byte[] all = payload(sum(other -> counts[other][other]), random);
        int at = IntStream.range(0, rank).map(other -> counts[other][other]).sum() * unit.bytes();
        System.arraycopy(given[rank], 0, all, at, given[rank].length);
        return all;
    }

    /** What a rank has then where it receives; what comes after it there stays as it is. */
    private byte[] result(int rank) {
        boolean isRoot = rank == root;
        return switch (operation) {
            case BCAST -> given[root];
            case GATHER, GATHERV -> isRoot ? joined(other -> given[other]) : NOTHING;
            case ALLGATHER, ALLGATHERV -> joined(other -> given[other]);
            case SCATTER, SCATTERV -> block(given[root], root, rank);
            case ALLTOALL, ALLTOALLV -> joined(other -> block(given[other], other, rank));
            case REDUCE -> isRoot ? reduced(size) : NOTHING;
            case ALLREDUCE -> reduced(size);
            case REDUCE_SCATTER_BLOCK, REDUCE_SCATTER -> block(reduced(size), rank, rank);
            case SCAN -> reduced(rank + 1);
            case EXSCAN -> reduced(rank);
        };
    }

    private interface Part {

        byte[] of(int rank);
    }

    private byte[] joined(Part part) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        IntStream.range(0, size).mapToObj(part::of).forEach(all::writeBytes);
        return all.toByteArray();
    }

    /** Of what a rank has, the part for another one. */
    private byte[] block(byte[] all, int rank, int other) {
        int from = IntStream.range(0, other).map(i -> counts[rank][i]).sum() * unit.bytes();
        return Arrays.copyOfRange(all, from, from + counts[rank][other] * unit.bytes());
    }

    private byte[] reduced(int ranks) {
        byte[] result = ranks == 0 ? NOTHING : given[0];
        for (int rank = 1; rank < ranks; rank++) {
            byte[] next = given[rank].clone();
            requireNonNull(reduction).model().reduce(result, next);
            result = next;
        }
        return result;
    }

    @Override
    public List<String> differences() {
        List<String> found = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            note(found, rank, "sends from", sent[rank], given[rank]);
            note(found, rank, "receives in", received[rank], wanted[rank]);
        }
        return found;
    }

    /** Adds what is not as wanted to what is found. */
    static void note(List<String> found, int rank, String what, @Nullable Room room, byte[] wanted) {
        String difference = room == null ? null : room.difference(wanted);
        if (difference != null) {
            found.add("rank " + rank + " " + what + " " + difference);
        }
    }

    @Override
    public String toString() {
        return operation + " of " + unit + " between " + size + " ranks, root " + root + (inPlace ? ", in place" : "")
                + (reduction == null ? "" : ", by " + reduction.name()) + ", counts "
                + (operation.isUneven() ? Arrays.deepToString(counts) : counts[0][0])
                + "\nsent from " + Arrays.toString(sent) + "\nreceived in " + Arrays.toString(received);
    }
}
