package org.reactivempi.core.collective.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.reactivempi.Codec;
import org.reactivempi.CollectiveStreams;
import org.reactivempi.Delivery;
import org.reactivempi.ErrorClass;
import org.reactivempi.FromRank;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Neighborhood;
import org.reactivempi.Op;
import org.reactivempi.core.collective.CollectiveContext;
import org.reactivempi.core.collective.algorithm.BinomialTree;
import org.reactivempi.core.stream.StreamParts;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/** The collective streams of a communicator: what is wrong with their arguments, and what is joined with what on this rank. */
public final class Wiring implements CollectiveStreams {

    /** How many elements a reduction has under way at each step. */
    private static final int PIPELINE = 64;

    private final CollectiveContext communicator;
    private final StreamParts parts;
    private final Runnable usable;
    private final int rank;
    private final int size;

    /**
     * No streams yet.
     *
     * @param parts their parts, announced in the context of {@code communicator}
     * @param usable throws if the communicator can't be used
     */
    public Wiring(CollectiveContext communicator, StreamParts parts, Runnable usable) {
        this.communicator = communicator;
        this.parts = parts;
        this.usable = usable;
        this.rank = communicator.endpoint().rank();
        this.size = communicator.size();
    }

    /** All ranks get the elements of the root: along a tree. */
    @Override
    public <T> Flux<T> bcastStream(Publisher<? extends T> values, Codec<T> codec, int root, int prefetch) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(codec, "codec");
        BinomialTree tree = new BinomialTree(rank, size, root);
        return stream("bcastStream", root, prefetch, prefetch, decoder(codec), run -> {
            Inlet<?> inlet = rank == root ? own(run, values, encoder(codec), EveryFlow.MOST) : run.from(tree.parent());
            return List.of(new EveryFlow(inlet, userAndChildren(run, tree)));
        });
    }

    /** The root gets the elements of all ranks: along a tree. */
    @Override
    public <T> Flux<FromRank<T>> gatherStream(Publisher<? extends T> values, Codec<T> codec, int root, int prefetch) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(codec, "codec");
        BinomialTree tree = new BinomialTree(rank, size, root);
        Function<byte[], FromRank<T>> decoder = element -> Elements.fromRank(codec, element);
        return stream("gatherStream", root, prefetch - 1, 0, decoder, run -> {
            List<Inlet<?>> inlets = new ArrayList<>();
            inlets.add(this.<T, FromRank<T>>own(run, values, value -> Elements.fromRank(rank, codec, value), prefetch));
            List<Integer> children = tree.children();
            int[] turns = new int[1 + children.size()];
            turns[0] = 1;
            for (int child : children) {
                turns[inlets.size()] = tree.branchOf(child);
                inlets.add(run.from(child));
            }
            Outlet outlet = rank == root ? run.user() : run.to(tree.parent());
            return List.of(new GatherFlow(inlets, turns, outlet, prefetch));
        });
    }

    /**
     * Each element of a rank goes to all its destinations: straight, along each edge.
     *
     * @param near this rank's sources and destinations; what is there of {@link Mpi#PROC_NULL} is left out
     */
    public <T> Flux<FromRank<T>> neighborStream(
            Neighborhood near, Publisher<? extends T> values, Codec<T> codec, int prefetch) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(codec, "codec");
        int[] sources = ranks(near.sources());
        int[] destinations = ranks(near.destinations());
        Function<byte[], FromRank<T>> decoder = element -> Elements.fromRank(codec, element);
        return stream("neighborStream", 0, prefetch - 1, 0, decoder, run -> {
            List<Outlet> outlets = new ArrayList<>();
            IntStream.of(destinations).mapToObj(run::to).forEach(outlets::add);
            List<Inlet<?>> inlets = new ArrayList<>();
            IntStream.of(sources).mapToObj(run::from).forEach(inlets::add);
            int[] turns = IntStream.of(sources).map(source -> 1).toArray();
            Function<T, byte[]> encoder = value -> Elements.fromRank(rank, codec, value);
            Flow out = new EveryFlow(this.<T, FromRank<T>>own(run, values, encoder, EveryFlow.MOST), outlets);
            Flow in = new GatherFlow(inlets, turns, run.user(), prefetch);
            out.failsWith(in);
            return List.of(out, in);
        });
    }

    private static int[] ranks(int[] neighbors) {
        return IntStream.of(neighbors)
                .filter(neighbor -> neighbor != Mpi.PROC_NULL)
                .toArray();
    }

    /** Each element of the root goes to one of the ranks that want it: straight. */
    @Override
    public <T> Flux<T> scatterStream(Publisher<? extends T> values, Codec<T> codec, int root, Delivery delivery) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(delivery, "delivery");
        return stream("scatterStream", root, 0, 0, decoder(codec), run -> {
            if (rank != root) {
                EveryFlow elements = new EveryFlow(run.from(root), List.of(run.user()));
                return List.of(elements, new TakenFlow(run.user(), elements, run.to(root)));
            }
            List<ScatterFlow.Lane> lanes = new ArrayList<>();
            lanes.add(ScatterFlow.Lane.here(rank, run.user()));
            for (int other = 0; other < size; other++) {
                if (other != rank) {
                    lanes.add(ScatterFlow.Lane.there(other, run.to(other), run.from(other)));
                }
            }
            return List.of(new ScatterFlow(
                    own(run, values, encoder(codec), EveryFlow.MOST),
                    lanes,
                    delivery == Delivery.AT_LEAST_ONCE,
                    decoder(codec),
                    run.user()));
        });
    }

    @Override
    public <T> Flux<T> reduceStream(Publisher<? extends T> values, Codec<T> codec, Op op, int root) {
        return reduced(values, combiners(values, codec, op), codec, root);
    }

    @Override
    public <T> Flux<T> reduceStream(
            Publisher<? extends T> values, Codec<T> codec, BinaryOperator<T> function, int root) {
        return reduced(values, combiners(values, codec, function), codec, root);
    }

    @Override
    public <T> Flux<T> allreduceStream(Publisher<? extends T> values, Codec<T> codec, Op op) {
        return allreduced(values, combiners(values, codec, op), codec);
    }

    @Override
    public <T> Flux<T> allreduceStream(Publisher<? extends T> values, Codec<T> codec, BinaryOperator<T> function) {
        return allreduced(values, combiners(values, codec, function), codec);
    }

    @Override
    public <T> Flux<T> scanStream(Publisher<? extends T> values, Codec<T> codec, Op op) {
        return scanned(values, combiners(values, codec, op), codec);
    }

    @Override
    public <T> Flux<T> scanStream(Publisher<? extends T> values, Codec<T> codec, BinaryOperator<T> function) {
        return scanned(values, combiners(values, codec, function), codec);
    }

    private static <T> Supplier<Combiner<T>> combiners(Publisher<? extends T> values, Codec<T> codec, Op op) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(op, "op");
        return () -> Combiner.of(op, codec);
    }

    private static <T> Supplier<Combiner<T>> combiners(
            Publisher<? extends T> values, Codec<T> codec, BinaryOperator<T> function) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(function, "function");
        return () -> Combiner.of(function, codec);
    }

    /** The root gets the reductions: along the tree of rank 0, in which each branch is a row of ranks, and from there. */
    private <T> Flux<T> reduced(
            Publisher<? extends T> values, Supplier<Combiner<T>> combiners, Codec<T> codec, int root) {
        BinomialTree tree = new BinomialTree(rank, size, 0);
        return stream("reduceStream", root, 0, PIPELINE, decoder(codec), run -> {
            Outlet outlet;
            if (rank != 0) {
                outlet = run.to(tree.parent());
            } else {
                outlet = root == 0 ? run.user() : run.to(root);
            }
            Flow up = reduction(run, values, combiners.get(), tree, List.of(outlet));
            return rank == root && root != 0
                    ? List.of(up, new EveryFlow(run.from(0), List.of(run.user())))
                    : List.of(up);
        });
    }

    /** All ranks get the reductions: along the tree of rank 0 and back. */
    private <T> Flux<T> allreduced(Publisher<? extends T> values, Supplier<Combiner<T>> combiners, Codec<T> codec) {
        BinomialTree tree = new BinomialTree(rank, size, 0);
        return stream("allreduceStream", 0, 0, PIPELINE, decoder(codec), run -> {
            List<Outlet> results = userAndChildren(run, tree);
            if (rank == 0) {
                return List.of(reduction(run, values, combiners.get(), tree, results));
            }
            Outlet parent = run.to(tree.parent());
            return List.of(
                    reduction(run, values, combiners.get(), tree, List.of(parent)),
                    new EveryFlow(run.from(tree.parent()), results));
        });
    }

    /** Each rank gets the reductions of the ranks up to it: along a chain. */
    private <T> Flux<T> scanned(Publisher<? extends T> values, Supplier<Combiner<T>> combiners, Codec<T> codec) {
        return stream("scanStream", 0, 0, PIPELINE, decoder(codec), run -> {
            Combiner<T> combiner = combiners.get();
            List<Inlet<?>> inlets = new ArrayList<>();
            if (rank > 0) {
                inlets.add(run.from(rank - 1));
            }
            inlets.add(own(run, values, combiner::encode, PIPELINE));
            List<Outlet> outlets = new ArrayList<>();
            outlets.add(run.user());
            if (rank + 1 < size) {
                outlets.add(run.to(rank + 1));
            }
            return List.of(new ReduceFlow(inlets, outlets, rank, PIPELINE, combiner));
        });
    }

    private <T> Flow reduction(
            StreamRun<T> run,
            Publisher<? extends T> values,
            Combiner<T> combiner,
            BinomialTree tree,
            List<? extends Outlet> outlets) {
        List<Inlet<?>> inlets = new ArrayList<>();
        inlets.add(own(run, values, combiner::encode, PIPELINE));
        for (int child : tree.children()) {
            inlets.add(run.from(child));
        }
        return new ReduceFlow(inlets, outlets, rank, PIPELINE, combiner);
    }

    private static <T> List<Outlet> userAndChildren(StreamRun<T> run, BinomialTree tree) {
        List<Outlet> outlets = new ArrayList<>();
        outlets.add(run.user());
        for (int child : tree.children()) {
            outlets.add(run.to(child));
        }
        return outlets;
    }

    private <T, R> OwnInlet<T> own(
            StreamRun<R> run, Publisher<? extends T> values, Function<T, byte[]> encoder, int most) {
        return new OwnInlet<>(values, encoder, rank, most, run.context(), run::wakeLater);
    }

    /** {@code prefetch} is checked as the user gave it, and {@code userPrefetch} elements wait beyond the demand. */
    private <R> Flux<R> stream(
            String name,
            int root,
            int prefetch,
            int userPrefetch,
            Function<byte[], R> decoder,
            Function<StreamRun<R>, List<Flow>> wiring) {
        return new Stream<>(root, prefetch, new StreamRun.Pattern<>(name, userPrefetch, decoder, wiring));
    }

    private static <T> Function<T, byte[]> encoder(Codec<T> codec) {
        return value -> Elements.bytes(Elements.encoded(codec, value));
    }

    private static <T> Function<byte[], T> decoder(Codec<T> codec) {
        return element -> Elements.decoded(codec, element);
    }

    /** Takes part in a stream each time that it is subscribed. */
    private final class Stream<R> extends Flux<R> {

        private final int root;
        private final int prefetch;
        private final StreamRun.Pattern<R> pattern;

        Stream(int root, int prefetch, StreamRun.Pattern<R> pattern) {
            this.root = root;
            this.prefetch = prefetch;
            this.pattern = pattern;
        }

        @Override
        public void subscribe(CoreSubscriber<? super R> subscriber) {
            try {
                usable.run();
                check();
            } catch (RuntimeException wrong) {
                communicator.users().refuse(subscriber, wrong);
                return;
            }
            subscriber.onSubscribe(new StreamRun<>(communicator, parts, usable, pattern, subscriber).user());
        }

        private void check() {
            if (root < 0 || root >= size) {
                throw new MpiException(ErrorClass.ROOT, "root " + root + " is outside 0.." + (size - 1));
            }
            if (prefetch < 0) {
                int least = pattern.name().equals("bcastStream") ? 0 : 1;
                throw new MpiException(
                        ErrorClass.ARG,
                        "the prefetch " + (prefetch + least) + " is too small, it is " + least + " or more");
            }
        }

        @Override
        public String toString() {
            return communicator.inWords(pattern.name());
        }
    }
}
