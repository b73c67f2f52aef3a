package org.reactivempi.conformance;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Cartesian;
import org.reactivempi.CartesianCommunicator;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Edges;
import org.reactivempi.ErrorClass;
import org.reactivempi.Graph;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.Neighborhood;
import org.reactivempi.Op;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Request;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Calls with arguments that are wrong, of all operations, and what their errors must say: for a communicator of two ranks, on rank 0; of an
 * intercommunicator, of one rank and two.
 */
final class Mistakes {

    static final int TAG = 7;

    private static final Codec<String> TEXT = Codecs.string();

    private Mistakes() {}

    /**
     * A call.
     *
     * @param operation gives what fails when it is subscribed
     * @param words what its error says: the value and what was allowed
     */
    record Mistake<C>(
            String call, Function<? super C, Publisher<?>> operation, ErrorClass errorClass, List<String> words) {

        @Override
        public String toString() {
            return call + ": " + errorClass + " " + words;
        }
    }

    private static <C> Mistake<C> wrong(
            String call, Function<? super C, Publisher<?>> operation, ErrorClass errorClass, String... words) {
        return new Mistake<>(call, operation, errorClass, List.of(words));
    }

    /** What is started again and again; it is freed when the start has failed. */
    private static <C> Function<C, Publisher<?>> started(Function<? super C, PersistentRequest> made) {
        return communicator -> Mono.defer(() -> {
            PersistentRequest request = made.apply(communicator);
            request.start();
            return request.completion().doFinally(end -> request.free());
        });
    }

    private static Buffer ints(int count) {
        return Buffers.of(new int[count]);
    }

    /** Outside of its array, whose length it names. */
    private static Buffer outside() {
        return Buffers.of(new int[2], 1, 2);
    }

    private interface ToRank<C> {
        Publisher<?> call(C communicator, int rank, int tag);
    }

    private interface WithBuffer<C> {
        Publisher<?> call(C communicator, Buffer buffer);
    }

