package org.reactivempi.conformance.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Communicator;
import org.reactivempi.Op;
import org.reactivempi.conformance.ChildJvm;
import org.reactivempi.testkit.SimulatedRun;
import org.reactivempi.testkit.Simulation;
import reactor.core.publisher.Mono;

/** What each rank of a large job has to do with others, and what the job takes of a JVM that has all of it. */
@Tag("long")
class GrowthTest {

    private static final Duration KILLED = Duration.ofMillis(100);
    private static final Duration AFTER_THAT = Duration.ofMillis(200);
    /** Of ranks in one JVM; ten thousand in the profile {@code simulation}. */
    private static final int MOST_RANKS = Integer.getInteger("simulation.ranks", 1000);

    private static final long BYTES_OF_A_RANK = 200 << 10;

    @TempDir
    private Path directory;

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {16, 60, 256})
    @DisplayName("SIM-24 start, barrier and end take as many batches and links on each rank as log N")
    void barrier(int size) {
        SimulatedRun run = Simulation.of(size).only().unbroken().run(Communicator::barrier);
        int bits = bits(size);
        assertThat(peers(run).values()).allSatisfy(peers -> assertThat(peers).isLessThanOrEqualTo(3 * bits));
        // Proofs and greetings, the message, and the goodbye.
        assertThat(batches(run).values())
                .allSatisfy(batches -> assertThat(batches).isLessThanOrEqualTo(16 * bits));
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {16, 60, 256, 1000})
    @DisplayName(
            "SIM-24 revoke, agree and shrink after a rank has died take as many batches and links on each rank as log N")
    void shrink(int size) {
        int victim = size / 2;
        SimulatedRun run =
                Simulation.of(size).only().unbroken().kill(victim, KILLED).run(world -> survive(world, victim));
        int bits = bits(size);
        assertThat(peers(run).values()).allSatisfy(peers -> assertThat(peers).isLessThanOrEqualTo(5 * bits));
        assertThat(batches(run).values())
                .allSatisfy(batches -> assertThat(batches).isLessThanOrEqualTo(40 * bits));
    }

    private static Mono<Void> survive(Communicator world, int victim) {
        if (world.rank() == victim) {
            return Mono.never();
        }
        Mono<Void> revoked = world.rank() == 0 ? world.failures().revoke() : Mono.empty();
        return world.barrier()
                .onErrorResume(failed -> Mono.empty())
                .then(Mono.delay(AFTER_THAT))
                .then(revoked)
                .then(world.failures().agree(~0).onErrorResume(failed -> Mono.empty()))
                .then(world.failures().shrink())
                .flatMap(rest -> rest.allreduce(1L, Op.SUM)
                        .doOnNext(count -> assertThat(count).isEqualTo(world.size() - 1L)))
                .then();
    }

    private static int bits(int size) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    }

    private static Map<Integer, Integer> peers(SimulatedRun run) {
        Map<Integer, BitSet> peers = new TreeMap<>();
        run.traffic()
                .forEach(each ->
                        peers.computeIfAbsent(each.from(), rank -> new BitSet()).set(each.to()));
        Map<Integer, Integer> counts = new TreeMap<>();
        peers.forEach((rank, of) -> counts.put(rank, of.cardinality()));
        return counts;
    }

    private static Map<Integer, Integer> batches(SimulatedRun run) {
        Map<Integer, Integer> counts = new TreeMap<>();
        run.traffic().forEach(each -> counts.merge(each.from(), each.batches(), Integer::sum));
        return counts;
    }

    @Test
    @Timeout(600)
    @DisplayName(
            "SIM-23 ten thousand ranks start, meet in barriers and end in one JVM of 2 GB, and fewer in as much less")
    void oneJvm() throws IOException, InterruptedException {
        String heap = "-Xmx" + MOST_RANKS * BYTES_OF_A_RANK / (1 << 20) + "m";
        ProcessBuilder program = ChildJvm.program(List.of(heap), Barriers.class, Integer.toString(MOST_RANKS));
        String printed = ChildJvm.awaited(
                program.redirectError(directory.resolve("errors").toFile()), directory);
        assertThat(printed).isEqualTo("%d ranks have met twice, and ended%n", MOST_RANKS);
    }

    /** A program whose ranks meet in two barriers, and add up what they are. */
    static final class Barriers {

        private Barriers() {}

        /** {@code arguments} are how many ranks there are. */
        public static void main(String[] arguments) {
            int size = Integer.parseInt(arguments[0]);
            long sum = size * (size - 1L) / 2;
            Simulation.of(size)
                    .only()
                    .run(world -> world.barrier()
                            .then(world.barrier())
                            .then(world.allreduce((long) world.rank(), Op.SUM))
                            .doOnNext(all -> assertThat(all).isEqualTo(sum)));
            System.out.printf("%d ranks have met twice, and ended%n", size);
        }
    }
}
