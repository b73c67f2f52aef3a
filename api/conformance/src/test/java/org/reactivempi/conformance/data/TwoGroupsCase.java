package org.reactivempi.conformance.data;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import reactor.core.publisher.Mono;

/**
 * A random collective operation of two groups: what each rank calls, in which memory, and what it must come to by the definition. Ranks are
 * counted through both groups here; those of the group that has rank 0 in the list of ends come first.
 */
final class TwoGroupsCase implements Case {

    private enum Operation {
        BARRIER,
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
        REDUCE_SCATTER;

        boolean reduces() {
            return compareTo(REDUCE) >= 0;
        }

        boolean isRooted() {
            return switch (this) {
                case BCAST, GATHER, GATHERV, SCATTER, SCATTERV, REDUCE -> true;
                default -> false;
            };
        }

        boolean isUneven() {
            return switch (this) {
                case GATHERV, SCATTERV, ALLGATHERV, ALLTOALLV -> true;
                default -> false;
            };
        }
    }

    private static final int MOST_BYTES = 1_500_000;
    private static final byte[] NOTHING = {};

    private final int size;
    private final int firstSize;
    private final Operation operation;
    private final Unit unit;
    private final int root;
    private final @Nullable Reduction reduction;
    private final @Nullable Shape type;
    /** How many units each rank gives to each rank of the other group; of a scattered reduction, of what each rank of the other group gives. */
    private final int[][] units;
    /** How many units each rank of a reduction gives. */
    private final int reduced;

    private final @Nullable Room[] sent;
    private final @Nullable Room[] received;
    private final byte[][] given;
    private final byte[][] wanted;
    private final List<Mono<Void>> operations;

    /** Of any operation and length; {@code ends} are those of one group and then those of the other one. */
    TwoGroupsCase(List<Intercommunicator> ends, Random random) {
        this.size = ends.size();
        this.firstSize = ends.get(0).size();
        this.operation = Operation.values()[random.nextInt(Operation.values().length)];
        this.unit = Unit.values()[random.nextInt(Unit.values().length)];
        this.root = random.nextInt(size);
        this.reduction = operation.reduces() ? Reduction.of(unit, random) : null;
        this.type = operation.reduces() ? Shape.of(unit, random) : null;
        int most = MOST_BYTES / unit.bytes() / (operation == Operation.BCAST || operation.reduces() ? 1 : size);
        int length = CollectiveCase.length(random, most);
        // Equal blocks for each group.
        int both = firstSize * (size - firstSize);
        this.reduced = operation == Operation.REDUCE_SCATTER_BLOCK ? length / both * both : length;
        this.units = units(length, random);
        this.sent = new Room[size];
        this.received = new Room[size];
        this.given = new byte[size][];
        this.wanted = new byte[size][];
        IntStream.range(0, size).forEach(rank -> makeRooms(rank, random));
        this.operations = IntStream.range(0, size)
                .mapToObj(rank -> operation(rank, ends.get(rank)))
                .toList();
    }

    private boolean isFirst(int rank) {
        return rank < firstSize;
    }

    private IntStream group(boolean first) {
        return first ? IntStream.range(0, firstSize) : IntStream.range(firstSize, size);
    }

    private IntStream others(int rank) {
        return group(!isFirst(rank));
    }

    private int groupSize(int rank) {
        return isFirst(rank) ? firstSize : size - firstSize;
    }

    private int otherSize(int rank) {
        return size - groupSize(rank);
    }

    private int inGroup(int rank) {
        return isFirst(rank) ? rank : rank - firstSize;
    }

    private boolean isLeaf(int rank) {
        return isFirst(rank) != isFirst(root);
    }

    private int role(int rank) {
        return rank == root ? Mpi.ROOT : isLeaf(rank) ? inGroup(root) : Mpi.PROC_NULL;
    }

    private int[][] units(int block, Random random) {
        int[] each = random.ints(size, 0, block + 1).toArray();
        int ofSecond = random.nextBoolean() ? block : random.nextInt(block + 1);
        int[][] all = new int[size][size];
        if (operation == Operation.REDUCE_SCATTER) {
            return cut(random);
        }
        for (int rank = 0; rank < size; rank++) {
            for (int other = 0; other < size; other++) {
                all[rank][other] = switch (operation) {
                    case GATHERV, ALLGATHERV -> each[rank];
                    case SCATTERV -> each[other];
                    case ALLTOALLV -> random.nextInt(4) * random.nextInt(block + 1) / 3;
                    case ALLGATHER, ALLTOALL -> isFirst(rank) ? block : ofSecond;
                    case REDUCE_SCATTER_BLOCK -> reduced / groupSize(other);
                    default -> block;
                };
            }
        }
        return all;
    }