    /** To or from a rank with a tag, in all forms. */
    static <C extends AnyCommunicator> List<Mistake<C>> messages(int farSize) {
        List<Mistake<C>> all = new ArrayList<>();
        String range = "0.." + (farSize - 1);
        ranks(all, "isend", range, (c, rank, tag) -> c.isend(ints(1), rank, tag), false);
        ranks(all, "issend", range, (c, rank, tag) -> c.issend(ints(1), rank, tag), false);
        ranks(all, "irsend", range, (c, rank, tag) -> c.irsend(ints(1), rank, tag), false);
        ranks(all, "ibsend", range, (c, rank, tag) -> c.ibsend(ints(1), rank, tag), false);
        ranks(all, "send of a value", range, (c, rank, tag) -> c.send("x", TEXT, rank, tag), false);
        ranks(all, "sendStream", range, (c, rank, tag) -> c.sendStream(Flux.just("x"), TEXT, rank, tag), false);
        ranks(all, "ask", range, (c, rank, tag) -> c.ask("x", TEXT, TEXT, rank, tag), false);
        ranks(all, "askStream", range, (c, rank, tag) -> c.askStream("x", TEXT, TEXT, rank, tag), false);
        ranks(all, "askStreams", range, (c, rank, tag) -> c.askStreams(Flux.just("x"), TEXT, TEXT, rank, tag), false);
        ranks(all, "values.send", range, (c, rank, tag) -> c.values(TEXT).send("x", rank, tag), false);
        ranks(
                all,
                "values.sendStream",
                range,
                (c, rank, tag) -> c.values(TEXT).sendStream(Flux.just("x"), rank, tag),
                false);
        ranks(all, "psend", range, (c, rank, tag) -> c.psend(ints(2), 2, Flux.just(0, 1), rank, tag), false);
        ranks(all, "sendInit", range, forms((c, rank, tag) -> c.sendInit(ints(1), rank, tag)), false);
        ranks(all, "ssendInit", range, forms((c, rank, tag) -> c.ssendInit(ints(1), rank, tag)), false);
        ranks(all, "rsendInit", range, forms((c, rank, tag) -> c.rsendInit(ints(1), rank, tag)), false);
        ranks(all, "bsendInit", range, forms((c, rank, tag) -> c.bsendInit(ints(1), rank, tag)), false);
        ranks(
                all,
                "Request.start of isend",
                range,
                (c, rank, tag) -> Mono.defer(
                        () -> Request.start(c.isend(ints(1), rank, tag)).completion()),
                false);
        ranks(
                all,
                "isendrecv, its send",
                range,
                (c, rank, tag) -> c.isendrecv(ints(1), rank, tag, ints(1), 0, TAG),
                false);
        ranks(
                all,
                "isendrecvReplace, its send",
                range,
                (c, rank, tag) -> c.isendrecvReplace(ints(1), rank, tag, 0, TAG),
                false);
        ranks(all, "irecv", range, (c, rank, tag) -> c.irecv(ints(1), rank, tag), true);
        ranks(all, "receive", range, (c, rank, tag) -> c.receive(rank, tag), true);
        ranks(all, "receive of a value", range, (c, rank, tag) -> c.receive(TEXT, rank, tag), true);
        ranks(all, "receiveStream", range, (c, rank, tag) -> c.receiveStream(TEXT, rank, tag), true);
        ranks(all, "values.receive", range, (c, rank, tag) -> c.values(TEXT).receive(rank, tag), true);
        ranks(
                all,
                "values.receiveStream",
                range,
                (c, rank, tag) -> c.values(TEXT).receiveStream(rank, tag),
                true);
        ranks(all, "probe", range, (c, rank, tag) -> c.probe(rank, tag), true);
        ranks(all, "iprobe", range, (c, rank, tag) -> c.iprobe(rank, tag), true);
        ranks(all, "mprobe", range, (c, rank, tag) -> c.mprobe(rank, tag), true);
        ranks(all, "improbe", range, (c, rank, tag) -> c.improbe(rank, tag), true);
        ranks(all, "recvInit", range, forms((c, rank, tag) -> c.recvInit(ints(1), rank, tag)), true);
        ranks(
                all,
                "isendrecv, its receive",
                range,
                (c, rank, tag) -> c.isendrecv(ints(1), 0, TAG, ints(1), rank, tag),
                true);
        buffers(all, "isend", (c, buffer) -> c.isend(buffer, 0, TAG));
        buffers(all, "issend", (c, buffer) -> c.issend(buffer, 0, TAG));
        buffers(all, "irsend", (c, buffer) -> c.irsend(buffer, 0, TAG));
        buffers(all, "ibsend", (c, buffer) -> c.ibsend(buffer, 0, TAG));
        buffers(all, "irecv", (c, buffer) -> c.irecv(buffer, 0, TAG));
        buffers(all, "isendrecv, its send", (c, buffer) -> c.isendrecv(buffer, 0, TAG, ints(1), 0, TAG));
        buffers(all, "isendrecv, its receive", (c, buffer) -> c.isendrecv(ints(1), 0, TAG, buffer, 0, TAG));
        buffers(all, "isendrecvReplace", (c, buffer) -> c.isendrecvReplace(buffer, 0, TAG, 0, TAG));
        buffers(all, "psend", (c, buffer) -> c.psend(buffer, 2, Flux.just(0, 1), 0, TAG));
        all.add(wrong(
                "psend",
                c -> c.psend(ints(3), 2, Flux.just(0, 1), 0, TAG),
                ErrorClass.COUNT,
                "3 elements",
                "2 partitions"));
        all.add(wrong(
                "psend", c -> c.psend(ints(3), 0, Flux.empty(), 0, TAG), ErrorClass.COUNT, "0 partitions", "1.."));
        all.add(wrong("ibsend", c -> c.ibsend(ints(1), 0, TAG), ErrorClass.BUFFER, "no buffer is attached"));
        all.add(wrong("receiveStream", c -> c.receiveStream(TEXT, 0, TAG, -1), ErrorClass.ARG, "-1"));
        all.add(wrong("askStream", c -> c.askStream("x", TEXT, TEXT, 0, TAG, -1), ErrorClass.ARG, "-1"));
        all.add(wrong("answer", c -> c.answer(TEXT, TEXT, -1, Mono::just), ErrorClass.TAG, "-1", "0.."));
        all.add(wrong(
                "answer",
                c -> c.answer(TEXT, TEXT, TAG, 0, (question, status) -> Mono.just(question)),
                ErrorClass.ARG,
                "concurrency 0"));
        all.add(wrong("answerStream", c -> c.answerStream(TEXT, TEXT, -1, Flux::just), ErrorClass.TAG, "-1", "0.."));
        all.add(wrong("answerStreams", c -> c.answerStreams(TEXT, TEXT, -1, q -> q), ErrorClass.TAG, "-1", "0.."));
        all.add(wrong("channel", c -> c.channel(farSize), ErrorClass.RANK, "" + farSize, range));
        all.add(wrong("attach", c -> c.buffers().attach(-1), ErrorClass.ARG, "-1"));
        all.add(wrong("call of the handler", c -> c.errors().call(null), ErrorClass.ARG, "null"));
        return all;
    }

