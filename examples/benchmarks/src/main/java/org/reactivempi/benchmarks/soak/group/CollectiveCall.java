package org.reactivempi.benchmarks.soak.group;

import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Communicator;
import reactor.core.publisher.Mono;

/**
 * One collective operation that moves data, drawn at random: operation, root, number and kind of elements. Memory is
 * another one on each rank.
 */
final class CollectiveCall {

    private static final int MOST = 1 << 14;
    private static final int LONGEST = 300_000;
    /** One in so many is of any length up to the longest. */
    private static final int LONG_ONE_IN = 12;

    private static final int DOUBLE_SHIFT = 24;

    private enum Kind {
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
        REDUCE_SCATTER,
        REDUCE_SCATTER_BLOCK,
        SCAN,
        EXSCAN
    }

    private final Communicator all;
    private final int size;
    private final int rank;
    private final Check check;
    private final IntFunction<Block> memory;
    private final Kind kind;
    private final Element element;
    private final Reducing reducing;
    private final int root;
    private final int count;
    private final int[][] counts;
    private final boolean inPlace;
    private final Values values;
    private final String what;

    private CollectiveCall(Communicator all, Random random, Check check, MemoryChoice memory) {
        this.all = all;
        this.size = all.size();
        this.rank = all.rank();
        this.check = check;
        this.kind = Kind.values()[random.nextInt(Kind.values().length)];
        this.reducing = Reducing.values()[random.nextInt(Reducing.values().length)];
        this.element = reducing.on(Element.values()[random.nextInt(Element.values().length)]);
        this.root = random.nextInt(size);
        this.count = length(random, kind == Kind.BCAST ? 1 : size);
        this.counts = new int[size][size];
        for (int[] row : counts) {
            for (int i = 0; i < size; i++) {
                row[i] = random.nextInt(8) == 0 ? 0 : random.nextInt(count + 1);
            }
        }
        this.inPlace = random.nextInt(4) == 0;
        this.values = new Values(random.nextLong());
        this.memory = length -> memory.make(element, length);
        this.what = kind + " of " + count + " " + element + (isReducing() ? " by " + reducing : "") + ", root " + root
                + (inPlace ? ", in place" : "");
    }

    /** Which memory a rank uses. */
    interface MemoryChoice {

        Block make(Element element, int count);
    }

    /**
     * The next one.
     *
     * @return cold; what all ranks have to subscribe in the same order
     */
    static Mono<Void> next(Communicator all, Random random, Check check, MemoryChoice memory) {
        return new CollectiveCall(all, random, check, memory).run();
    }

    private static int length(Random random, int parts) {
        return switch (random.nextInt(LONG_ONE_IN)) {
            case 0 -> 0;
            case 1 -> random.nextInt(LONGEST / parts + 1);
            default -> random.nextInt(1 + (MOST >>> random.nextInt(14)));
        };
    }

    private boolean isReducing() {
        return kind.compareTo(Kind.REDUCE) >= 0;
    }

    /** Doubles are small enough to be added without rounding. */
    private long value(int from, int index) {
        long value = values.at(from, index);
        return element.narrow(element == Element.DOUBLE ? value >> DOUBLE_SHIFT : value);
    }

    /** Of rank {@code from} for rank {@code to}. */
    private long value(int from, int to, int index) {
        return value(from, to * LONGEST + index);
    }

    private long reduced(int ranks, int index) {
        long result = value(0, index);
        for (int from = 1; from < ranks; from++) {
            result = element.narrow(reducing.apply(result, value(from, index)));
        }
        return result;
    }

    private Mono<Void> run() {
        return switch (kind) {
            case BCAST -> bcast();
            case GATHER -> gather();
            case GATHERV -> gatherv();
            case SCATTER -> scatter();
            case SCATTERV -> scatterv();
            case ALLGATHER -> allgather();
            case ALLGATHERV -> allgatherv();
            case ALLTOALL -> alltoall();
            case ALLTOALLV -> alltoallv();
            case REDUCE -> reduce();
            case ALLREDUCE -> allreduce();
            case REDUCE_SCATTER -> reduceScatter();
            case REDUCE_SCATTER_BLOCK -> reduceScatterBlock();
            case SCAN -> scan();
            case EXSCAN -> exscan();
        };
    }

    private Block room(int length) {
        return memory.apply(length);
    }

    private Block own(int length) {
        return room(length).fill(i -> value(rank, i));
    }

    private Block[] rooms(IntFunction<Integer> length) {
        Block[] rooms = new Block[size];
        for (int i = 0; i < size; i++) {
            rooms[i] = room(length.apply(i));
        }
        return rooms;
    }

    private static Blocks blocks(Block[] rooms) {
        return Blocks.of(rooms.length, i -> rooms[i].buffer());
    }

    private void check(Block block, IntToLongFunction expected) {
        block.check(check, what, expected);
    }

    private static Mono<Void> checked(Mono<Void> operation, Runnable check) {
        return operation.then(Mono.fromRunnable(check));
    }

    private Mono<Void> bcast() {
        Block data = room(count);
        if (rank == root) {
            data.fill(i -> value(root, i));
        }
        return checked(all.bcast(data.buffer(), root), () -> check(data, i -> value(root, i)));
    }