    /** Cuts what is reduced into blocks of any lengths for each group. */
    private int[][] cut(Random random) {
        int[] blocks = new int[size];
        for (boolean first : new boolean[] {true, false}) {
            int left = reduced;
            int last = group(first).max().orElseThrow();
            for (int rank : group(first).toArray()) {
                blocks[rank] = rank == last ? left : random.nextInt(left + 1);
                left -= blocks[rank];
            }
        }
        int[][] all = new int[size][];
        Arrays.fill(all, blocks);
        return all;
    }

    private void makeRooms(int rank, Random random) {
        IntUnaryOperator to = other -> units[rank][other];
        IntUnaryOperator from = other -> units[other][rank];
        int some = others(rank).findFirst().orElseThrow();
        boolean isRoot = rank == root;
        boolean isLeaf = isLeaf(rank);
        sent[rank] = switch (operation) {
            case BARRIER, BCAST -> null;
            case SCATTER, SCATTERV -> isRoot ? blocks(rank, to, random) : null;
            case GATHER, GATHERV -> isLeaf ? room(units[rank][some], 1, random) : null;
            case REDUCE -> isLeaf ? room(reduced, 1, random) : null;
            case ALLGATHER, ALLGATHERV -> room(units[rank][some], 1, random);
            case ALLTOALL, ALLTOALLV -> blocks(rank, to, random);
            case ALLREDUCE, REDUCE_SCATTER_BLOCK, REDUCE_SCATTER -> room(reduced, 1, random);
        };
        received[rank] = switch (operation) {
            case BARRIER -> null;
            case BCAST -> isRoot || isLeaf ? room(units[rank][some], 1, random) : null;
            case SCATTER, SCATTERV -> isLeaf ? room(units[root][rank], 1, random) : null;
            case GATHER, GATHERV -> isRoot ? blocks(rank, from, random) : null;
            case REDUCE -> isRoot ? room(reduced, 1, random) : null;
            case ALLGATHER, ALLGATHERV, ALLTOALL, ALLTOALLV -> blocks(rank, from, random);
            case ALLREDUCE -> room(reduced, 1, random);
            case REDUCE_SCATTER_BLOCK, REDUCE_SCATTER -> room(units[some][rank], 1, random);
        };
    }

    private Room room(int count, int parts, Random random) {
        return Room.of(unit, count, parts, type, type == null, random);
    }

    /** A room for each rank of the other group, or one where all are equally long. */
    private Room blocks(int rank, IntUnaryOperator counts, Random random) {
        return operation.isUneven()
                ? new Room.InBlocks(others(rank)
                        .mapToObj(other -> room(counts.applyAsInt(other), 1, random))
                        .toList())
                : room(others(rank).map(counts).sum(), otherSize(rank), random);
    }

    private Mono<Void> operation(int rank, Intercommunicator end) {
        // What is not looked at may be anything.
        Buffer send = sent[rank] == null ? Buffer.empty() : sent[rank].buffer();
        Buffer receive = received[rank] == null ? Buffer.empty() : received[rank].buffer();
        int role = role(rank);
        return switch (operation) {
            case BARRIER -> end.barrier();
            case BCAST -> end.bcast(receive, role);
            case GATHER -> end.gather(send, receive, role);
            case GATHERV -> end.gatherv(send, blocks(received[rank]), role);
            case SCATTER -> end.scatter(send, receive, role);
            case SCATTERV -> end.scatterv(blocks(sent[rank]), receive, role);
            case ALLGATHER -> end.allgather(send, receive);
            case ALLGATHERV -> end.allgatherv(send, blocks(received[rank]));
            case ALLTOALL -> end.alltoall(send, receive);
            case ALLTOALLV -> end.alltoallv(blocks(sent[rank]), blocks(received[rank]));
            case REDUCE -> end.reduce(send, receive, requireNonNull(reduction).op(), role);
            case ALLREDUCE ->
                end.allreduce(send, receive, requireNonNull(reduction).op());
            case REDUCE_SCATTER_BLOCK ->
                end.reduceScatterBlock(send, receive, requireNonNull(reduction).op());
            case REDUCE_SCATTER ->
                end.reduceScatter(
                        send,
                        receive,
                        group(isFirst(rank)).map(each -> units[0][each]).toArray(),
                        requireNonNull(reduction).op());
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
            given[rank] = reduction == null
                    ? unit.payload(random, givenUnits(rank))
                    : reduction.values().payload(random, givenUnits(rank));
        }
        for (int rank = 0; rank < size; rank++) {
            wanted[rank] = result(rank);
            if (sent[rank] != null) {
                sent[rank].fill(given[rank], random);
            }
            if (received[rank] != null) {
                received[rank].fill(operation == Operation.BCAST && rank == root ? given[rank] : NOTHING, random);
            }
        }
    }