    private interface InitTo<C> {
        PersistentRequest call(C communicator, int rank, int tag);
    }

    private static <C extends AnyCommunicator> ToRank<C> forms(InitTo<C> init) {
        return (c, rank, tag) ->
                Mistakes.<C>started(made -> init.call(made, rank, tag)).apply(c);
    }

    private static <C extends AnyCommunicator> void ranks(
            List<Mistake<C>> all, String call, String range, ToRank<C> to, boolean wildcards) {
        all.add(wrong(call, c -> to.call(c, 99, TAG), ErrorClass.RANK, "99", range));
        all.add(wrong(call, c -> to.call(c, -9, TAG), ErrorClass.RANK, "-9", range));
        all.add(wrong(call, c -> to.call(c, 0, -5), ErrorClass.TAG, "-5", "0.."));
        all.add(wrong(call, c -> to.call(c, Mpi.PROC_NULL, -5), ErrorClass.TAG, "-5", "0.."));
        if (!wildcards) {
            all.add(wrong(call, c -> to.call(c, Mpi.ANY_SOURCE, TAG), ErrorClass.RANK, range));
            all.add(wrong(call, c -> to.call(c, 0, Mpi.ANY_TAG), ErrorClass.TAG, "0.."));
        }
    }

    private static <C extends AnyCommunicator> void buffers(List<Mistake<C>> all, String call, WithBuffer<C> with) {
        all.add(wrong(call, c -> with.call(c, outside()), ErrorClass.BUFFER, "outside", "2"));
        all.add(wrong(call, c -> with.call(c, Buffers.of(new int[2], 0, -1)), ErrorClass.COUNT, "-1"));
        all.add(wrong(call, c -> with.call(c, Buffer.inPlace()), ErrorClass.BUFFER, "in place"));
    }