    private Mono<Void> gather() {
        Block mine = own(count);
        if (rank != root) {
            return all.gather(mine.buffer(), Buffer.empty(), root);
        }
        Block room = room(count * size);
        return checked(
                all.gather(mine.buffer(), room.buffer(), root), () -> check(room, i -> value(i / count, i % count)));
    }

    private Mono<Void> gatherv() {
        Block mine = own(counts[0][rank]);
        Block[] rooms = rooms(from -> rank == root ? counts[0][from] : 0);
        return checked(all.gatherv(mine.buffer(), blocks(rooms), root), () -> {
            for (int from = 0; rank == root && from < size; from++) {
                int sender = from;
                check(rooms[from], i -> value(sender, i));
            }
        });
    }

    private Mono<Void> scatter() {
        Block room = room(count);
        Buffer send = rank == root
                ? room(count * size)
                        .fill(i -> value(root, i / count, i % count))
                        .buffer()
                : Buffer.empty();
        return checked(all.scatter(send, room.buffer(), root), () -> check(room, i -> value(root, rank, i)));
    }

    private Mono<Void> scatterv() {
        Block room = room(counts[0][rank]);
        Block[] send = rooms(to -> rank == root ? counts[0][to] : 0);
        fillForEach(send);
        return checked(all.scatterv(blocks(send), room.buffer(), root), () -> check(room, i -> value(root, rank, i)));
    }

    private void fillForEach(Block[] send) {
        for (int to = 0; to < size; to++) {
            int receiver = to;
            send[to].fill(i -> value(rank, receiver, i));
        }
    }

    private Mono<Void> allgather() {
        Block room = room(count * size);
        Buffer send = Buffer.inPlace();
        if (inPlace) {
            for (int i = 0; i < count; i++) {
                room.set(rank * count + i, value(rank, i));
            }
        } else {
            send = own(count).buffer();
        }
        return checked(all.allgather(send, room.buffer()), () -> check(room, i -> value(i / count, i % count)));
    }

    private Mono<Void> allgatherv() {
        Block[] rooms = rooms(from -> counts[0][from]);
        return checked(all.allgatherv(own(counts[0][rank]).buffer(), blocks(rooms)), () -> {
            for (int from = 0; from < size; from++) {
                int sender = from;
                check(rooms[from], i -> value(sender, i));
            }
        });
    }

    private Mono<Void> alltoall() {
        Block room = room(count * size);
        Block send = room(count * size).fill(i -> value(rank, i / count, i % count));
        return checked(
                all.alltoall(send.buffer(), room.buffer()), () -> check(room, i -> value(i / count, rank, i % count)));
    }

    private Mono<Void> alltoallv() {
        Block[] send = rooms(to -> counts[rank][to]);
        fillForEach(send);
        Block[] rooms = rooms(from -> counts[from][rank]);
        return checked(all.alltoallv(blocks(send), blocks(rooms)), () -> {
            for (int from = 0; from < size; from++) {
                int sender = from;
                check(rooms[from], i -> value(sender, rank, i));
            }
        });
    }

    private Mono<Void> reduce() {
        Block mine = own(count);
        if (rank != root) {
            return all.reduce(mine.buffer(), Buffer.empty(), reducing.op, root);
        }
        Block room = room(count);
        return checked(
                all.reduce(mine.buffer(), room.buffer(), reducing.op, root), () -> check(room, i -> reduced(size, i)));
    }

    private Mono<Void> allreduce() {
        Block room = inPlace ? own(count) : room(count);
        Buffer send = inPlace ? Buffer.inPlace() : own(count).buffer();
        return checked(all.allreduce(send, room.buffer(), reducing.op), () -> check(room, i -> reduced(size, i)));
    }

    private Mono<Void> reduceScatter() {
        int before = 0;
        int sum = 0;
        for (int to = 0; to < size; to++) {
            before += to < rank ? counts[0][to] : 0;
            sum += counts[0][to];
        }
        Block room = room(counts[0][rank]);
        int first = before;
        return checked(
                all.reduceScatter(own(sum).buffer(), room.buffer(), counts[0], reducing.op),
                () -> check(room, i -> reduced(size, first + i)));
    }

    private Mono<Void> reduceScatterBlock() {
        Block room = room(count);
        return checked(
                all.reduceScatterBlock(own(count * size).buffer(), room.buffer(), reducing.op),
                () -> check(room, i -> reduced(size, rank * count + i)));
    }

    private Mono<Void> scan() {
        Block room = inPlace ? own(count) : room(count);
        Buffer send = inPlace ? Buffer.inPlace() : own(count).buffer();
        return checked(all.scan(send, room.buffer(), reducing.op), () -> check(room, i -> reduced(rank + 1, i)));
    }

    private Mono<Void> exscan() {
        Block room = room(count).fill(i -> 0);
        return checked(
                all.exscan(own(count).buffer(), room.buffer(), reducing.op),
                () -> check(room, i -> rank == 0 ? 0 : reduced(rank, i)));
    }
}
