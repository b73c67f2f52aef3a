package org.reactivempi.benchmarks.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.core.collective.algorithm.Algorithms;
import org.reactivempi.core.collective.algorithm.Allgathers;
import org.reactivempi.core.collective.algorithm.Alltoalls;
import org.reactivempi.core.collective.algorithm.Barriers;
import org.reactivempi.core.collective.algorithm.Broadcasts;
import org.reactivempi.core.collective.algorithm.Gathers;
import org.reactivempi.core.collective.algorithm.Hosts;
import org.reactivempi.core.collective.algorithm.Operations;
import org.reactivempi.core.collective.algorithm.PrefixReductions;
import org.reactivempi.core.collective.algorithm.Reductions;
import org.reactivempi.core.collective.plan.Plan;

@Tag("long")
class SimulationTest {

    /** What the table's choice may cost, by the best plan. */
    private static final double TOLERANCE = 1.25;

    private static final double AS_FAST = 1.01;

    private static final long MOST_STEPS = 300_000;

    private static final int FEW = 8;

    private static final String LEADERS = "leaders";

    private static final Operation BARRIER = new Operation(Barriers.BARRIER);

    private static final Operation ALLREDUCE = new Operation(Reductions.ALLREDUCE);

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
        Simulation.Result result = Simulation.run(2, ALLREDUCE.by("doubling", 2, Hosts.ONE, 8), network, Noise.NONE);
        assertThat(result).isEqualTo(new Simulation.Result(100 + 8 + 1000 + 100 + 16, 1, 1, 8, 1, 2));
    }

    @Test
    @DisplayName("a seed gives the same noise again, another one does not, and noise costs time")
    void noise() {
        IntFunction<Plan> plans = BARRIER.chosen(100, 0);
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
        Map<Algorithms, Integer> rounds = new LinkedHashMap<>();
        for (Algorithms operation : Operations.all()) {
            if (operation != Alltoalls.ALLTOALL
                    && operation != Allgathers.ALLGATHER
                    && operation != Reductions.REDUCE_SCATTER) {
                rounds.put(
                        operation,
                        operation == Reductions.ALLREDUCE || operation == PrefixReductions.EXSCAN ? log + 1 : log);
            }
        }
        // What is gathered is as long as there are ranks, and so is each rank's script of it.
        if (size <= 1000) {
            rounds.put(Allgathers.ALLGATHER, log);
        }
        if (size > FEW) {
            rounds.put(Alltoalls.ALLTOALL, log);
        }
        rounds.forEach((operation, most) -> {
            Simulation.Result result = chosen(new Operation(operation), size, operation == Barriers.BARRIER ? 0 : 8);
            assertThat(result.rounds()).as(operation + " of " + size).isLessThanOrEqualTo(most);
            // Few ranks may all have to do with their root.
            int messages = size <= FEW ? Math.max(most, size - 1) : most;
            assertThat(result.mostMessages()).as(operation + " of " + size).isLessThanOrEqualTo(messages);
            assertThat(result.mostLinks()).as(operation + " of " + size).isLessThanOrEqualTo(2 * messages);
        });
    }

    static List<Operation> operations() {
        return Operation.all();
    }

    static Stream<Integer> sizes() {
        return Stream.of(2, 4, 8, 32);
    }

    @ParameterizedTest
    @MethodSource("operations")
    @DisplayName("COL-38 the algorithm that is chosen takes at most 1.25 times as long as the best one")
    void choice(Operation operation) {
        assertThat(sizes().flatMap(size -> worse(operation, size, 8, 1 << 20))).isEmpty();
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("operations")
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
                for (Algorithms operation : List.of(Broadcasts.BCAST, Reductions.REDUCE)) {
                    Operation each = new Operation(operation);
                    assertThat(onHosts(size, hostOf, each.by(LEADERS, size, hosts, bytes))
                                    .nanos())
                            .as("%s of %d bytes, %s", operation, bytes, what)
                            .isLessThanOrEqualTo(AS_FAST
                                    * onHosts(size, hostOf, each.chosen(size, bytes))
                                            .nanos());
                }
            }
            if (rows) {
                assertGathered(size, hostOf, hosts, what);
                assertThat(onHosts(size, hostOf, BARRIER.by(LEADERS, size, hosts, 0))
                                .nanos())
                        .as("barrier, %s", what)
                        .isLessThan(
                                onHosts(size, hostOf, BARRIER.chosen(size, 0)).nanos());
            }
        }
    }

    private static void assertGathered(int size, IntUnaryOperator hostOf, Hosts hosts, String what) {
        for (int bytes : new int[] {8, 256, 1024, 4096, 32 << 10}) {
            for (Algorithms operation : List.of(
                    Gathers.GATHER,
                    Gathers.SCATTER,
                    Allgathers.ALLGATHER,
                    Alltoalls.ALLTOALL,
                    PrefixReductions.SCAN,
                    PrefixReductions.EXSCAN)) {
                Operation each = new Operation(operation);
                assertThat(onHosts(size, hostOf, each.chosen(size, hosts, bytes))
                                .nanos())
                        .as("%s of %d bytes, %s", operation, bytes, what)
                        .isLessThanOrEqualTo(AS_FAST
                                * onHosts(size, hostOf, each.chosen(size, bytes))
                                        .nanos());
            }
        }
    }

    @Test
    @DisplayName(
            "COL-38 a barrier of 10 000 ranks, 32 on a host, takes 9 rounds between hosts and 5 on each before and after")
    void leadersOfMany() {
        int size = 10_000;
        IntUnaryOperator hostOf = hosts(size, true);
        Hosts hosts = Hosts.of(size, hostOf);
        Simulation.Result result = onHosts(size, hostOf, BARRIER.by(LEADERS, size, hosts, 0));
        assertThat(result.rounds()).isEqualTo(9 + 2 * 5);
        // A leader meets 9 others before and 9 after it, and 5 ranks of its host.
        assertThat(result.mostLinks()).isEqualTo(9 + 9 + 5);
        assertThat(result.nanos())
                .isLessThan(onHosts(size, hostOf, BARRIER.chosen(size, 0)).nanos());
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