    /** What all ranks of one group do together, and what they make. */
    static List<Mistake<Communicator>> together() {
        List<Mistake<Communicator>> all = new ArrayList<>();
        for (int root : new int[] {2, -1, Mpi.ROOT, Mpi.PROC_NULL}) {
            roots(all, "bcast", root, c -> c.bcast(ints(1), root));
            roots(all, "gather", root, c -> c.gather(ints(1), ints(2), root));
            roots(all, "gatherv", root, c -> c.gatherv(ints(1), Blocks.of(ints(1), ints(1)), root));
            roots(all, "scatter", root, c -> c.scatter(ints(2), ints(1), root));
            roots(all, "scatterv", root, c -> c.scatterv(Blocks.of(ints(1), ints(1)), ints(1), root));
            roots(all, "reduce", root, c -> c.reduce(ints(1), ints(1), Op.SUM, root));
            roots(all, "reduce of a long", root, c -> c.reduce(1L, Op.SUM, root));
            roots(all, "reduce of a double", root, c -> c.reduce(1.0, Op.SUM, root));
            roots(all, "values.bcast", root, c -> c.values(TEXT).bcast("x", root));
            roots(all, "values.gather", root, c -> c.values(TEXT).gather("x", root));
            roots(all, "values.scatter", root, c -> c.values(TEXT).scatter(List.of("x", "y"), root));
            roots(all, "values.reduce", root, c -> c.values(TEXT).reduce("x", String::concat, root));
            roots(all, "bcastStream", root, c -> c.bcastStream(Flux.just("x"), TEXT, root));
            roots(all, "gatherStream", root, c -> c.gatherStream(Flux.just("x"), TEXT, root));
            roots(all, "scatterStream", root, c -> c.scatterStream(Flux.just("x"), TEXT, root));
            roots(all, "reduceStream", root, c -> c.reduceStream(Flux.just("x"), TEXT, String::concat, root));
        }
        all.add(wrong("bcastStream", c -> c.bcastStream(Flux.just("x"), TEXT, 0, -1), ErrorClass.ARG, "-1"));
        collectiveBuffers(all, "bcast", (c, buffer) -> c.bcast(buffer, 0));
        collectiveBuffers(all, "gather", (c, buffer) -> c.gather(ints(1), buffer, 0));
        collectiveBuffers(all, "scatter", (c, buffer) -> c.scatter(buffer, ints(1), 0));
        collectiveBuffers(all, "allgather", (c, buffer) -> c.allgather(ints(1), buffer));
        collectiveBuffers(all, "alltoall", (c, buffer) -> c.alltoall(ints(2), buffer));
        collectiveBuffers(all, "reduce", (c, buffer) -> c.reduce(ints(1), buffer, Op.SUM, 0));
        collectiveBuffers(all, "allreduce", (c, buffer) -> c.allreduce(ints(1), buffer, Op.SUM));
        collectiveBuffers(all, "reduceScatterBlock", (c, buffer) -> c.reduceScatterBlock(ints(2), buffer, Op.SUM));
        collectiveBuffers(all, "scan", (c, buffer) -> c.scan(ints(1), buffer, Op.SUM));
        collectiveBuffers(all, "exscan", (c, buffer) -> c.exscan(ints(1), buffer, Op.SUM));
        all.add(wrong("gather", c -> c.gather(ints(1), ints(3), 0), ErrorClass.COUNT, "3", "2 ranks"));
        all.add(wrong("allgather", c -> c.allgather(ints(2), ints(2)), ErrorClass.TRUNCATE, "8", "4"));
        all.add(wrong("allgather", c -> c.allgather(ints(1), ints(4)), ErrorClass.COUNT, "4", "8"));
        all.add(wrong(
                "alltoallv",
                c -> c.alltoallv(Blocks.of(ints(1)), Blocks.of(ints(1), ints(1))),
                ErrorClass.COUNT,
                "1 blocks"));
        all.add(wrong(
                "reduceScatter",
                c -> c.reduceScatter(ints(3), ints(1), new int[] {3}, Op.SUM),
                ErrorClass.COUNT,
                "1 counts"));
        all.add(wrong("split", c -> c.split(-5, 0), ErrorClass.ARG, "-5"));
        all.add(wrong("create", c -> c.create(null), ErrorClass.GROUP, "null"));
        all.add(wrong("create with a tag", c -> c.create(c.group(), -5), ErrorClass.TAG, "-5"));
        all.add(wrong("create with a tag", c -> c.create(null, TAG), ErrorClass.GROUP, "null"));
        all.add(wrong("intercommunicator", c -> c.intercommunicator(2, c, 1, TAG), ErrorClass.RANK, "2", "0..1"));
        all.add(wrong("cartesian", c -> c.cartesian(Cartesian.of(3)), ErrorClass.DIMS, "3", "2"));
        all.add(wrong(
                "graph", c -> c.graph(Graph.of(new int[] {1, 2, 2}, new int[] {1, 0})), ErrorClass.TOPOLOGY, "3"));
        all.add(wrong(
                "adjacentGraph",
                c -> c.adjacentGraph(Neighborhood.of(new int[] {5}, new int[0])),
                ErrorClass.RANK,
                "5",
                "0..1"));
        all.add(wrong(
                "distributedGraph",
                c -> c.distributedGraph(Edges.of(new int[] {0}, new int[] {6})),
                ErrorClass.RANK,
                "6",
                "0..1"));
        return all;
    }

    private static void roots(
            List<Mistake<Communicator>> all, String call, int root, Function<Communicator, Publisher<?>> operation) {
        all.add(wrong(call, operation, ErrorClass.ROOT, "root " + root, "0..1"));
    }

