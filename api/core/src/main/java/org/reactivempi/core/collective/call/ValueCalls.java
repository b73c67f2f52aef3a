package org.reactivempi.core.collective.call;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Codec;
import org.reactivempi.ErrorClass;
import org.reactivempi.ForeignBuffer;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.Status;
import org.reactivempi.Values;
import org.reactivempi.core.collective.CollectiveContext;
import org.reactivempi.core.collective.CollectiveMono;
import org.reactivempi.core.operation.Coded;
import org.reactivempi.core.operation.HeapMemory;
import org.reactivempi.spi.ForeignMemory;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Operations with values. Each collective one is two in one, of the communicator's kind: one for the lengths of the values, one for their
 * bytes. So no rank has to know a length before.
 *
 * <pre>
 *  value --codec--&gt; bytes       lengths of all --room--&gt; bytes of all --codec--&gt; values
 *                     |              ^                        ^
 *                     +--gather------+--------gatherv---------+
 * </pre>
 */
public final class ValueCalls<T> implements Values<T> {

    private static final byte[] NOTHING = {};
    /** In place of a length: there are no bytes, since the value can't be written. */
    private static final int UNWRITTEN = -1;

    private final AnyCommunicator of;
    private final CollectiveContext collectives;
    private final ValueCollectives calls;
    private final Codec<T> codec;
    private final boolean twoGroups;
    /** Whose values a rank gets. */
    private final int peers;

    /**
     * No operations yet.
     *
     * @param collectives where those of {@code of} run
     * @param calls those of {@code of}
     */
    public ValueCalls(AnyCommunicator of, CollectiveContext collectives, ValueCollectives calls, Codec<T> codec) {
        this.of = of;
        this.collectives = collectives;
        this.calls = calls;
        this.codec = Objects.requireNonNull(codec, "codec");
        this.twoGroups = of instanceof Intercommunicator;
        this.peers = of instanceof Intercommunicator groups ? groups.remoteSize() : of.size();
    }

    @Override
    public Mono<Status> send(T value, int destination, int tag) {
        return of.send(value, codec, destination, tag);
    }

    @Override
    public Mono<T> receive(int source, int tag) {
        return of.receive(codec, source, tag);
    }

    @Override
    public Mono<Void> sendStream(Publisher<? extends T> values, int destination, int tag) {
        return of.sendStream(values, codec, destination, tag);
    }

    @Override
    public Flux<T> receiveStream(int source, int tag) {
        return of.receiveStream(codec, source, tag);
    }

    private boolean isRoot(int root) {
        return twoGroups ? root == Mpi.ROOT : root == of.rank();
    }

    /** Whether this rank gives the root something, or gets it from there: in two groups, those of the root's do neither. */
    private boolean isLeaf(int root) {
        return !twoGroups || root >= 0;
    }

    @Override
    public Mono<T> bcast(@Nullable T value, int root) {
        if (isRoot(root)) {
            T own = Objects.requireNonNull(value, "value");
            return collectives.composed("bcast of a value", () -> {
                Written written = written(own);
                return exchanged(
                                "bcast of a value",
                                calls.bcast(Buffers.of(written.lengths()), root),
                                () -> calls.bcastOfValue(written.block(0), root),
                                written,
                                null)
                        .then(isLeaf(root) ? Mono.just(own) : Mono.empty());
            });
        }
        return collectives.composed("bcast of a value", () -> {
            Room room = new Room(1);
            return exchanged(
                            "bcast of a value",
                            calls.bcast(Buffers.of(room.lengths), root),
                            () -> calls.bcastOfValue(room.blocks().get(0), root),
                            null,
                            room)
                    .then(isLeaf(root) ? Mono.fromSupplier(() -> read(room.only(root))) : Mono.empty());
        });
    }

    @Override
    public Mono<List<T>> gather(@Nullable T value, int root) {
        return gathered("gather of values", value, root, this::read);
    }

    @Override
    public Mono<T> reduce(@Nullable T value, BinaryOperator<T> function, int root) {
        Objects.requireNonNull(function, "function");
        return gathered("reduce of values", value, root, all -> reduced(read(all), function));
    }

    private <R> Mono<R> gathered(String name, @Nullable T value, int root, Function<byte[][], R> result) {
        @Nullable T own = isLeaf(root) ? Objects.requireNonNull(value, "value") : null;
        return collectives.composed(name, () -> {
            Written written = own == null ? Written.NONE : written(own);
            Room room = new Room(isRoot(root) ? peers : 0);
            return exchanged(
                            name,
                            calls.gather(Buffers.ints(written.lengths()), Buffers.of(room.lengths), root),
                            () -> calls.gatherv(written.block(0), room.with(written, 0), root),
                            written,
                            room)
                    .then(isRoot(root) ? Mono.fromSupplier(() -> result.apply(room.all())) : Mono.empty());
        });
    }

