package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Collectives;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Message;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;

/**
 * Collective operations between two groups: each rank sends to the ranks of the other group that need what it has. All messages of an operation
 * begin at once, or none where a buffer is wrong, and messages from rank to rank keep their order, so that several operations may run at the
 * same time. An operation ends with the last of them, also where one has failed: none is left for the next operation.
 *
 * <p>A root is {@link MPI#ROOT}, {@link MPI#PROC_NULL}, or a rank of the other group.
 *
 * @param messages of both groups, for nothing else
 * @param rank this one in its group
 * @param size of its group
 * @param remoteFirst the rank in {@code messages} of the other group's first one
 * @param remoteSize the other group's size
 */
record InterCollectives(Communicator messages, int rank, int size, int remoteFirst, int remoteSize)
        implements Collectives {

    private static final int TAG = 0;

    private Mono<?> toAll(IntFunction<Buffer> block) {
        return together(remote(other -> messages.isend(checked(block.apply(other), false), remoteFirst + other, TAG)));
    }

    private Mono<?> fromAll(IntFunction<Buffer> block) {
        return together(remote(other -> messages.irecv(checked(block.apply(other), true), remoteFirst + other, TAG)));
    }

    private static Buffer checked(Buffer buffer, boolean forReceive) {
        buffer.check(forReceive);
        return buffer;
    }

    /** Ends when all have; with the error of one, if there is any. */
    private static Mono<Void> together(List<Mono<?>> parts) {
        return Mono.whenDelayError(parts).onErrorMap(InterCollectives::first);
    }

    private static Throwable first(Throwable failed) {
        return Exceptions.unwrapMultiple(failed).get(0);
    }

    private List<Mono<?>> remote(IntFunction<Mono<?>> operation) {
        List<Mono<?>> all = new ArrayList<>(remoteSize);
        for (int other = 0; other < remoteSize; other++) {
            all.add(operation.apply(other));
        }
        return all;
    }

    private Mono<Void> toRoot(Buffer data, int root) {
        return messages.isend(data, remoteFirst + root, TAG).then();
    }

    private static boolean isIdle(int root) {
        return root == Codes.PROC_NULL;
    }

    /** Blocks of one length, in the order of the ranks. */
    private IntFunction<Buffer> parts(Buffer all) {
        Buffer whole = notInPlace(all);
        if (whole.count() % remoteSize != 0) {
            throw new MpiException(
                    ErrorClass.COUNT, whole.count() + " elements are no multiple of " + remoteSize + " ranks");
        }
        long count = whole.count() / remoteSize;
        long step = count * whole.datatype().extentBytes();
        return other -> whole.as(other * step, whole.datatype(), count);
    }

    private static Buffer notInPlace(Buffer buffer) {
        if (buffer == Buffer.inPlace()) {
            throw new MpiException(ErrorClass.BUFFER, "a collective call between two groups can't be in place");
        }
        return buffer;
    }

    @Override
    public Mono<Void> barrier() {
        return messages.barrier();
    }

    @Override
    public Mono<Void> bcast(Buffer data, int root) {
        if (isIdle(root)) {
            return Mono.empty();
        }
        return root == Codes.ROOT
                ? toAll(other -> data).then()
                : messages.irecv(data, remoteFirst + root, TAG).then();
    }

    @Override
    public Mono<Void> gather(Buffer send, Buffer receive, int root) {
        if (isIdle(root)) {
            return Mono.empty();
        }
        return root == Codes.ROOT ? fromAll(parts(receive)).then() : toRoot(notInPlace(send), root);
    }

    @Override
    public Mono<Void> gatherv(Buffer send, Blocks receive, int root) {
        if (isIdle(root)) {
            return Mono.empty();
        }
        return root == Codes.ROOT ? fromAll(receive::get).then() : toRoot(notInPlace(send), root);
    }

    @Override
    public Mono<Void> scatter(Buffer send, Buffer receive, int root) {
        if (isIdle(root)) {
            return Mono.empty();
        }
        return root == Codes.ROOT
                ? toAll(parts(send)).then()
                : messages.irecv(notInPlace(receive), remoteFirst + root, TAG).then();
    }

    @Override
    public Mono<Void> scatterv(Blocks send, Buffer receive, int root) {
        if (isIdle(root)) {
            return Mono.empty();
        }
        return root == Codes.ROOT
                ? toAll(send::get).then()
                : messages.irecv(notInPlace(receive), remoteFirst + root, TAG).then();
    }

    @Override
    public Mono<Void> allgather(Buffer send, Buffer receive) {
        Buffer own = notInPlace(send);
        return together(List.of(fromAll(parts(receive)), toAll(other -> own)));
    }

    @Override
    public Mono<Void> allgatherv(Buffer send, Blocks receive) {
        Buffer own = notInPlace(send);
        return together(List.of(fromAll(receive::get), toAll(other -> own)));
    }

    @Override
    public Mono<Void> alltoall(Buffer send, Buffer receive) {
        return together(List.of(fromAll(parts(receive)), toAll(parts(send))));
    }

    @Override
    public Mono<Void> alltoallv(Blocks send, Blocks receive) {
        return together(List.of(fromAll(receive::get), toAll(send::get)));
    }

    @Override
    public Mono<Void> alltoallv(Blocks blocks) {
        notInPlace(Buffer.inPlace());
        return Mono.empty();
    }

    /** The reduction of the elements of the other group, in the order of its ranks, as they travel. */
    private Mono<ByteBuffer> reduced(Op op, org.reactivempi.Datatype type) {
        Op.Reducer reducer = op.reducer(type);
        return Mono.zipDelayError(remote(other -> messages.receive(remoteFirst + other, TAG)), all -> {
                    ByteBuffer result = copy((Message) all[remoteSize - 1]);
                    for (int other = remoteSize - 2; other >= 0; other--) {
                        ByteBuffer left = copy((Message) all[other]);
                        if (left.capacity() != result.capacity()) {
                            throw new MpiException(
                                    ErrorClass.COUNT,
                                    "ranks of the other group reduce " + left.capacity() + " and " + result.capacity()
                                            + " bytes");
                        }
                        reducer.reduce(left, result);
                        result.clear().order(ByteOrder.LITTLE_ENDIAN);
                    }
                    return result;
                })
                .onErrorMap(InterCollectives::first);
    }

    private static ByteBuffer copy(Message message) {
        ByteBuffer payload = message.payload();
        return ByteBuffer.allocate(payload.remaining()).put(payload).flip().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Puts a part of the result where the program wants it. */
    private static void place(ByteBuffer result, long from, Buffer room) {
        long end = from + room.lengthBytes();
        if (end > result.capacity()) {
            throw new MpiException(
                    ErrorClass.COUNT,
                    "the other group has reduced " + result.capacity() + " bytes, " + end + " were expected");
        }
        room.check(true);
        Buffers.use(room, () -> room.copyFrom(0, result.slice((int) from, (int) (end - from))));
    }

    @Override
    public Mono<Void> reduce(Buffer send, Buffer receive, Op op, int root) {
        if (isIdle(root)) {
            return Mono.empty();
        }
        return root == Codes.ROOT
                ? reduced(op, notInPlace(receive).datatype())
                        .doOnNext(result -> place(result, 0, receive))
                        .then()
                : toRoot(notInPlace(send), root);
    }

    @Override
    public Mono<Void> allreduce(Buffer send, Buffer receive, Op op) {
        Buffer own = notInPlace(send);
        return together(List.of(
                reduced(op, own.datatype()).doOnNext(result -> place(result, 0, receive)), toAll(other -> own)));
    }

    @Override
    public Mono<Void> reduceScatterBlock(Buffer send, Buffer receive, Op op) {
        return scattered(send, receive, rank * receive.lengthBytes(), op);
    }

    @Override
    public Mono<Void> reduceScatter(Buffer send, Buffer receive, int[] counts, Op op) {
        long before = IntStream.of(Arrays.copyOf(counts, rank)).asLongStream().sum();
        return scattered(send, receive, before * receive.datatype().sizeBytes(), op);
    }

    private Mono<Void> scattered(Buffer send, Buffer receive, long fromBytes, Op op) {
        Buffer own = notInPlace(send);
        return together(List.of(
                reduced(op, own.datatype()).doOnNext(result -> place(result, fromBytes, receive)),
                toAll(other -> own)));
    }

    @Override
    public Mono<Void> scan(Buffer send, Buffer receive, Op op) {
        throw new MpiException(ErrorClass.COMM, "there is no scan between two groups");
    }

    @Override
    public Mono<Void> exscan(Buffer send, Buffer receive, Op op) {
        throw new MpiException(ErrorClass.COMM, "there is no exclusive scan between two groups");
    }
}
