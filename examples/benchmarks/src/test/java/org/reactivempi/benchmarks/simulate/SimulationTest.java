package org.reactivempi.benchmarks.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.core.collective.algorithm.Algorithms;
import org.reactivempi.core.collective.algorithm.Choice;
import org.reactivempi.core.collective.algorithm.Hosts;
import org.reactivempi.core.collective.algorithm.Leaders;
import org.reactivempi.core.collective.algorithm.Reductions;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.settings.AlgorithmTable;

class SimulationTest {

    /** What the table's choice may cost, by the best plan. */
    private static final double TOLERANCE = 1.25;

    private static final double AS_FAST = 1.01;

    private static final long MOST_STEPS = 300_000;

    private static final int FEW = 8;

    private static Simulation.Result chosen(Operation operation, int size, int bytes) {
        return Simulation.run(size, operation.chosen(size, bytes), Network.ETHERNET, Noise.NONE);
    }

    private static int log2(int size) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    }

    @Test
    @DisplayName("two ranks that exchange once take two overheads, a latency, the bytes, and what they reduce")
    void model() {
        Network network = new Network(1000, 100, 1, 2, 0);
        Simulation.Result result =
                Simulation.run(2, rank -> Reductions.doubling(rank, 2, 8, false), network, Noise.NONE);
        assertThat(result).isEqualTo(new Simulation.Result(100 + 8 + 1000 + 100 + 16, 1, 1, 8, 1, 2));
    }

    @Test
    @DisplayName("a seed gives the same noise again, another one does not, and noise costs time")
    void noise() {
        IntFunction<Plan> plans = Operation.BARRIER.chosen(100, 0);
        double quiet = Simulation.run(100, plans, Network.ETHERNET, Noise.NONE).nanos();
        double first = Simulation.run(100, plans, Network.ETHERNET, new Noise(0, 5000, 1))
                .nanos();
        assertThat(Simulation.run(100, plans, Network.ETHERNET, new Noise(0, 5000, 1))
                        .nanos())
                .isEqualTo(first);
        assertThat(Simulation.run(100, plans, Network.ETHERNET, new Noise(0, 5000, 2))
                        .nanos())
                .isNotEqualTo(first);
        assertThat(first).isGreaterThan(quiet);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 100, 1000})
    @DisplayName("COL-38 short operations take as many rounds, messages and links as the logarithm of the ranks allows")
    void bounds(int size) {
        assertBounds(size);
    }

    @Tag("long")
    @Timeout(value = 6, unit = TimeUnit.MINUTES)
    @ParameterizedTest
    @ValueSource(ints = {10_000, 100_000})
    @DisplayName("COL-38 so they do with 100 000 ranks")
    void boundsOfMany(int size) {
        assertBounds(size);
    }

    private static void assertBounds(int size) {
        int log = log2(size);
        Map<Operation, Integer> rounds = new TreeMap<>(Map.of(
                Operation.BARRIER, log,
                Operation.BCAST, log,
                Operation.GATHER, log,
                Operation.SCATTER, log,
                Operation.REDUCE, log,
                Operation.ALLREDUCE, log + 1,
                Operation.SCAN, log));
        // What is gathered is as long as there are ranks, and so is each rank's script of it.
        if (size <= 1000) {
            rounds.put(Operation.ALLGATHER, log);
        }
        if (size > FEW) {
            rounds.put(Operation.ALLTOALL, log);
        }
        rounds.forEach((operation, most) -> {
            Simulation.Result result = chosen(operation, size, operation == Operation.BARRIER ? 0 : 8);
            assertThat(result.rounds()).as(operation + " of " + size).isLessThanOrEqualTo(most);
            // Few ranks may all have to do with their root.
            int messages = size <= FEW ? Math.max(most, size - 1) : most;
            assertThat(result.mostMessages()).as(operation + " of " + size).isLessThanOrEqualTo(messages);
            assertThat(result.mostLinks()).as(operation + " of " + size).isLessThanOrEqualTo(2 * messages);
        });
    }

    static Stream<Integer> sizes() {
        return Stream.of(2, 4, 8, 32);
    }

    @ParameterizedTest
    @EnumSource(Operation.class)
    @DisplayName("COL-38 the algorithm that is chosen takes at most 1.25 times as long as the best one")
    void choice(Operation operation) {
        assertThat(sizes().flatMap(size -> worse(operation, size, 8, 1 << 20))).isEmpty();
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(Operation.class)
    @DisplayName("COL-38 so it does for more ranks and longer data")
    void choiceOfMany(Operation operation) {
        assertThat(Stream.concat(
                        Stream.of(2, 7, 8, 100, 128).flatMap(size -> worse(operation, size, 1 << 21, 1 << 24)),
                        Stream.of(100, 1024).flatMap(size -> worse(operation, size, 8, 1 << 20))))
                .isEmpty();
    }

    /** Plans of all with all are compared for fewer ranks. */
    private static boolean isTooLong(int size, IntFunction<Plan> plans) {
        return size * (long) plans.apply(Math.min(1, size - 1)).steps() > MOST_STEPS;
    }

    /** Where the choice is not good enough. */
    private static Stream<String> worse(Operation operation, int size, int least, int most) {
        Stream.Builder<String> found = Stream.builder();
        for (long bytes = least; bytes <= most; bytes *= 4) {
            int length = (int) bytes;
            if (size * bytes > Integer.MAX_VALUE || isTooLong(size, operation.chosen(size, length))) {
                break;
            }
            double taken = chosen(operation, size, length).nanos();
            operation.algorithms(size, length).forEach((name, plans) -> {
                if (isTooLong(size, plans)) {
                    return;
                }
                double other = Simulation.run(size, plans, Network.ETHERNET, Noise.NONE)
                        .nanos();
                if (taken > TOLERANCE * other) {
                    found.add(String.format(
                            "%s of %d bytes on %d ranks: %.0f us, %s %.0f us",
                            operation, length, size, taken / 1000, name, other / 1000));
                }
            });
        }
        return found.build();
    }

    /** So many ranks are on each host, in rows or in turns; between those of one host a message costs less. */
    private static final int OF_A_HOST = 32;

    private static IntUnaryOperator hosts(int size, boolean rows) {
        int count = (size + OF_A_HOST - 1) / OF_A_HOST;
        return rank -> rows ? rank / OF_A_HOST : rank % count;
    }

    private static Simulation.Result onHosts(int size, IntUnaryOperator hostOf, IntFunction<Plan> plans) {
        Simulation.Wires wires =
                (from, to) -> hostOf.applyAsInt(from) == hostOf.applyAsInt(to) ? Network.SHARED : Network.ETHERNET;
        return Simulation.run(size, plans, wires, Noise.NONE);
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "2, 6", "3, 4", "8, 4", "16, 8", "5, 32"})
    @DisplayName(
            "COL-38 what goes through leaders without being asked to is not slower for it, and barriers are faster")
    void leaders(int hostCount, int ofEach) {
        int size = hostCount * ofEach;
        for (boolean rows : new boolean[] {true, false}) {
            IntUnaryOperator hostOf = rank -> rows ? rank / ofEach : rank % hostCount;
            Hosts hosts = Hosts.of(size, hostOf);
            String what = hostCount + " hosts, " + ofEach + " ranks on each, rows " + rows;
            for (int bytes : new int[] {8, 4096, 32 << 10}) {
                assertThat(onHosts(size, hostOf, rank -> Leaders.bcast(rank, hosts, 0, bytes))
                                .nanos())
                        .as("bcast of %d bytes, %s", bytes, what)
                        .isLessThanOrEqualTo(AS_FAST
                                * onHosts(size, hostOf, Operation.BCAST.chosen(size, bytes))
                                        .nanos());
                assertThat(onHosts(size, hostOf, rank -> Leaders.reduce(rank, hosts, 0, bytes, true, false))
                                .nanos())
                        .as("reduce of %d bytes, %s", bytes, what)
                        .isLessThanOrEqualTo(AS_FAST
                                * onHosts(size, hostOf, Operation.REDUCE.chosen(size, bytes))
                                        .nanos());
            }
            if (rows) {
                assertGathered(size, hostOf, hosts, what);
                assertThat(onHosts(size, hostOf, rank -> Leaders.barrier(rank, hosts))
                                .nanos())
                        .as("barrier, %s", what)
                        .isLessThan(onHosts(size, hostOf, Operation.BARRIER.chosen(size, 0))
                                .nanos());
            }
        }
    }

    private static void assertGathered(int size, IntUnaryOperator hostOf, Hosts hosts, String what) {
        Algorithms table = new Algorithms(AlgorithmTable.NONE, hosts);
        for (int bytes : new int[] {8, 256, 1024, 4096, 32 << 10}) {
            long[] blocks = Choice.equal(size, bytes);
            Map<Operation, IntFunction<Plan>> chosen = Map.of(
                    Operation.GATHER, rank -> table.gather(rank, size, 0, bytes, false),
                    Operation.SCATTER, rank -> table.scatter(rank, size, 0, bytes, false),
                    Operation.ALLGATHER, rank -> table.allgather(rank, size, blocks, false),
                    Operation.ALLTOALL, rank -> table.alltoall(rank, size, bytes, false),
                    Operation.SCAN, rank -> table.scan(rank, size, bytes, false));
            assertThat(onHosts(size, hostOf, rank -> table.exscan(rank, size, bytes, false))
                            .nanos())
                    .as("exscan of %d bytes, %s", bytes, what)
                    .isLessThanOrEqualTo(AS_FAST
                            * onHosts(size, hostOf, rank -> Choice.exscan(rank, size, bytes, false))
                                    .nanos());
            chosen.forEach((operation, plans) -> assertThat(
                            onHosts(size, hostOf, plans).nanos())
                    .as("%s of %d bytes, %s", operation, bytes, what)
                    .isLessThanOrEqualTo(AS_FAST
                            * onHosts(size, hostOf, operation.chosen(size, bytes))
                                    .nanos()));
        }
    }

    @Test
    @DisplayName(
            "COL-38 a barrier of 10 000 ranks, 32 on a host, takes 9 rounds between hosts and 5 on each before and after")
    void leadersOfMany() {
        int size = 10_000;
        IntUnaryOperator hostOf = hosts(size, true);
        Hosts hosts = Hosts.of(size, hostOf);
        Simulation.Result result = onHosts(size, hostOf, rank -> Leaders.barrier(rank, hosts));
        assertThat(result.rounds()).isEqualTo(9 + 2 * 5);
        // A leader meets 9 others before and 9 behind it, and 5 ranks of its host.
        assertThat(result.mostLinks()).isEqualTo(9 + 9 + 5);
        assertThat(result.nanos())
                .isLessThan(
                        onHosts(size, hostOf, Operation.BARRIER.chosen(size, 0)).nanos());
    }

    @Test
    @DisplayName("the command prints a line for each algorithm, and says what is wrong with its arguments")
    void command() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(Simulate.run(
                        List.of("--op", "allreduce", "--ranks", "16", "--bytes", "65536"),
                        new PrintStream(out),
                        System.err))
                .isZero();
        assertThat(out.toString())
                .contains(
                        "allreduce of 65536 bytes, 16 ranks, ethernet; the table takes halving-doubling",
                        "pairwise-ring");
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        assertThat(Simulate.run(List.of("--ranks", "no"), System.out, new PrintStream(log)))
                .isEqualTo(2);
        assertThat(log.toString()).contains("simulate: ", "--ranks", "--help");
    }
}
