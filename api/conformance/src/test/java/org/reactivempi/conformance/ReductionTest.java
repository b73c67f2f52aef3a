package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.Op;
import org.reactivempi.Payload;
import org.reactivempi.SendBuffer;
import org.reactivempi.testkit.AlsoWithFaults;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** Reductions, with the operations that there are and with those of users. */
@AlsoWithFaults
class ReductionTest {

    private static final int[] LENGTHS = {0, 1, 5, 20_000};

    private static final Datatype MATRIX = Datatype.INT.contiguous(4);

    /**
     * 2 by 2 matrices of the numbers modulo 251, one after the other: an operation that is associative and not commutative, so a
     * product shows the order of its factors.
     */
    private static final Op PRODUCT = Op.of((left, right, type, count) -> {
        for (int at = 0; at < right.limit(); at += 16) {
            int[] x = matrix(left, at);
            int[] y = matrix(right, at);
            int[] z = {
                x[0] * y[0] + x[1] * y[2], x[0] * y[1] + x[1] * y[3],
                x[2] * y[0] + x[3] * y[2], x[2] * y[1] + x[3] * y[3]
            };
            for (int i = 0; i < 4; i++) {
                right.putInt(at + 4 * i, z[i] % 251);
            }
        }
    });

    private static int[] matrix(ByteBuffer bytes, int at) {
        return new int[] {bytes.getInt(at), bytes.getInt(at + 4), bytes.getInt(at + 8), bytes.getInt(at + 12)};
    }

    private static void forEachSize(Ranks ranks, BiConsumer<List<Communicator>, Integer> test) {
        for (int size = 1; size <= ranks.size(); size++) {
            int members = size;
            List<Communicator> part = onAll(
                            worlds(ranks), world -> world.split(world.rank() < members ? 0 : 1, world.rank()))
                    .subList(0, size);
            test.accept(part, size);
        }
    }

    private static int[] given(int rank, int count) {
        return IntStream.range(0, count).map(i -> (rank + 3) * (i + 1) % 1009).toArray();
    }

    private static int[] sum(int first, int last, int from, int count) {
        return IntStream.range(from, from + count)
                .map(i -> IntStream.range(first, last)
                        .map(rank -> given(rank, i + 1)[i])
                        .sum())
                .toArray();
    }

    private static List<int[]> rooms(int size, int count) {
        return IntStream.range(0, size).mapToObj(rank -> new int[count]).toList();
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 60)
    @DisplayName("COL-15, COL-17 reduce and allreduce reduce each element of all ranks, also in place")
    void reduceAndAllreduce(Ranks ranks) {
        forEachSize(ranks, (part, size) -> {
            for (int length : LENGTHS) {
                int[] expected = sumOf(size, length);
                for (int root = 0; root < size; root++) {
                    int to = root;
                    int[] result = new int[length];
                    int[] inPlace = given(to, length);
                    List<int[]> all = rooms(size, length);
                    onAll(part, end -> {
                        boolean isRoot = end.rank() == to;
                        Buffer own = Buffers.of(given(end.rank(), length));
                        Buffer both = Buffers.of(all.get(end.rank()));
                        return end.reduce(own, isRoot ? Buffers.of(result) : null, Op.SUM, to)
                                .then(end.reduce(
                                        isRoot ? Buffer.inPlace() : own,
                                        isRoot ? Buffers.of(inPlace) : null,
                                        Op.SUM,
                                        to))
                                .then(end.allreduce(own, both, Op.SUM))
                                .then(end.allreduce(Buffer.inPlace(), both, Op.MAX));
                    });
                    assertThat(result).isEqualTo(expected);
                    assertThat(inPlace).isEqualTo(expected);
                    assertThat(all).allSatisfy(one -> assertThat(one).isEqualTo(expected));
                }
            }
        });
    }