    private static void collectiveBuffers(List<Mistake<Communicator>> all, String call, WithBuffer<Communicator> with) {
        all.add(wrong(call, c -> with.call(c, outside()), ErrorClass.BUFFER, "outside"));
        all.add(wrong(call, c -> with.call(c, Buffers.of(new int[2], 0, -1)), ErrorClass.COUNT, "-1"));
        all.add(wrong(
                call,
                Mistakes.started(c -> PersistentRequest.of(Mono.from(with.call(c, outside())))),
                ErrorClass.BUFFER,
                "outside"));
    }

    /** Of a ring of two ranks, whose two neighbors are one rank. */
    static List<Mistake<CartesianCommunicator>> neighbors() {
        List<Mistake<CartesianCommunicator>> all = new ArrayList<>();
        all.add(wrong("neighborAllgather", c -> c.neighborAllgather(ints(1), ints(3)), ErrorClass.COUNT, "3"));
        all.add(wrong("neighborAllgather", c -> c.neighborAllgather(outside(), ints(2)), ErrorClass.BUFFER, "outside"));
        all.add(wrong(
                "neighborAllgatherv", c -> c.neighborAllgatherv(ints(1), Blocks.of(ints(1))), ErrorClass.COUNT, "1"));
        all.add(wrong("neighborAlltoall", c -> c.neighborAlltoall(ints(3), ints(2)), ErrorClass.COUNT, "3"));
        all.add(wrong("neighborAlltoall", c -> c.neighborAlltoall(ints(2), outside()), ErrorClass.BUFFER, "outside"));
        all.add(wrong(
                "neighborAlltoallv",
                c -> c.neighborAlltoallv(Blocks.of(ints(1)), Blocks.of(ints(1), ints(1))),
                ErrorClass.COUNT,
                "1"));
        all.add(wrong("sub", c -> c.sub(), ErrorClass.DIMS, "1"));
        return all;
    }

    /** Of one rank and two, on the one. */
    static List<Mistake<Intercommunicator>> ofTwoGroups() {
        List<Mistake<Intercommunicator>> all = new ArrayList<>();
        all.add(wrong("bcast", c -> c.bcast(ints(1), 2), ErrorClass.ROOT, "2", "0..1"));
        all.add(wrong("bcast", c -> c.bcast(ints(1), -9), ErrorClass.ROOT, "-9", "0..1"));
        all.add(wrong("reduce", c -> c.reduce(ints(1), ints(1), Op.SUM, 7), ErrorClass.ROOT, "7", "0..1"));
        all.add(wrong("gather", c -> c.gather(ints(1), ints(3), Mpi.ROOT), ErrorClass.COUNT, "3"));
        all.add(wrong("bcast", c -> c.bcast(outside(), Mpi.ROOT), ErrorClass.BUFFER, "outside"));
        all.add(wrong("allgather", c -> c.allgather(outside(), ints(2)), ErrorClass.BUFFER, "outside"));
        all.add(wrong("split", c -> c.split(-5, 0), ErrorClass.ARG, "-5"));
        all.add(wrong("create", c -> c.create(null), ErrorClass.GROUP, "null"));
        return all;
    }

    /** Calls with right arguments, for a communicator that is freed. */
    static List<Mistake<Communicator>> ofFreed() {
        List<Mistake<Communicator>> all = new ArrayList<>();
        String freed = "freed";
        for (Mistake<Communicator> each : right()) {
            all.add(wrong(each.call(), each.operation(), ErrorClass.COMM, freed));
        }
        return all;
    }