    @Override
    public Mono<T> scatter(@Nullable List<? extends T> values, int root) {
        String name = "scatter of values";
        if (isRoot(root)) {
            Objects.requireNonNull(values, "values");
        }
        return collectives.composed(name, () -> {
            Written written = isRoot(root) ? writtenForAll(Objects.requireNonNull(values)) : Written.NONE;
            Room room = new Room(isLeaf(root) ? 1 : 0);
            return exchanged(
                            name,
                            calls.scatter(Buffers.ints(written.lengths()), Buffers.of(room.lengths), root),
                            () -> calls.scatterv(
                                    written.all(),
                                    isLeaf(root) ? room.with(written, of.rank()).get(0) : Buffer.empty(),
                                    root),
                            written,
                            room)
                    .then(isLeaf(root) ? Mono.fromSupplier(() -> read(room.only(root))) : Mono.empty());
        });
    }

    @Override
    public Mono<List<T>> allgather(T value) {
        return allGathered("allgather of values", value, peers, this::read);
    }

    @Override
    public Mono<T> allreduce(T value, BinaryOperator<T> function) {
        Objects.requireNonNull(function, "function");
        return allGathered("allreduce of values", value, peers, all -> reduced(read(all), function));
    }

    @Override
    public Mono<T> scan(T value, BinaryOperator<T> function) {
        return prefix("scan of values", value, function, of.rank() + 1);
    }

    @Override
    public Mono<T> exscan(T value, BinaryOperator<T> function) {
        return prefix("exscan of values", value, function, of.rank());
    }

    private Mono<T> prefix(String name, T value, BinaryOperator<T> function, int ranks) {
        Objects.requireNonNull(function, "function");
        if (twoGroups) {
            return Mono.error(
                    () -> new MpiException(ErrorClass.COMM, "ranks of two groups have no order for a " + name));
        }
        Mono<List<T>> before = allGathered(name, value, ranks, this::read);
        return collectives.composed(
                name, () -> before.filter(values -> !values.isEmpty()).map(values -> reduced(values, function)));
    }

    /** What is made of the values of the first {@code ranks}. */
    private <R> Mono<R> allGathered(String name, T value, int ranks, Function<byte[][], R> result) {
        Objects.requireNonNull(value, "value");
        return collectives.composed(name, () -> {
            Written written = written(value);
            Room room = new Room(peers);
            return exchanged(
                            name,
                            calls.allgather(Buffers.ints(written.lengths()), Buffers.of(room.lengths)),
                            () -> calls.allgatherOfValues(written.block(0), room.with(written, 0)),
                            written,
                            room)
                    .then(Mono.fromSupplier(() -> result.apply(room.first(ranks))));
        });
    }

    @Override
    public Mono<List<T>> alltoall(List<? extends T> values) {
        String name = "alltoall of values";
        Objects.requireNonNull(values, "values");
        return collectives.composed(name, () -> {
            Written written = writtenForAll(values);
            Room room = new Room(peers);
            return exchanged(
                            name,
                            calls.alltoall(Buffers.ints(written.lengths()), Buffers.of(room.lengths)),
                            () -> calls.alltoallv(written.all(), room.with(written, of.rank())),
                            written,
                            room)
                    .then(Mono.fromSupplier(() -> read(room.all())));
        });
    }

    /** Both parts of an operation. What was wrong on this rank is told rather than what has followed from it. */
    private Mono<Void> exchanged(
            String name, Mono<Void> lengths, Supplier<Mono<Void>> bytes, @Nullable Written given, @Nullable Room room) {
        return ((CollectiveMono) lengths)
                .then(name, () -> (CollectiveMono) bytes.get())
                .onErrorMap(failed -> room == null || room.refused == null ? failed : room.refused)
                .then(Mono.fromRunnable(() -> {
                    if (given != null && given.failure() != null) {
                        throw given.failure();
                    }
                }));
    }

    private Written written(T value) {
        return writtenAll(List.of(value));
    }

    private Written writtenForAll(List<? extends T> values) {
        if (values.size() != peers) {
            throw new MpiException(
                    ErrorClass.COUNT, values.size() + " values were given for a communicator of " + peers + " ranks");
        }
        return writtenAll(values);
    }