    private static int[] sumOf(int size, int length) {
        int[] sum = new int[length];
        for (int rank = 0; rank < size; rank++) {
            int[] one = given(rank, length);
            Arrays.setAll(sum, i -> sum[i] + one[i]);
        }
        return sum;
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 60)
    @DisplayName("COL-18, COL-15 reduce-scatter gives each rank its block of the reduction")
    void reduceScatter(Ranks ranks) {
        forEachSize(ranks, (part, size) -> {
            for (int length : new int[] {0, 1, 4000}) {
                int[] expected = sumOf(size, size * length);
                int[] counts = IntStream.range(0, size).map(i -> length + i).toArray();
                int inAll = Arrays.stream(counts).sum();
                int[] uneven = sumOf(size, inAll);
                List<int[]> blocks = rooms(size, length);
                List<int[]> inPlace = IntStream.range(0, size)
                        .mapToObj(rank -> given(rank, size * length))
                        .toList();
                List<int[]> others = IntStream.range(0, size)
                        .mapToObj(rank -> new int[counts[rank]])
                        .toList();
                onAll(part, end -> {
                    int rank = end.rank();
                    return end.reduceScatterBlock(
                                    Buffers.ints(given(rank, size * length)), Buffers.of(blocks.get(rank)), Op.SUM)
                            .then(end.reduceScatterBlock(Buffer.inPlace(), Buffers.of(inPlace.get(rank)), Op.SUM))
                            .then(end.reduceScatter(
                                    Buffers.ints(given(rank, inAll)), Buffers.of(others.get(rank)), counts, Op.SUM));
                });
                int at = 0;
                for (int rank = 0; rank < size; rank++) {
                    int[] block = Arrays.copyOfRange(expected, rank * length, (rank + 1) * length);
                    assertThat(blocks.get(rank)).isEqualTo(block);
                    assertThat(Arrays.copyOf(inPlace.get(rank), length)).isEqualTo(block);
                    assertThat(others.get(rank)).isEqualTo(Arrays.copyOfRange(uneven, at, at + counts[rank]));
                    at += counts[rank];
                }
            }
        });
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 60)
    @DisplayName(
            "COL-19, COL-15 scan reduces the ranks up to each, exscan those before it, and leaves rank 0's room alone")
    void scans(Ranks ranks) {
        forEachSize(ranks, (part, size) -> {
            for (int length : new int[] {0, 1, 40}) {
                List<int[]> upTo = rooms(size, length);
                List<int[]> before = IntStream.range(0, size)
                        .mapToObj(rank -> given(rank, length))
                        .toList();
                onAll(part, end -> {
                    int rank = end.rank();
                    Buffer own = Buffers.of(given(rank, length));
                    return end.scan(own, Buffers.of(upTo.get(rank)), Op.SUM)
                            .then(end.exscan(Buffer.inPlace(), Buffers.of(before.get(rank)), Op.SUM));
                });
                for (int rank = 0; rank < size; rank++) {
                    assertThat(upTo.get(rank)).isEqualTo(sum(0, rank + 1, 0, length));
                    assertThat(before.get(rank)).isEqualTo(rank == 0 ? given(0, length) : sum(0, rank, 0, length));
                }
            }
        });
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 60)
    @DisplayName("OPS-5 an operation that is not commutative is applied in the order of the ranks, whatever the root")
    void order(Ranks ranks) {
        assertInOrder(ranks, 700, 1);
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 60)
    @DisplayName("OPS-5 so it is for vectors of each length, which commutative operations reduce in pieces")
    void orderOfLong(Ranks ranks) {
        for (int matrices : new int[] {3, 2100, 4200, 66_000}) {
            assertInOrder(ranks, matrices, 3);
        }
    }

    /** Of communicators of at least so many ranks. */
    private static void assertInOrder(Ranks ranks, int matrices, int fewest) {
        List<int[]> factors = IntStream.range(0, ranks.size())
                .mapToObj(rank -> IntStream.range(0, 4 * matrices)
                        .map(i -> (i * (rank + 2) + rank) % 251)
                        .toArray())
                .toList();
        forEachSize(ranks, (part, size) -> {
            if (size < fewest) {
                return;
            }
            List<int[]> products = new ArrayList<>();
            products.add(factors.get(0));
            for (int rank = 1; rank < size; rank++) {
                int[] next = factors.get(rank).clone();
                PRODUCT.reduceLocal(matrices(products.get(rank - 1)), matrices(next));
                products.add(next);
            }
            int[] expected = products.get(size - 1);
            for (int root = 0; root < size; root++) {
                int to = root;
                int[] result = new int[4 * matrices];
                onAll(part, end -> end.reduce(matrices(factors.get(end.rank())), matrices(result), PRODUCT, to));
                assertThat(result).isEqualTo(expected);
            }
            List<int[]> all = rooms(size, 4 * matrices);
            List<int[]> upTo = rooms(size, 4 * matrices);
            onAll(part, end -> {
                Buffer own = matrices(factors.get(end.rank()));
                return end.allreduce(own, matrices(all.get(end.rank())), PRODUCT)
                        .then(end.scan(own, matrices(upTo.get(end.rank())), PRODUCT));
            });
            assertThat(all).allSatisfy(one -> assertThat(one).isEqualTo(expected));
            assertThat(upTo).containsExactlyElementsOf(products);
        });
    }

