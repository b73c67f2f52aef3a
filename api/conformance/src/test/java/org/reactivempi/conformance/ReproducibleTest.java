package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Op;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;

/** Sums of floating-point numbers, whose bits show in which order they were put together. */
class ReproducibleTest {

    private static final int RANKS = 6;
    private static final int LONG = 6000;

    /** Of all sizes and signs, so that each order has a sum of its own; the same in each run. */
    private static double[] values(int rank, int count) {
        Random random = new Random(rank);
        return random.doubles(count, -1, 1)
                .map(value -> value * Math.pow(10, random.nextInt(17)))
                .toArray();
    }

    /** The sum of the ranks of a branch of the binomial tree whose root is rank 0. */
    private static double branch(int root, int ranks, int element) {
        double sum = values(root, LONG)[element];
        int parentBit = root == 0 ? Integer.highestOneBit(ranks) << 1 : Integer.lowestOneBit(root);
        for (int bit = 1; bit < parentBit && root + bit < ranks; bit <<= 1) {
            sum += branch(root + bit, ranks, element);
        }
        return sum;
    }

    @OnEveryChannel(ranks = RANKS, settings = "reductions=reproducible")
    @DisplayName(
            "OPS-7 reproducible reductions give each element the bits of one tree over the ranks, whatever the length, root and channel")
    void reproducible(Ranks ranks) {
        List<double[]> sums = rooms(LONG);
        onAll(
                worlds(ranks),
                end -> end.allreduce(
                        Buffers.doubles(values(end.rank(), LONG)), Buffers.of(sums.get(end.rank())), Op.SUM));
        int[] some = {0, 1, 999, LONG - 1};
        for (int element : some) {
            assertThat(sums).allSatisfy(sum -> assertThat(sum[element]).isEqualTo(branch(0, RANKS, element)));
        }
        for (int count : new int[] {1, 7}) {
            List<double[]> few = rooms(count);
            onAll(
                    worlds(ranks),
                    end -> end.allreduce(
                            Buffers.of(values(end.rank(), LONG), 0, count), Buffers.of(few.get(end.rank())), Op.SUM));
            assertThat(few).allSatisfy(sum -> assertThat(sum).isEqualTo(Arrays.copyOf(sums.get(0), count)));
        }
        double[] rooted = new double[LONG];
        onAll(
                worlds(ranks),
                end -> end.reduce(
                        Buffers.doubles(values(end.rank(), LONG)),
                        end.rank() == 4 ? Buffers.of(rooted) : Buffer.empty(),
                        Op.SUM,
                        4));
        assertThat(rooted).isEqualTo(sums.get(0));
        List<double[]> blocks = rooms(LONG / RANKS);
        onAll(
                worlds(ranks),
                end -> end.reduceScatterBlock(
                        Buffers.doubles(values(end.rank(), LONG)), Buffers.of(blocks.get(end.rank())), Op.SUM));
        assertThat(blocks.stream().flatMapToDouble(Arrays::stream).toArray()).isEqualTo(sums.get(0));
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName("OPS-6 the same arguments give the same bits on all ranks and in each run, whichever rank comes first")
    void sameBits(Ranks ranks) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, RANKS).boxed().toList());
        for (int count : new int[] {3, LONG}) {
            List<double[]> first = new ArrayList<>();
            for (int seed = 0; seed < 5; seed++) {
                Collections.shuffle(order, new Random(seed));
                List<double[]> sums = rooms(count);
                List<Recorder<Void>> running = new ArrayList<>();
                for (int rank : order) {
                    Communicator end = ranks.world(rank);
                    running.add(started(
                            end.allreduce(Buffers.doubles(values(rank, count)), Buffers.of(sums.get(rank)), Op.SUM)));
                    // It has begun before the next one comes.
                    ranks.pending(rank).block(TIMEOUT);
                }
                running.forEach(ReproducibleTest::ends);
                first.add(sums.get(0));
                assertThat(sums)
                        .as("seed " + seed)
                        .allSatisfy(sum -> assertThat(sum).isEqualTo(first.get(0)));
            }
        }
    }

    private static void ends(Recorder<Void> running) {
        try {
            assertThat(running.await()).containsExactly("complete");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static List<double[]> rooms(int count) {
        return IntStream.range(0, RANKS).mapToObj(rank -> new double[count]).toList();
    }
}
