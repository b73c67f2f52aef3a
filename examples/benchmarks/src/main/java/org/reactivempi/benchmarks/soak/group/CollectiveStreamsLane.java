package org.reactivempi.benchmarks.soak.group;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.FromRank;
import org.reactivempi.Op;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Collective streams of all kinds, two at a time, whose subscribers want a few elements at a time. */
final class CollectiveStreamsLane implements GroupLane {

    private static final int PAIRS = 2;
    private static final int MOST = 150;
    private static final int MOST_AT_ONCE = 20;

    @Override
    public String name() {
        return "collective-streams";
    }

    @Override
    public Mono<Void> run(Turn turn) {
        return Flux.range(0, PAIRS)
                .concatMap(i -> {
                    Stream one = new Stream(turn);
                    Stream other = new Stream(turn);
                    return Mono.when(one.run(), other.run())
                            .then(one.compared())
                            .then(other.compared());
                })
                .then();
    }

    /** One of them. */
    private static final class Stream {

        private static final int KINDS = 6;
        private static final int SCATTER = 2;

        private final Communicator all;
        private final Check check;
        private final int size;
        private final int rank;
        private final int kind;
        private final int root;
        private final int count;
        private final Values values;
        private final int atOnce;
        private final String what;
        /** Of a scattering, on this rank. */
        private final AtomicLong came = new AtomicLong();

        private final AtomicLong sum = new AtomicLong();
        private final AtomicLong bits = new AtomicLong();

        Stream(Turn turn) {
            all = turn.all();
            check = turn.check();
            size = turn.size();
            rank = turn.rank();
            kind = turn.random().nextInt(KINDS);
            root = turn.random().nextInt(size);
            count = turn.random().nextInt(MOST);
            values = turn.values();
            atOnce = 1 + turn.own().nextInt(MOST_AT_ONCE);
            what = " of " + count + ", root " + root + ", " + atOnce + " at once";
        }

        Mono<Void> run() {
            return switch (kind) {
                case 0 -> broadcast();
                case 1 -> gather();
                case SCATTER -> scatter();
                case 3 -> reduce();
                case 4 ->
                    compared(
                            "allreduceStream",
                            all.allreduceStream(numbers(rank, count), Codecs.longValue(), Op.SUM),
                            size,
                            count);
                default ->
                    compared(
                            "scanStream",
                            all.scanStream(numbers(rank, count), Codecs.longValue(), Long::sum),
                            rank + 1,
                            count);
            };
        }

        private Flux<Long> numbers(int from, int length) {
            return Flux.range(0, length).map(i -> values.at(from, i));
        }

        /** Sums over the first ranks. */
        private Mono<Void> compared(String name, Flux<Long> results, int ranks, int expected) {
            return results.limitRate(atOnce)
                    .index()
                    .doOnNext(result -> {
                        long sum = 0;
                        for (int from = 0; from < ranks; from++) {
                            sum += values.at(from, result.getT1());
                        }
                        check.equal(name + what + ", result " + result.getT1(), sum, result.getT2());
                    })
                    .count()
                    .doOnNext(came -> check.equal(name + what + ", results", expected, came))
                    .then();
        }

        private Mono<Void> reduce() {
            Flux<Long> results = all.reduceStream(numbers(rank, count), Codecs.longValue(), Op.SUM, root);
            return compared("reduceStream", results, size, rank == root ? count : 0);
        }

        private Mono<Void> broadcast() {
            Flux<Long> given = rank == root ? numbers(root, count) : Flux.empty();
            return all.bcastStream(given, Codecs.longValue(), root)
                    .limitRate(atOnce)
                    .index()
                    .doOnNext(value -> check.equal(
                            "bcastStream" + what + ", value " + value.getT1(),
                            values.at(root, value.getT1()),
                            value.getT2()))
                    .count()
                    .doOnNext(came -> check.equal("bcastStream" + what + ", values", count, came))
                    .then();
        }

        /** Ranks give different numbers of values; those of each arrive in their order. */
        private Mono<Void> gather() {
            AtomicLongArray came = new AtomicLongArray(size);
            return all.gatherStream(numbers(rank, count / (1 + rank)), Codecs.longValue(), root)
                    .limitRate(atOnce)
                    .doOnNext(value -> gathered(value, came))
                    .then(Mono.fromRunnable(() -> {
                        for (int from = 0; from < size; from++) {
                            int expected = rank == root ? count / (1 + from) : 0;
                            check.equal("gatherStream" + what + ", values of rank " + from, expected, came.get(from));
                        }
                    }));
        }

        private void gathered(FromRank<Long> value, AtomicLongArray came) {
            long index = came.getAndIncrement(value.rank());
            check.equal(
                    "gatherStream" + what + ", value " + index + " of rank " + value.rank(),
                    values.at(value.rank(), index),
                    value.value());
        }

        private Mono<Void> scatter() {
            Flux<Long> given = rank == root ? numbers(root, count) : Flux.empty();
            return all.scatterStream(given, Codecs.longValue(), root)
                    .limitRate(atOnce)
                    .doOnNext(value -> {
                        came.incrementAndGet();
                        sum.addAndGet(value);
                        bits.accumulateAndGet(value, (left, right) -> left ^ right);
                    })
                    .then();
        }

        /**
         * Nobody knows which rank gets which value of a scattering: all together get each once. When both streams have ended, since
         * operations have one order on all ranks.
         */
        Mono<Void> compared() {
            if (kind != SCATTER) {
                return Mono.empty();
            }
            long[] sums = new long[2];
            long[] odd = new long[1];
            return Mono.defer(() -> Mono.when(
                            all.allreduce(Buffers.longs(came.get(), sum.get()), Buffers.of(sums), Op.SUM),
                            all.allreduce(Buffers.longs(bits.get()), Buffers.of(odd), Op.BXOR)))
                    .then(Mono.fromRunnable(() -> {
                        long expectedSum = 0;
                        long expectedBits = 0;
                        for (int i = 0; i < count; i++) {
                            expectedSum += values.at(root, i);
                            expectedBits ^= values.at(root, i);
                        }
                        check.equal("scatterStream" + what + ", values on all ranks", count, sums[0]);
                        check.equal("scatterStream" + what + ", their sum", expectedSum, sums[1]);
                        check.equal("scatterStream" + what + ", their exclusive or", expectedBits, odd[0]);
                    }));
        }
    }
}