    private static Buffer matrices(int... numbers) {
        return Buffers.of(numbers).as(MATRIX, numbers.length / 4);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("COL-17, OPS-6 all ranks get the same bits, and the same ones each time")
    void sameBits(Ranks ranks) {
        List<double[]> first = null;
        for (int run = 0; run < 3; run++) {
            List<double[]> results =
                    IntStream.range(0, 4).mapToObj(rank -> new double[9000]).toList();
            onAll(worlds(ranks), end -> {
                double[] own = new double[9000];
                Arrays.setAll(own, i -> Math.sin(i + 0.1 * end.rank()) * Math.pow(10, (i + end.rank()) % 17));
                return end.allreduce(Buffers.doubles(own), Buffers.of(results.get(end.rank())), Op.SUM);
            });
            assertThat(results).allSatisfy(one -> assertThat(one).isEqualTo(results.get(0)));
            first = first == null ? results : first;
            assertThat(results.get(0)).isEqualTo(first.get(0));
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("OPS-1, OPS-2 predefined operations on all types that they have a meaning for; the others fail")
    void predefined(Ranks ranks) {
        List<Communicator> all = worlds(ranks);
        byte[][] bytes = {{5, -100}, {12, -100}, {9, 3}};
        assertThat(reduced(all, rank -> Buffers.of(bytes[rank].clone()), Op.SUM))
                .containsExactly(26, 59);
        assertThat(reduced(all, rank -> Buffers.of(bytes[rank].clone()), Op.BXOR))
                .containsExactly(0, 3);
        short[][] shorts = {{5, -3}, {0, 2}, {1, 9}};
        assertThat(reduced(all, rank -> Buffers.of(shorts[rank].clone()), Op.MIN))
                .containsExactly(0, 0, -3, -1);
        assertThat(reduced(all, rank -> Buffers.of(shorts[rank].clone()), Op.LAND))
                .containsExactly(0, 0, 1, 0);
        assertThat(reduced(all, rank -> Buffers.of(new boolean[] {rank == 0, rank < 2, false}), Op.LXOR))
                .containsExactly(1, 0, 0);
        assertThat(reduced(all, rank -> Buffers.of(new boolean[] {rank == 0, rank < 5, false}), Op.LOR))
                .containsExactly(1, 1, 0);
        long[] longs = {0};
        onAll(
                all,
                end -> end.allreduce(
                        Buffers.longs(Long.MAX_VALUE),
                        end.rank() == 0 ? Buffers.of(longs) : Buffers.of(new long[] {0}),
                        Op.SUM));
        assertThat(longs[0]).isEqualTo(Long.MAX_VALUE - 2);
        double[] least = {0, 0};
        onAll(
                all,
                end -> end.allreduce(
                        Buffers.doubles(end.rank() == 1 ? -0.0 : 0.0, end.rank() == 2 ? Double.NaN : 1),
                        end.rank() == 0 ? Buffers.of(least) : Buffers.of(new double[] {0, 0}),
                        Op.MIN));
        assertThat(1 / least[0]).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(least[1]).isNaN();
        float[] product = {0};
        onAll(
                all,
                end -> end.allreduce(
                        Buffers.floats(end.rank() + 0.5f),
                        end.rank() == 0 ? Buffers.of(product) : Buffers.of(new float[] {0}),
                        Op.PROD));
        assertThat(product).containsExactly(0.5f * 1.5f * 2.5f);

        Communicator one = ranks.world(0);
        assertFails(
                one.allreduce(Buffers.chars('a'), Buffers.of(new char[] {'b'}), Op.SUM), ErrorClass.OP, "SUM", "CHAR");
        assertFails(
                one.allreduce(Buffers.doubles(1), Buffers.of(new double[] {1}), Op.BAND),
                ErrorClass.OP,
                "BAND",
                "DOUBLE");
        assertFails(
                one.allreduce(Buffers.booleans(true), Buffers.of(new boolean[] {true}), Op.MAX),
                ErrorClass.OP,
                "BOOLEAN");
        assertFails(
                one.allreduce(Buffers.ints(1), Buffers.of(new float[] {1}), Op.MAX), ErrorClass.TYPE, "INT", "FLOAT");
        assertFails(one.allreduce(Buffers.ints(1), Buffers.of(new int[] {1}), null), ErrorClass.OP, "null");
    }

    /** The result's bytes, which are equal on all ranks. */
    private static byte[] reduced(List<Communicator> all, IntFunction<Buffer> given, Op op) {
        List<byte[]> results = onAll(all, end -> {
            Buffer room = given.apply(end.rank());
            return end.allreduce(Buffer.inPlace(), room, op).then(Mono.fromSupplier(() -> {
                byte[] bytes = new byte[(int) room.lengthBytes()];
                Payload.of(room).copyTo(0, ByteBuffer.wrap(bytes));
                return bytes;
            }));
        });
        assertThat(results).allSatisfy(one -> assertThat(one).isEqualTo(results.get(0)));
        return results.get(0);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("OPS-2, COL-15 long vectors of each type of number, in parts of arrays, also in place")
    void longVectors(Ranks ranks) {
        int from = 3;
        int count = 20_000;
        int length = count + 2 * from;
        onAll(worlds(ranks), end -> {
            int own = end.rank() + 1;
            int[] ints = new int[length];
            Arrays.setAll(ints, i -> own * i);
            long[] longs = new long[length];
            Arrays.setAll(longs, i -> -own * (long) i);
            float[] floats = new float[length];
            double[] doubles = new double[length];
            Arrays.setAll(doubles, i -> own * 0.5 * i);
            for (int i = 0; i < length; i++) {
                floats[i] = own * i;
            }
            double[] most = new double[length];
            return end.allreduce(Buffer.inPlace(), Buffers.of(ints, from, count), Op.SUM)
                    .then(end.allreduce(Buffer.inPlace(), Buffers.of(longs, from, count), Op.MIN))
                    .then(end.allreduce(Buffer.inPlace(), Buffers.of(floats, from, count), Op.SUM))
                    .then(end.allreduce(Buffers.of(doubles, from, count), Buffers.of(most, 0, count), Op.MAX))
                    .then(Mono.fromRunnable(() -> {
                        for (int i = 0; i < length; i++) {
                            boolean isPart = i >= from && i < from + count;
                            assertThat(ints[i]).isEqualTo((isPart ? 6 : own) * i);
                            assertThat(longs[i]).isEqualTo((isPart ? -3 : -own) * (long) i);
                            assertThat(floats[i]).isEqualTo((isPart ? 6 : own) * (float) i);
                            assertThat(doubles[i]).isEqualTo(own * 0.5 * i);
                            assertThat(most[i]).isEqualTo(i < count ? 1.5 * (i + from) : 0);
                        }
                    }));
        });
    }

    @OnEveryChannel(ranks = 1)
    @DisplayName("OPS-4 reduceLocal reduces two buffers of this rank, and says what is wrong with them")
    void local(Ranks ranks) {
        int[] right = IntStream.range(0, 5000).toArray();
        Op.MAX.reduceLocal(
                Buffers.ints(IntStream.range(0, 5000).map(i -> 4999 - i).toArray()), Buffers.of(right));
        assertThat(right).startsWith(4999, 4998).endsWith(4998, 4999);
        assertThatThrownBy(() -> Op.MAX.reduceLocal(Buffers.ints(1), Buffers.of(new int[] {1, 2})))
                .satisfies(error -> assertIs(error, ErrorClass.COUNT, "1", "2"));
        assertThatThrownBy(() -> Op.MAX.reduceLocal(Buffers.ints(1), Buffers.of(new long[] {1})))
                .satisfies(error -> assertIs(error, ErrorClass.TYPE, "INT", "LONG"));
        assertThat(Op.SUM.isCommutative()).isTrue();
        assertThat(PRODUCT.isCommutative()).isFalse();
        assertThat(PRODUCT.commutative().isCommutative()).isTrue();
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("OPS-3 of equal values the least index wins; a value and its index arrive together")
    void pairs(Ranks ranks) {
        double[] values = {3, -1, 3, -1};
        onAll(worlds(ranks), end -> {
            ByteBuffer own = pairsOf(values[end.rank()], end.rank());
            ByteBuffer most = pairsOf(0, 0);
            Buffer pair = Buffers.of(own).as(Datatype.DOUBLE_INT, 2);
            int[] least = {(int) values[end.rank()], end.rank() + 7};
            return end.allreduce(pair, Buffers.of(most).as(Datatype.DOUBLE_INT, 2), Op.MAXLOC)
                    .then(end.allreduce(Buffer.inPlace(), Buffers.of(least).as(Datatype.INT_INT, 1), Op.MINLOC))
                    .then(Mono.fromRunnable(() -> {
                        assertThat(most.getDouble(0)).isEqualTo(3);
                        assertThat(most.getInt(8)).isZero();
                        assertThat(most.getDouble(16)).isEqualTo(1);
                        assertThat(most.getInt(24)).isEqualTo(1);
                        assertThat(least).containsExactly(-1, 8);
                    }));
        });
        assertFails(
                ranks.world(0).allreduce(Buffers.ints(1), Buffers.of(new int[] {1}), Op.MINLOC),
                ErrorClass.OP,
                "MINLOC",
                "INT");
        assertFails(
                ranks.world(0)
                        .allreduce(
                                Buffers.of(new int[] {1, 1}).as(Datatype.INT_INT, 1),
                                Buffers.of(new int[] {1, 1}).as(Datatype.INT_INT, 1),
                                Op.SUM),
                ErrorClass.OP,
                "SUM",
                "INT_INT");
    }

    /** A value with a rank, and its opposite with it. */
    private static ByteBuffer pairsOf(double value, int rank) {
        return ByteBuffer.allocate(32)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putDouble(0, value)
                .putInt(8, rank)
                .putDouble(16, -value)
                .putInt(24, rank);
    }

    private static Buffer two(ByteBuffer ints) {
        return Buffers.of(ints).as(Datatype.INT.contiguous(2), 1);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("OPS-8 operations of users work on single numbers and on objects of a codec")
    void users(Ranks ranks) {
        Op longest = Op.ofDoubles(Math::hypot).commutative();
        Op first = Op.ofInts((left, right) -> left);
        Op last = Op.ofLongs((left, right) -> right);
        Op pairs = Op.of(
                (left, right) -> new Pair(Math.min(left.least, right.least), Math.max(left.most, right.most)),
                new PairCodec());
        onAll(worlds(ranks), end -> {
            double[] length = {0};
            int[] left = {0};
            long[] right = {0};
            ByteBuffer pair = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
            ByteBuffer own = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
            own.putInt(0, -end.rank()).putInt(4, 2 * end.rank());
            return end.allreduce(Buffers.doubles(1), Buffers.of(length), longest)
                    .then(end.allreduce(Buffers.ints(end.rank() + 5), Buffers.of(left), first))
                    .then(end.allreduce(Buffers.longs(end.rank()), Buffers.of(right), last))
                    .then(end.allreduce(two(own), two(pair), pairs))
                    .then(Mono.fromRunnable(() -> {
                        assertThat(length[0]).isEqualTo(2, org.assertj.core.data.Offset.offset(1e-12));
                        assertThat(left).containsExactly(5);
                        assertThat(right).containsExactly(3);
                        assertThat(pair.getInt(0)).isEqualTo(-3);
                        assertThat(pair.getInt(4)).isEqualTo(6);
                    }));
        });
        assertThat(pairs.isCommutative()).isFalse();
        ByteBuffer left = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0, 3)
                .putInt(4, 4);
        ByteBuffer right = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0, 5)
                .putInt(4, 1);
        pairs.reducer(Datatype.LONG).reduce(left, right);
        assertThat(right.getInt(0)).isEqualTo(3);
        assertThat(right.getInt(4)).isEqualTo(4);
    }

    private record Pair(int least, int most) {}

    private static final class PairCodec implements org.reactivempi.Codec<Pair> {

        @Override
        public SendBuffer encode(Pair value) {
            return Buffers.ints(value.least, value.most);
        }

        @Override
        public Pair decode(ByteBuffer payload) {
            return new Pair(payload.getInt(), payload.getInt());
        }
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "OPS-8, COL-30 an operation that throws on one rank fails on all that depend on it, with its class and rank")
    void throwing(Ranks ranks) {
        Op broken = Op.ofInts((left, right) -> {
            throw new IllegalStateException("broken by the test");
        });
        List<Communicator> all = worlds(ranks);
        List<Throwable> errors = onAll(
                all,
                end -> end.allreduce(
                                Buffers.ints(1),
                                Buffers.of(new int[] {0}),
                                end.rank() == 2 ? broken : Op.ofInts(Integer::sum))
                        .then(Mono.<Throwable>empty())
                        .onErrorResume(Mono::just));
        // The pairs of the first round have what they need; of those of the second, one has not.
        assertThat(errors).hasSize(2).allSatisfy(error -> assertIs(error, ErrorClass.OP));
        assertThat(errors.get(0)).hasMessageContaining("rank 2");
        assertThat(errors.get(1)).hasMessageContaining("broken by the test");
        List<Throwable> toRoot = onAll(
                all,
                end -> end.reduce(
                                Buffers.ints(1),
                                Buffers.of(new int[] {0}),
                                end.rank() == 2 ? broken : Op.ofInts(Integer::sum),
                                0)
                        .then(Mono.<Throwable>empty())
                        .onErrorResume(Mono::just));
        assertThat(toRoot).hasSize(2).allSatisfy(error -> assertIs(error, ErrorClass.OP));
        // Later ones are not affected.
        onAll(all, end -> end.allreduce(Buffers.ints(1), Buffers.of(new int[] {0}), Op.SUM));
    }
}