    private int givenUnits(int rank) {
        int some = others(rank).findFirst().orElseThrow();
        return switch (operation) {
            case BARRIER -> 0;
            case BCAST -> rank == root ? units[rank][some] : 0;
            case SCATTER, SCATTERV ->
                rank == root ? others(rank).map(other -> units[rank][other]).sum() : 0;
            case GATHER, GATHERV -> isLeaf(rank) ? units[rank][some] : 0;
            case ALLGATHER, ALLGATHERV -> units[rank][some];
            case ALLTOALL, ALLTOALLV ->
                others(rank).map(other -> units[rank][other]).sum();
            case REDUCE -> isLeaf(rank) ? reduced : 0;
            case ALLREDUCE, REDUCE_SCATTER_BLOCK, REDUCE_SCATTER -> reduced;
        };
    }

    private byte[] result(int rank) {
        boolean isRoot = rank == root;
        return switch (operation) {
            case BARRIER -> NOTHING;
            case BCAST -> isRoot || isLeaf(rank) ? given[root] : NOTHING;
            case GATHER, GATHERV -> isRoot ? joined(rank, other -> given[other]) : NOTHING;
            case ALLGATHER, ALLGATHERV -> joined(rank, other -> given[other]);
            case SCATTER, SCATTERV -> isLeaf(rank) ? block(given[root], root, rank) : NOTHING;
            case ALLTOALL, ALLTOALLV -> joined(rank, other -> block(given[other], other, rank));
            case REDUCE -> isRoot ? reducedByOthers(rank) : NOTHING;
            case ALLREDUCE -> reducedByOthers(rank);
            case REDUCE_SCATTER_BLOCK, REDUCE_SCATTER ->
                block(reducedByOthers(rank), others(rank).findFirst().orElseThrow(), rank);
        };
    }

    private byte[] joined(int rank, IntFunction<byte[]> part) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        others(rank).mapToObj(part).forEach(all::writeBytes);
        return all.toByteArray();
    }

    /** Of what a rank gives to the other group, or its group reduces for that, the part of another rank. */
    private byte[] block(byte[] all, int rank, int other) {
        int from = others(rank)
                        .filter(each -> each < other)
                        .map(each -> units[rank][each])
                        .sum()
                * unit.bytes();
        return Arrays.copyOfRange(all, from, from + units[rank][other] * unit.bytes());
    }

    private byte[] reducedByOthers(int rank) {
        return others(rank)
                .mapToObj(other -> given[other].clone())
                .reduce((left, right) -> {
                    requireNonNull(reduction).model().reduce(left, right);
                    return right;
                })
                .orElseThrow();
    }

    @Override
    public List<String> differences() {
        List<String> found = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            CollectiveCase.note(found, rank, "sends from", sent[rank], given[rank]);
            CollectiveCase.note(found, rank, "receives in", received[rank], wanted[rank]);
        }
        return found;
    }

    @Override
    public String toString() {
        return operation + " of " + unit + " between " + firstSize + " and " + (size - firstSize) + " ranks"
                + (operation.isRooted() ? ", root " + root : "")
                + (reduction == null ? "" : ", by " + reduction.name() + " of " + reduced) + ", units "
                + Arrays.deepToString(units) + "\nsent from " + Arrays.toString(sent) + "\nreceived in "
                + Arrays.toString(received);
    }
}