    private Written writtenAll(List<? extends T> values) {
        byte[][] blocks = new byte[values.size()][];
        try {
            for (int i = 0; i < blocks.length; i++) {
                blocks[i] = bytes(Objects.requireNonNull(values.get(i), "a value is null"));
            }
            return new Written(blocks, null);
        } catch (RuntimeException failure) {
            Arrays.fill(blocks, NOTHING);
            return new Written(blocks, failure);
        }
    }

    private byte[] bytes(T value) {
        Payload payload = Coded.encode(value, codec);
        byte[] bytes = HeapMemory.of(payload.lengthBytes());
        if (bytes == null) {
            throw new MpiException(
                    payload.lengthBytes() > HeapMemory.LONGEST_ARRAY ? ErrorClass.COUNT : ErrorClass.NO_MEM,
                    "no memory for a value of " + payload.lengthBytes() + " bytes, at most " + HeapMemory.LONGEST_ARRAY
                            + " bytes and what the heap has are possible");
        }
        if (bytes.length > 0) {
            payload.copyTo(0, ByteBuffer.wrap(bytes));
        }
        return bytes;
    }

    private List<T> read(byte[][] all) {
        return Arrays.stream(all).map(this::read).toList();
    }

    private T read(byte[] bytes) {
        if (bytes.length > codec.longestBytes()) {
            throw new MpiException(
                    ErrorClass.TRUNCATE,
                    "a value has " + bytes.length + " bytes, and the codec reads " + codec.longestBytes() + " at most");
        }
        return Coded.decode(ByteBuffer.wrap(bytes), codec);
    }

    private static <T> T reduced(List<T> values, BinaryOperator<T> function) {
        T result = values.get(0);
        for (T next : values.subList(1, values.size())) {
            result = Objects.requireNonNull(function.apply(result, next), "the function gave null");
        }
        return result;
    }

    @Override
    public String toString() {
        return "Values of " + of;
    }

    /** What this rank gives: blocks that are empty where not all of them could be written, and why. */
    private record Written(byte[][] blocks, @Nullable RuntimeException failure) {

        /** Of a rank that gives nothing. */
        private static final Written NONE = new Written(new byte[][] {NOTHING}, null);

        int[] lengths() {
            return Arrays.stream(blocks)
                    .mapToInt(block -> failure == null ? block.length : UNWRITTEN)
                    .toArray();
        }

        Buffer block(int index) {
            return Buffers.of(blocks[index]);
        }

        Blocks all() {
            return Blocks.of(blocks.length, this::block);
        }
    }

    /** Where values come to, whose lengths come first. */
    private final class Room {

        private final int[] lengths;
        private final byte[][] bytes;
        private @Nullable MpiException refused;

        Room(int values) {
            lengths = new int[values];
            bytes = new byte[values][];
        }

        /** Room for values whose lengths are here. */
        Blocks blocks() {
            return Blocks.of(bytes.length, i -> room(i, Math.max(0, lengths[i])));
        }

        /** The same; what this rank gives itself has a length that is known, also where no lengths have come. */
        Blocks with(Written own, int block) {
            if (!twoGroups && lengths.length > 0 && own != Written.NONE) {
                lengths[lengths.length == 1 ? 0 : of.rank()] = own.lengths()[block];
            }
            return blocks();
        }

        private Buffer room(int index, int length) {
            byte[] memory = HeapMemory.of(length);
            if (memory == null) {
                refused = new MpiException(ErrorClass.NO_MEM, "no memory for a value of " + length + " bytes");
                return ForeignBuffer.of(new NoMemory(length, refused));
            }
            bytes[index] = memory;
            return Buffers.of(memory);
        }

        byte[][] all() {
            return first(lengths.length);
        }

        byte[][] first(int ranks) {
            for (int rank = 0; rank < ranks; rank++) {
                check(lengths[rank], rank);
            }
            return Arrays.copyOf(bytes, ranks);
        }

        byte[] only(int root) {
            check(lengths[0], root);
            return bytes[0];
        }

        private void check(int length, int rank) {
            if (length == UNWRITTEN) {
                throw new MpiException(
                        ErrorClass.CONVERSION,
                        "a value of rank " + (twoGroups ? "remote " : "") + rank + " can't be written there");
            }
        }
    }

    /** In place of memory that is not to be had: the other ranks count on it all the same. */
    private record NoMemory(long lengthBytes, MpiException why) implements ForeignMemory {

        @Override
        public List<ByteBuffer> pieces() {
            throw why;
        }

        @Override
        public @Nullable String refusal(boolean forReceive) {
            return null;
        }
    }
}