    private static List<Mistake<Communicator>> right() {
        List<Mistake<Communicator>> all = new ArrayList<>();
        right(all, "isend", c -> c.isend(ints(1), 0, TAG));
        right(all, "issend", c -> c.issend(ints(1), 0, TAG));
        right(all, "irsend", c -> c.irsend(ints(1), 0, TAG));
        right(all, "ibsend", c -> c.ibsend(ints(1), 0, TAG));
        right(all, "isend to nobody", c -> c.isend(ints(1), Mpi.PROC_NULL, TAG));
        right(all, "sendInit", started(c -> c.sendInit(ints(1), 0, TAG)));
        right(all, "irecv", c -> c.irecv(ints(1), 0, TAG));
        right(all, "receive", c -> c.receive(0, TAG));
        right(all, "receive of a value", c -> c.receive(TEXT, 0, TAG));
        right(all, "send of a value", c -> c.send("x", TEXT, 0, TAG));
        right(all, "probe", c -> c.probe(0, TAG));
        right(all, "iprobe", c -> c.iprobe(0, TAG));
        right(all, "mprobe", c -> c.mprobe(0, TAG));
        right(all, "improbe", c -> c.improbe(0, TAG));
        right(all, "isendrecv", c -> c.isendrecv(ints(1), 0, TAG, ints(1), 0, TAG));
        right(all, "isendrecvReplace", c -> c.isendrecvReplace(ints(1), 0, TAG, 0, TAG));
        right(all, "psend", c -> c.psend(ints(2), 2, Flux.just(0, 1), 0, TAG));
        right(all, "sendStream", c -> c.sendStream(Flux.just("x"), TEXT, 0, TAG));
        right(all, "receiveStream", c -> c.receiveStream(TEXT, 0, TAG));
        right(all, "ask", c -> c.ask("x", TEXT, TEXT, 0, TAG));
        right(all, "askStream", c -> c.askStream("x", TEXT, TEXT, 0, TAG));
        right(all, "askStreams", c -> c.askStreams(Flux.just("x"), TEXT, TEXT, 0, TAG));
        right(all, "answer", c -> c.answer(TEXT, TEXT, TAG, Mono::just));
        right(all, "answerStream", c -> c.answerStream(TEXT, TEXT, TAG, Flux::just));
        right(all, "answerStreams", c -> c.answerStreams(TEXT, TEXT, TAG, q -> q));
        right(all, "barrier", c -> c.barrier());
        right(all, "barrier, persistent", started(c -> PersistentRequest.of(c.barrier())));
        right(all, "bcast", c -> c.bcast(ints(1), 0));
        right(all, "gather", c -> c.gather(ints(1), ints(2), 0));
        right(all, "scatter", c -> c.scatter(ints(2), ints(1), 0));
        right(all, "allgather", c -> c.allgather(ints(1), ints(2)));
        right(all, "alltoall", c -> c.alltoall(ints(2), ints(2)));
        right(all, "reduce", c -> c.reduce(ints(1), ints(1), Op.SUM, 0));
        right(all, "allreduce", c -> c.allreduce(ints(1), ints(1), Op.SUM));
        right(all, "allreduce of a long", c -> c.allreduce(1L, Op.SUM));
        right(all, "reduceScatterBlock", c -> c.reduceScatterBlock(ints(2), ints(1), Op.SUM));
        right(all, "scan", c -> c.scan(ints(1), ints(1), Op.SUM));
        right(all, "exscan of a double", c -> c.exscan(1.0, Op.SUM));
        right(all, "values.bcast", c -> c.values(TEXT).bcast("x", 0));
        right(all, "values.allgather", c -> c.values(TEXT).allgather("x"));
        right(all, "bcastStream", c -> c.bcastStream(Flux.just("x"), TEXT, 0));
        right(all, "allreduceStream", c -> c.allreduceStream(Flux.just("x"), TEXT, String::concat));
        right(all, "dup", c -> c.dup());
        right(all, "split", c -> c.split(0, 0));
        right(all, "splitType", c -> c.splitType(null, 0));
        right(all, "create", c -> c.create(c.group()));
        right(all, "create with a tag", c -> c.create(c.group(), TAG));
        right(all, "intercommunicator", c -> c.intercommunicator(0, c, 1, TAG));
        right(all, "cartesian", c -> c.cartesian(Cartesian.of(2)));
        right(all, "adjacentGraph", c -> c.adjacentGraph(Neighborhood.of(new int[0], new int[0])));
        right(all, "free", c -> c.free());
        right(all, "attach", c -> c.buffers().attach(100));
        right(all, "failed", c -> c.failures().failed());
        right(all, "revoke", c -> c.failures().revoke());
        right(all, "agree", c -> c.failures().agree(1));
        right(all, "shrink", c -> c.failures().shrink());
        return Collections.unmodifiableList(all);
    }

    private static void right(
            List<Mistake<Communicator>> all, String call, Function<Communicator, Publisher<?>> operation) {
        all.add(wrong(call, operation, ErrorClass.COMM));
    }
}
